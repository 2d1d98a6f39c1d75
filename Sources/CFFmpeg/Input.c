#include "Input.h"
#include <errno.h>
#include <libavutil/display.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

// One read of a file system's usual read-ahead.
enum { BUFFER_SIZE = 64 * 1024 };
// How far stream information is searched for where the headers lack it: bytes, and microseconds.
enum { MOST_PROBED_BYTES = 2 << 20, MOST_PROBED_TIME = 2000000 };
// A phone's file has about six tracks.
enum { MOST_STREAMS = 64 };

static int read_packet(void *opaque, uint8_t *buffer, int count) {
    struct input *input = opaque;
    if (input->position >= input->size) return AVERROR_EOF;
    if (count > input->size - input->position) count = (int)(input->size - input->position);
    ssize_t got;
    do got = pread(input->descriptor, buffer, (size_t)count, (off_t)(input->start + input->position));
    while (got < 0 && errno == EINTR);
    if (got < 0) return AVERROR(errno);
    if (got == 0) return AVERROR_EOF;
    input->position += got;
    return (int)got;
}

static int64_t seek(void *opaque, int64_t offset, int whence) {
    struct input *input = opaque;
    switch (whence & ~AVSEEK_FORCE) {
    case AVSEEK_SIZE: return input->size;
    case SEEK_SET: break;
    case SEEK_CUR: offset += input->position; break;
    case SEEK_END: offset += input->size; break;
    default: return AVERROR(EINVAL);
    }
    if (offset < 0) return AVERROR(EINVAL);
    return input->position = offset;
}

static int refuse_to_open(
    AVFormatContext *format, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
    (void)format, (void)io, (void)url, (void)flags, (void)options;
    return AVERROR(EPERM);
}

static int needs_stream_information(const struct input *input) {
    if (input->format->nb_streams == 0) return 1;
    const AVStream *video = input_video(input);
    if (video != NULL && (video->codecpar->width <= 0 || video->codecpar->height <= 0)) return 1;
    if (input->format->duration > 0) return 0;
    for (unsigned place = 0; place < input->format->nb_streams; place++)
        if (input->format->streams[place]->duration > 0) return 0;
    return 1;
}

int input_open(struct input *input, int descriptor, int64_t start, int64_t size, const char *format) {
    memset(input, 0, sizeof *input);
    av_log_set_level(AV_LOG_QUIET);
    input->descriptor = descriptor;
    input->start = start;
    input->size = size;
    const AVInputFormat *demuxer = av_find_input_format(format);
    if (demuxer == NULL) return AVERROR_DEMUXER_NOT_FOUND;
    uint8_t *buffer = av_malloc(BUFFER_SIZE);
    if (buffer == NULL) return AVERROR(ENOMEM);
    input->io = avio_alloc_context(buffer, BUFFER_SIZE, 0, input, read_packet, NULL, seek);
    input->format = avformat_alloc_context();
    if (input->io == NULL || input->format == NULL) {
        input_close(input);
        return AVERROR(ENOMEM);
    }
    input->format->pb = input->io;
    input->format->flags |= AVFMT_FLAG_CUSTOM_IO;
    input->format->io_open = refuse_to_open;
    input->format->max_streams = MOST_STREAMS;
    input->format->probesize = MOST_PROBED_BYTES;
    input->format->max_analyze_duration = MOST_PROBED_TIME;
    AVDictionary *options = NULL;
    av_dict_set(&options, "protocol_whitelist", "", 0);
    int code = avformat_open_input(&input->format, "", demuxer, &options);
    av_dict_free(&options);
    if (code >= 0 && needs_stream_information(input)) code = avformat_find_stream_info(input->format, NULL);
    if (code < 0) input_close(input);
    return code < 0 ? code : 0;
}

void input_close(struct input *input) {
    avformat_close_input(&input->format);
    if (input->io != NULL) av_freep(&input->io->buffer);
    avio_context_free(&input->io);
}

AVStream *input_video(const struct input *input) {
    const int not_moving = AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS | AV_DISPOSITION_STILL_IMAGE;
    for (unsigned place = 0; place < input->format->nb_streams; place++) {
        AVStream *stream = input->format->streams[place];
        int is_video = stream->codecpar->codec_type == AVMEDIA_TYPE_VIDEO;
        if (is_video && (stream->disposition & not_moving) == 0) return stream;
    }
    return NULL;
}

static AVRational pixel_aspect(const AVStream *video) {
    AVRational aspect = video->sample_aspect_ratio;
    if (aspect.num <= 0) aspect = video->codecpar->sample_aspect_ratio;
    // Pixels up to four times as wide as tall, or the reverse, occur; the rest is damage.
    int is_sound = aspect.num > 0 && aspect.den > 0 && aspect.num <= 4LL * aspect.den && aspect.den <= 4LL * aspect.num;
    return is_sound ? aspect : (AVRational){1, 1};
}

void input_display_size(const AVStream *video, int *width, int *height) {
    const AVRational aspect = pixel_aspect(video);
    *width = (int)av_rescale(video->codecpar->width, aspect.num, aspect.den);
    *height = video->codecpar->height;
}

double input_pixel_aspect(const AVStream *video) { return av_q2d(pixel_aspect(video)); }

int input_turns(const AVStream *video) {
    const uint8_t *matrix = av_stream_get_side_data(video, AV_PKT_DATA_DISPLAYMATRIX, NULL);
    if (matrix == NULL) return 0;
    double degrees = av_display_rotation_get((const int32_t *)matrix);
    if (!isfinite(degrees)) return 0;
    // Counter-clockwise, -180 to 180.
    return (int)((lround(-degrees / 90) % 4 + 4) % 4);
}
