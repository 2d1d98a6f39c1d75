#include "CFFmpeg.h"
#include "Input.h"
#include "ToneMapping.h"
#include <libavutil/imgutils.h>
#include <libswscale/swscale.h>
#include <stdlib.h>
#include <string.h>

// The poster is at most this far into the video, in microseconds, and at most a tenth of its length.
enum { FARTHEST = 1000000 };
// Frames that are decoded on the way from a key frame to the poster: a second of video at the usual 30.
enum { MOST_FRAMES = 30 };
// Packets that are read on the way: other tracks lie between.
enum { MOST_PACKETS = 2000 };
// A frame whose pixels are no brighter than this on average, of 255, says nothing: many videos begin in the dark.
enum { DARK = 20 };
// One pixel of so many is looked at to tell.
enum { SAMPLING = 61 };

/// Decodes until `frame` holds the first frame at or after `wanted`, or the last one that could be had.
static int decode_until(
    struct input *input, AVStream *video, AVCodecContext *codec, int64_t wanted, AVFrame *frame, int *is_short) {
    AVPacket *packet = av_packet_alloc();
    AVFrame *next = av_frame_alloc();
    int frames = 0, is_draining = 0, has_frame = 0;
    *is_short = 0;
    for (int packets = 0; packet != NULL && next != NULL && packets < MOST_PACKETS && frames < MOST_FRAMES;) {
        int code = avcodec_receive_frame(codec, next);
        if (code == 0) {
            frames++;
            has_frame = 1;
            av_frame_unref(frame);
            av_frame_move_ref(frame, next);
            if (frame->best_effort_timestamp != AV_NOPTS_VALUE && frame->best_effort_timestamp < wanted) continue;
            *is_short = 0;
            break;
        }
        if (code == AVERROR_EOF || is_draining) break;
        packets++;
        code = av_read_frame(input->format, packet);
        if (code < 0) {
            *is_short = !has_frame;
            is_draining = 1;
            avcodec_send_packet(codec, NULL);
            continue;
        }
        // A packet that makes no sense costs itself alone: the next may do.
        if (packet->stream_index == video->index) avcodec_send_packet(codec, packet);
        av_packet_unref(packet);
    }
    av_packet_free(&packet);
    av_frame_free(&next);
    return has_frame ? 0 : AVERROR_INVALIDDATA;
}

static int convert(const AVFrame *frame, int width, int height, struct cffmpeg_frame *result) {
    int is_hdr = frame->color_trc == AVCOL_TRC_SMPTE2084 || frame->color_trc == AVCOL_TRC_ARIB_STD_B67;
    enum AVPixelFormat format = is_hdr ? AV_PIX_FMT_RGB48 : AV_PIX_FMT_RGB24;
    size_t stride = (size_t)width * (is_hdr ? 6 : 3);
    // swscale may write whole vectors past a row's end.
    uint8_t *pixels = calloc(1, stride * (size_t)height + 64);
    struct SwsContext *scaler = sws_getContext(
        frame->width, frame->height, frame->format, width, height, format,
        SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, NULL, NULL, NULL);
    if (pixels == NULL || scaler == NULL) {
        free(pixels);
        sws_freeContext(scaler);
        return AVERROR(ENOMEM);
    }
    int matrix = frame->colorspace;
    // Where the video does not say: high definition is BT.709, the rest BT.601.
    if (matrix == AVCOL_SPC_UNSPECIFIED) matrix = frame->height >= 720 ? SWS_CS_ITU709 : SWS_CS_ITU601;
    sws_setColorspaceDetails(
        scaler, sws_getCoefficients(matrix), frame->color_range == AVCOL_RANGE_JPEG,
        sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16);
    int rows = sws_scale(
        scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, (uint8_t *const[]){pixels},
        (const int[]){(int)stride});
    sws_freeContext(scaler);
    if (rows <= 0) {
        free(pixels);
        return AVERROR_INVALIDDATA;
    }
    if (is_hdr) map_tones(pixels, (size_t)width * (size_t)height, frame->color_trc == AVCOL_TRC_SMPTE2084);
    result->pixels = pixels;
    result->width = width;
    result->height = height;
    return 0;
}

/// How bright a frame is, 0 to 255.
static int brightness(const struct cffmpeg_frame *frame) {
    uint64_t sum = 0, count = 0;
    size_t pixels = (size_t)frame->width * (size_t)frame->height;
    for (size_t place = 0; place < pixels; place += SAMPLING, count++) {
        const uint8_t *pixel = frame->pixels + place * 3;
        sum += (uint64_t)pixel[0] + pixel[1] + pixel[2];
    }
    return count == 0 ? 0 : (int)(sum / (3 * count));
}

static int open_decoder(const AVStream *video, int64_t most_pixels, AVCodecContext **result) {
    const AVCodec *decoder = avcodec_find_decoder(video->codecpar->codec_id);
    if (decoder == NULL) return AVERROR_DECODER_NOT_FOUND;
    AVCodecContext *codec = avcodec_alloc_context3(decoder);
    if (codec == NULL) return AVERROR(ENOMEM);
    int code = avcodec_parameters_to_context(codec, video->codecpar);
    codec->thread_count = 1;
    codec->max_pixels = most_pixels;
    codec->pkt_timebase = video->time_base;
    if (code >= 0) code = avcodec_open2(codec, decoder, NULL);
    if (code < 0) avcodec_free_context(&codec);
    *result = codec;
    return code;
}

/// How long a frame is shown, in microseconds; a tenth of a second where that is not known.
static int64_t frame_duration(const AVStream *video) {
    const AVRational rate = video->avg_frame_rate;
    return rate.num > 0 && rate.den > 0 ? av_rescale(AV_TIME_BASE, rate.den, rate.num) : AV_TIME_BASE / 10;
}

/// Makes the picture of a decoded frame.
static int show(const AVStream *video, const AVFrame *frame, int64_t most_pixels, struct cffmpeg_frame *result) {
    int width, height;
    input_display_size(video, &width, &height);
    // A stream may change its size after the header; the frame's own is the truth then.
    if (video->codecpar->width != frame->width || video->codecpar->height != frame->height) {
        width = frame->width;
        height = frame->height;
    }
    if (width <= 0 || height <= 0 || (int64_t)width * height > most_pixels) return CFFMPEG_TOO_LARGE;
    return convert(frame, width, height, result);
}

/// Replaces a dark frame by the first brighter one of a few places further into the video, else by the brightest of them.
static void look_further(
    struct input *input, AVStream *video, AVCodecContext *codec, AVFrame *frame, int64_t most_pixels,
    struct cffmpeg_frame *result) {
    static const int percents[] = {30, 50, 70};
    int64_t duration = input->format->duration > 0 ? input->format->duration : 0;
    int64_t start = video->start_time == AV_NOPTS_VALUE ? 0 : video->start_time;
    for (size_t place = 0; place < sizeof percents / sizeof *percents && brightness(result) <= DARK; place++) {
        int64_t wanted = start + av_rescale_q(duration / 100 * percents[place], AV_TIME_BASE_Q, video->time_base);
        if (av_seek_frame(input->format, video->index, wanted, AVSEEK_FLAG_BACKWARD) < 0) return;
        avcodec_flush_buffers(codec);
        struct cffmpeg_frame other = *result;
        other.pixels = NULL;
        if (decode_until(input, video, codec, wanted, frame, &other.is_partial) < 0) return;
        if (show(video, frame, most_pixels, &other) < 0) return;
        if (brightness(&other) > brightness(result)) {
            free(result->pixels);
            *result = other;
        } else {
            free(other.pixels);
        }
    }
}

static int read_frame(
    struct input *input, AVStream *video, int64_t time, int64_t most_pixels, struct cffmpeg_frame *result) {
    if ((int64_t)video->codecpar->width * video->codecpar->height > most_pixels) return CFFMPEG_TOO_LARGE;
    AVCodecContext *codec = NULL;
    int code = open_decoder(video, most_pixels, &codec);
    if (code < 0) return code;
    AVFrame *frame = av_frame_alloc();
    if (frame == NULL) {
        avcodec_free_context(&codec);
        return AVERROR(ENOMEM);
    }
    for (unsigned place = 0; place < input->format->nb_streams; place++)
        if (input->format->streams[place] != video) input->format->streams[place]->discard = AVDISCARD_ALL;
    int64_t duration = input->format->duration > 0 ? input->format->duration : 0;
    int64_t into = duration / 10 < FARTHEST ? duration / 10 : FARTHEST;
    if (time >= 0) {
        // The last frame begins a frame's time before the end; half of one more is for rounding.
        int64_t length = video->duration > 0 ? av_rescale_q(video->duration, video->time_base, AV_TIME_BASE_Q) : duration;
        int64_t last = length - frame_duration(video) * 3 / 2;
        into = time < last ? time : last > 0 ? last : 0;
    }
    int64_t start = video->start_time == AV_NOPTS_VALUE ? 0 : video->start_time;
    int64_t wanted = start + av_rescale_q(into, AV_TIME_BASE_Q, video->time_base);
    // Where a container can't be searched, all frames before are decoded.
    if (time > 0) av_seek_frame(input->format, video->index, wanted, AVSEEK_FLAG_BACKWARD);
    code = decode_until(input, video, codec, wanted, frame, &result->is_partial);
    if (code >= 0) code = show(video, frame, most_pixels, result);
    if (code >= 0 && time < 0 && brightness(result) <= DARK) look_further(input, video, codec, frame, most_pixels, result);
    result->turns = input_turns(video);
    av_frame_free(&frame);
    avcodec_free_context(&codec);
    return code;
}

int cffmpeg_read_frame(
    int descriptor, int64_t start, int64_t size, const char *format, int64_t time, int64_t most_pixels,
    struct cffmpeg_frame *frame) {
    memset(frame, 0, sizeof *frame);
    struct input input;
    int code = input_open(&input, descriptor, start, size, format);
    if (code < 0) return code;
    AVStream *video = input_video(&input);
    code = video == NULL ? CFFMPEG_NO_VIDEO : read_frame(&input, video, time, most_pixels, frame);
    input_close(&input);
    return code;
}

void cffmpeg_free(struct cffmpeg_frame *frame) {
    free(frame->pixels);
    frame->pixels = NULL;
}
