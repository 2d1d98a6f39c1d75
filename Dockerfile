# Build: docker build -t contactsheet .
# Run:   docker run --rm -p 127.0.0.1:8080:8080 -v DIR:/photos:ro -v contactsheet-data:/data contactsheet
FROM swift:6.3-bookworm AS build
RUN apt-get update -q \
    && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
        pkg-config libsqlite3-dev zlib1g-dev libbrotli-dev libraw-dev libjpeg62-turbo-dev libxxhash-dev libssl-dev libwslay-dev libinotifytools0-dev \
        libvips-dev libexiv2-dev libarchive-dev libcurl4-openssl-dev \
        libavformat-dev libavcodec-dev libavutil-dev libswscale-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY Package.swift openapi.yaml ./
COPY Sources Sources
# The package names its test targets, so that their folders have to be there.
COPY Tests Tests
RUN swift build -c release --static-swift-stdlib --product contactsheet \
    && mkdir /result \
    && cp -R "$(swift build -c release --static-swift-stdlib --show-bin-path)"/contactsheet /result/ \
    && find "$(swift build -c release --static-swift-stdlib --show-bin-path)" -maxdepth 1 -name '*.resources' \
        -exec cp -R {} /result/ \;

FROM debian:bookworm-slim
RUN apt-get update -q \
    && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
        libarchive13 libsqlite3-0 zlib1g libbrotli1 libraw20 libjpeg62-turbo libxxhash0 libssl3 libwslay1 libinotifytools0 libvips42 \
        libexiv2-27 libstdc++6 libcurl4 libavformat59 libavcodec59 libavutil57 libswscale6 ffmpeg \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 1000 --create-home contactsheet \
    && install -d -o contactsheet -g contactsheet /data /photos
COPY --from=build /result/ /usr/local/bin/
USER contactsheet
VOLUME ["/photos", "/data"]
EXPOSE 8080
STOPSIGNAL SIGTERM
# No curl in the image: bash asks by itself, and takes nothing but a 200.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 CMD ["/bin/bash", "-c", "\
    exec 3<>/dev/tcp/127.0.0.1/8080 \
    && printf 'GET /health HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 \
    && read -r -t 4 _ status _ <&3 && [[ $status == 200 ]]"]
ENV CONTACTSHEET_DATA=/data CONTACTSHEET_LOG_FORMAT=json
ENTRYPOINT ["/usr/local/bin/contactsheet"]
# Inside the container every address is the container's own; who reaches it is said where the port is published.
CMD ["serve", "--listen", "0.0.0.0:8080", "--without-token", "/photos"]
