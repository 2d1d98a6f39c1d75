"""Rows about thumbnails: cached ones against nginx, cold ones against libvips and its programs."""
import concurrent.futures
import http.client
import os
import pathlib
import shutil
import subprocess
import sys
import time

import materials
from measuring import Check, Failed, Row, free_port, median, percentile, request, running, serving, wait_until, wrk

CONNECTIONS = 64
LOAD_SECONDS = 4
WANTED_BYTES = 12_000
COLD_PHOTOS = materials.PHOTOS
COLD_CLIENTS = 8
FAST_PHOTOS = 240
SIZES = (1600, 512, 128)
THUMBOR = "7.8.0"

NGINX = """
worker_processes 2;
daemon off;
pid {work}/nginx.pid;
error_log {work}/error.log;
events {{ worker_connections 1024; }}
http {{
    types {{ image/jpeg jpg; }}
    access_log off;
    sendfile on;
    tcp_nopush on;
    keepalive_requests 1000000000;
    open_file_cache max=100 inactive=300s;
    client_body_temp_path {work}/body;
    proxy_temp_path {work}/proxy;
    fastcgi_temp_path {work}/fastcgi;
    uwsgi_temp_path {work}/uwsgi;
    scgi_temp_path {work}/scgi;
    server {{
        listen 127.0.0.1:{port} reuseport;
        root {work}/www;
    }}
}}
"""


def nginx_serving(bench, files):
    """nginx over the files given as name to bytes; gives its command and its port."""
    work, port = bench.fresh("nginx"), free_port()
    (work / "www").mkdir()
    for name, data in files.items():
        (work / "www" / name).write_bytes(data)
    (work / "nginx.conf").write_text(NGINX.format(work=work, port=port))
    # As root, nginx's workers would be nobody, who may not enter every folder above.
    user = ["-g", "user root;"] if os.geteuid() == 0 else []
    return ["/usr/sbin/nginx", "-e", work / "error.log", "-c", work / "nginx.conf", *user], port


def cached_thumbnail(bench):
    """A stored thumbnail of about 12 kB over kept connections, against nginx that serves the same bytes."""
    photos = materials.photos(bench.root, COLD_PHOTOS)
    folder = bench.fresh("one photo")
    os.link(next(photos.iterdir()), folder / "photo.jpg")
    with serving(bench, bench.fresh("data-cached"), folder) as server:
        server.wait_until_idle()
        asset = server.json("/assets?limit=1")["items"][0]
        base = asset["thumbnailURL"].split("{")[0]
        joint = "&" if "?" in base else "?"
        paths = ["%s%sw=%d&h=%d&exact=true" % (base, joint, edge, edge) for edge in range(160, 481, 32)]
        path, body = min(((path, server.get(path)) for path in paths),
                         key=lambda found: abs(len(found[1]) - WANTED_BYTES))
        command, port = nginx_serving(bench, {"thumbnail.jpg": body})
        with running(command, bench.work / "nginx.log") as nginx:
            wait_until(lambda: request(port, "/thumbnail.jpg")[0] == 200, nginx, "it served")
            ours, theirs = [], []
            for _ in range(bench.rounds):
                theirs.append(wrk("http://127.0.0.1:%d/thumbnail.jpg" % port, CONNECTIONS, LOAD_SECONDS))
                ours.append(wrk(server.url(path), CONNECTIONS, LOAD_SECONDS))
    rate, nginx_rate = (median(found[0] for found in side) for side in (ours, theirs))
    slow, nginx_slow = (median(found[1][99] for found in side) for side in (ours, theirs))
    return Row("cached-thumbnail", "cached thumbnail against nginx", {
        "bytes": len(body), "requests/s": rate, "nginx requests/s": nginx_rate,
        "p99 ms": 1000 * slow, "nginx p99 ms": 1000 * nginx_slow,
    }, [Check("rate / nginx", rate / nginx_rate, 0.95, True), Check("p99 / nginx", slow / nginx_slow, 2, False)])


def vipsthumbnail(bench, files):
    """Seconds of one vipsthumbnail a core, each over its share of the files."""
    output = bench.fresh("vipsthumbnail")
    cores = os.cpu_count() or 1
    started = time.monotonic()
    command = ["vipsthumbnail", "--size", "256x256", "-o", str(output / "%s.jpg")]
    environment = {**os.environ, "VIPS_CONCURRENCY": "1"}
    processes = [subprocess.Popen([*command, *files[core::cores]], env=environment) for core in range(cores)]
    if any([process.wait() for process in processes]):
        raise Failed("vipsthumbnail failed")
    seconds = time.monotonic() - started
    if len(list(output.iterdir())) != len(files):
        raise Failed("vipsthumbnail left files out")
    return seconds


def ask_for_all(port, paths):
    """Asks for every path over a few kept connections; returns the seconds until the last answer."""
    def work(share):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        for path in share:
            connection.request("GET", path)
            response = connection.getresponse()
            body = response.read()
            if response.status != 200:
                raise Failed("GET %s: %d %s" % (path, response.status, body[:300]))
        connection.close()
    started = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(COLD_CLIENTS) as pool:
        list(pool.map(work, [paths[client::COLD_CLIENTS] for client in range(COLD_CLIENTS)]))
    return time.monotonic() - started


def prepared(bench, photos):
    """Paths of the photos, which are in the page cache then, and a data folder that knows them."""
    materials.warm(photos)
    indexed = bench.fresh("data-indexed")
    bench.index(indexed, photos)
    return sorted(str(path) for path in photos.iterdir()), indexed


def cold_rate(bench, photos, indexed):
    """Thumbnails a second of a server that has made none yet."""
    data = bench.fresh("data-cold")
    shutil.copytree(indexed, data, dirs_exist_ok=True)
    with serving(bench, data, photos) as server:
        server.wait_until_idle()
        items = server.json("/assets?limit=1000&sort=name&order=ascending")["items"]
        if len(items) != len(list(photos.iterdir())):
            raise Failed("%d assets, not as many as files" % len(items))
        return len(items) / ask_for_all(server.port, ["/thumbnails/%s?w=256&h=256" % item["id"] for item in items])


def cold_thumbnails(bench):
    """Thumbnails of 256 pixels that nobody asked for before, of 12-megapixel photos, against vipsthumbnail."""
    photos = materials.photos(bench.root, COLD_PHOTOS)
    files, indexed = prepared(bench, photos)
    ours, theirs = [], []
    for _ in range(bench.rounds):
        theirs.append(len(files) / vipsthumbnail(bench, files))
        ours.append(cold_rate(bench, photos, indexed))
    return Row("cold-thumbnails", "cold thumbnails against vipsthumbnail", {
        "photos": len(files), "thumbnails/s": median(ours), "vipsthumbnail/s": median(theirs),
    }, [Check("rate / vipsthumbnail", median(ours) / median(theirs), 0.95, True)])


def fast(bench):
    """The first picture of photos that nobody asked for before, with `delivery=fast`, while all are rendered."""
    photos = materials.camera_photos(bench.root, FAST_PHOTOS)
    _, indexed = prepared(bench, photos)
    times, degraded, total = [], 0, 0
    for _ in range(bench.rounds):
        data = bench.fresh("data-fast")
        shutil.copytree(indexed, data, dirs_exist_ok=True)
        with serving(bench, data, photos, options=()) as server:
            server.wait_until_idle()
            items = server.json("/assets?limit=1000&order=ascending")["items"]
            wait_until(lambda: server.json("/health")["rendering"]["state"] == "running", server.process, "it rendered")
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
            for item in items:
                started = time.monotonic()
                connection.request("GET", "/thumbnails/%s?w=256&h=256&delivery=fast" % item["id"])
                response = connection.getresponse()
                response.read()
                times.append(time.monotonic() - started)
                total += 1
                degraded += response.getheader("Thumbnail-Degraded") == "true"
                if response.status != 200:
                    raise Failed("a thumbnail of %s: %d" % (item["id"], response.status))
                if server.json("/health")["rendering"]["state"] != "running":
                    break
    return Row("fast", "the first picture of a cold library while all are rendered", {
        "pictures": total, "degraded": degraded, "median ms": 1000 * median(times),
        "p99 ms": 1000 * percentile(times, 99),
    }, [Check("median ms", 1000 * median(times), 15, False), Check("p99 ms", 1000 * percentile(times, 99), 80, False)])


def install_thumbor(bench):
    """Thumbor in an environment of its own; gives its program."""
    program = bench.root / "thumbor" / "bin" / "thumbor"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", bench.root / "thumbor"], check=True)
        subprocess.run([bench.root / "thumbor" / "bin" / "pip", "install", "--quiet", "thumbor==%s" % THUMBOR],
                       check=True)
    return program


def thumbor_rate(bench, photos):
    """Thumbnails a second of thumbor with a process a core, which keeps nothing."""
    port, settings = free_port(), bench.work / "thumbor.conf"
    settings.write_text(
        "LOADER = 'thumbor.loaders.file_loader'\nFILE_LOADER_ROOT_PATH = %r\nALLOW_UNSAFE_URL = True\n"
        "STORAGE = 'thumbor.storages.no_storage'\nRESULT_STORAGE = None\nQUALITY = 75\n" % str(photos))
    command = [install_thumbor(bench), "--port", str(port), "--ip", "127.0.0.1", "--conf", settings,
               "--processes", str(os.cpu_count() or 1)]
    paths = ["/unsafe/fit-in/256x256/" + path.name for path in sorted(photos.iterdir())]
    with running(command, bench.work / "thumbor.log") as thumbor:
        wait_until(lambda: request(port, "/healthcheck")[0] == 200, thumbor, "it served")
        return len(paths) / ask_for_all(port, paths)


def mixed_thumbnails(bench):
    """Thumbnails of 256 pixels of JPEGs, PNGs and WebPs of 12 and 3 megapixels, against vipsthumbnail and thumbor."""
    photos = materials.pictures(bench.root, COLD_PHOTOS)
    files, indexed = prepared(bench, photos)
    ours, theirs, thumbor = [], [], []
    for _ in range(bench.rounds):
        theirs.append(len(files) / vipsthumbnail(bench, files))
        ours.append(cold_rate(bench, photos, indexed))
        thumbor.append(thumbor_rate(bench, photos))
    return Row("mixed-thumbnails", "thumbnails of mixed pictures against vipsthumbnail and thumbor", {
        "pictures": len(files), "thumbnails/s": median(ours), "vipsthumbnail/s": median(theirs),
        "thumbor/s": median(thumbor),
    }, [Check("rate / vipsthumbnail", median(ours) / median(theirs), 1.2, True),
        Check("rate / thumbor", median(ours) / median(thumbor), 4, True)])


def three_calls(bench, files):
    """Seconds that each file takes in a C program that calls vips_thumbnail three times."""
    program = bench.work / "three-sizes"
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "vips"], capture_output=True, text=True, check=True)
    source = pathlib.Path(__file__).with_name("three_sizes.c")
    subprocess.run(["gcc", "-O2", source, "-o", program, *flags.stdout.split()], check=True)
    result = subprocess.run([program, *files], capture_output=True, text=True, check=True)
    return [float(line) for line in result.stdout.split()]


def three_sizes(bench):
    """Three sizes of each 12-megapixel photo, asked for at once, one photo after another, against three calls in C."""
    photos = materials.photos(bench.root, COLD_PHOTOS)
    files, indexed = prepared(bench, photos)
    ours, theirs = [], []
    for _ in range(bench.rounds):
        theirs += three_calls(bench, files)
        data = bench.fresh("data-sizes")
        shutil.copytree(indexed, data, dirs_exist_ok=True)
        with serving(bench, data, photos) as server:
            server.wait_until_idle()
            items = server.json("/assets?limit=1000")["items"]
            connections = [http.client.HTTPConnection("127.0.0.1", server.port, timeout=120) for _ in SIZES]
            for item in items:
                started = time.monotonic()
                for connection, side in zip(connections, SIZES):
                    connection.request("GET", "/thumbnails/%s?w=%d&h=%d" % (item["id"], side, side))
                for connection in connections:
                    response = connection.getresponse()
                    if len(response.read()) == 0 or response.status != 200:
                        raise Failed("a thumbnail of %s: %d" % (item["id"], response.status))
                ours.append(time.monotonic() - started)
    return Row("three-sizes", "three sizes of one photo, cold, against three calls of vips_thumbnail in C", {
        "photos": len(files), "ms": 1000 * median(ours), "vips ms": 1000 * median(theirs),
    }, [Check("vips / ours", median(theirs) / median(ours), 2.2, True)])
