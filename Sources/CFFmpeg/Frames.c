#include "CFFmpeg.h"
#include "Input.h"
#include "ToneMapping.h"
#include <libavutil/imgutils.h>
#include <libswscale/swscale.h>
#include <stdlib.h>
#include <string.h>

// The poster is at most this far into the video, in microseconds, and at most a tenth of its length.
enum { FARTHEST = 1000000 };
// Frames that are decoded on the way from a key frame: to the poster, a second of video at the usual 30; to a frame that is
// asked for, many seconds of a screen recording, whose key frames lie far apart.
enum { MOST_TO_POSTER = 30, MOST_TO_FRAME = 2000 };
// Packets that are read on the way: other tracks lie between.
enum { MOST_PACKETS = 4000 };
// A frame whose pixels are no brighter than this on average, of 255, says nothing: many videos begin in the dark.
enum { DARK = 20 };
// One pixel of so many is looked at to tell.
enum { SAMPLING = 61 };

struct cffmpeg_reader {
    struct input input;
    AVStream *video;
    AVCodecContext *codec;
    /// The frame in hand, and its time; AV_NOPTS_VALUE where there is none.
    AVFrame *frame;
    int64_t position;
    /// For which time it was decoded.
    int64_t last_wanted;
    /// Whether the data has ended.
    int is_draining;
    int64_t most_pixels;
};

/// Decodes until the frame in hand is the first at or after `wanted`, or the last one that could be had.
static int decode_until(struct cffmpeg_reader *reader, int64_t wanted, int most_frames, int *is_short) {
    AVCodecContext *codec = reader->codec;
    AVPacket *packet = av_packet_alloc();
    AVFrame *next = av_frame_alloc();
    int frames = 0, has_frame = 0;
    *is_short = 0;
    for (int packets = 0; packet != NULL && next != NULL && packets < MOST_PACKETS && frames < most_frames;) {
        int code = avcodec_receive_frame(codec, next);
        if (code == 0) {
            frames++;
            has_frame = 1;
            av_frame_unref(reader->frame);
            av_frame_move_ref(reader->frame, next);
            reader->position = reader->frame->best_effort_timestamp;
            if (reader->position != AV_NOPTS_VALUE && reader->position < wanted) continue;
            *is_short = 0;
            break;
        }
        if (code == AVERROR_EOF || reader->is_draining) break;
        packets++;
        code = av_read_frame(reader->input.format, packet);
        if (code < 0) {
            *is_short = !has_frame;
            reader->is_draining = 1;
            avcodec_send_packet(codec, NULL);
            continue;
        }
        // Of what is not wanted, only that is decoded which others are made of.
        int is_before = packet->pts != AV_NOPTS_VALUE && packet->pts < wanted;
        codec->skip_frame = is_before ? AVDISCARD_NONREF : AVDISCARD_DEFAULT;
        // A packet that makes no sense costs itself alone: the next may do.
        if (packet->stream_index == reader->video->index) avcodec_send_packet(codec, packet);
        av_packet_unref(packet);
    }
    av_packet_free(&packet);
    av_frame_free(&next);
    return has_frame ? 0 : AVERROR_INVALIDDATA;
}

/// Goes back to the key frame at or before a time. Where a container can't be searched, decoding goes on where it is.
static int seek_to(struct cffmpeg_reader *reader, int64_t wanted) {
    int code = av_seek_frame(reader->input.format, reader->video->index, wanted, AVSEEK_FLAG_BACKWARD);
    if (code < 0) return code;
    avcodec_flush_buffers(reader->codec);
    reader->position = AV_NOPTS_VALUE;
    reader->is_draining = 0;
    return 0;
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

/// A time in microseconds as the stream counts.
static int64_t stream_time(const struct cffmpeg_reader *reader, int64_t time) {
    const AVStream *video = reader->video;
    int64_t start = video->start_time == AV_NOPTS_VALUE ? 0 : video->start_time;
    return start + av_rescale_q(time, AV_TIME_BASE_Q, video->time_base);
}

/// Makes the picture of the frame in hand.
static int show(const struct cffmpeg_reader *reader, struct cffmpeg_frame *result) {
    const AVStream *video = reader->video;
    const AVFrame *frame = reader->frame;
    int width, height;
    input_display_size(video, &width, &height);
    // A stream may change its size after the header; the frame's own is the truth then.
    if (video->codecpar->width != frame->width || video->codecpar->height != frame->height) {
        width = frame->width;
        height = frame->height;
    }
    if (width <= 0 || height <= 0 || (int64_t)width * height > reader->most_pixels) return CFFMPEG_TOO_LARGE;
    result->turns = input_turns(video);
    return convert(frame, width, height, result);
}

/// Replaces a dark frame by the first brighter one of a few places further into the video, else by the brightest of them.
static void look_further(struct cffmpeg_reader *reader, struct cffmpeg_frame *result) {
    static const int percents[] = {30, 50, 70};
    for (size_t place = 0; place < sizeof percents / sizeof *percents && brightness(result) <= DARK; place++) {
        int64_t wanted = stream_time(reader, cffmpeg_duration(reader) / 100 * percents[place]);
        if (seek_to(reader, wanted) < 0) return;
        struct cffmpeg_frame other = *result;
        other.pixels = NULL;
        if (decode_until(reader, wanted, MOST_TO_POSTER, &other.is_partial) < 0) return;
        if (show(reader, &other) < 0) return;
        if (brightness(&other) > brightness(result)) {
            free(result->pixels);
            *result = other;
        } else {
            free(other.pixels);
        }
    }
}

int cffmpeg_reader_open(
    int descriptor, int64_t start, int64_t size, const char *format, int64_t most_pixels,
    struct cffmpeg_reader **result) {
    struct cffmpeg_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return AVERROR(ENOMEM);
    int code = input_open(&reader->input, descriptor, start, size, format);
    if (code < 0) {
        free(reader);
        return code;
    }
    reader->most_pixels = most_pixels;
    reader->position = AV_NOPTS_VALUE;
    AVStream *video = reader->video = input_video(&reader->input);
    if (video == NULL) code = CFFMPEG_NO_VIDEO;
    else if ((int64_t)video->codecpar->width * video->codecpar->height > most_pixels) code = CFFMPEG_TOO_LARGE;
    else code = open_decoder(video, most_pixels, &reader->codec);
    reader->frame = av_frame_alloc();
    if (code >= 0 && reader->frame == NULL) code = AVERROR(ENOMEM);
    if (code < 0) {
        cffmpeg_reader_close(reader);
        return code;
    }
    AVFormatContext *container = reader->input.format;
    for (unsigned place = 0; place < container->nb_streams; place++)
        if (container->streams[place] != video) container->streams[place]->discard = AVDISCARD_ALL;
    *result = reader;
    return 0;
}

int64_t cffmpeg_duration(const struct cffmpeg_reader *reader) {
    return reader->input.format->duration > 0 ? reader->input.format->duration : 0;
}

int cffmpeg_read_poster(struct cffmpeg_reader *reader, struct cffmpeg_frame *result) {
    memset(result, 0, sizeof *result);
    int64_t tenth = cffmpeg_duration(reader) / 10;
    int64_t wanted = stream_time(reader, tenth < FARTHEST ? tenth : FARTHEST);
    int code = decode_until(reader, wanted, MOST_TO_POSTER, &result->is_partial);
    if (code >= 0) code = show(reader, result);
    if (code >= 0 && brightness(result) <= DARK) look_further(reader, result);
    return code;
}

int cffmpeg_read_frame(
    struct cffmpeg_reader *reader, int64_t time, int64_t tolerance, struct cffmpeg_frame *result) {
    memset(result, 0, sizeof *result);
    AVStream *video = reader->video;
    // The last frame begins a frame's time before the end; half of one more is for rounding.
    int64_t length =
        video->duration > 0 ? av_rescale_q(video->duration, video->time_base, AV_TIME_BASE_Q) : cffmpeg_duration(reader);
    int64_t last = length - frame_duration(video) * 3 / 2;
    int64_t wanted = stream_time(reader, time < last ? time : last > 0 ? last : 0);
    int64_t margin = av_rescale_q(tolerance, AV_TIME_BASE_Q, video->time_base);
    const AVIndexEntry *key =
        margin > 0 ? avformat_index_get_entry_from_timestamp(video, wanted + margin - 1, AVSEEK_FLAG_BACKWARD) : NULL;
    if (key != NULL && key->timestamp > wanted - margin) wanted = key->timestamp;
    key = avformat_index_get_entry_from_timestamp(video, wanted, AVSEEK_FLAG_BACKWARD);
    // What was decoded last may lie on the way, or be what is wanted.
    int has_frame = reader->position != AV_NOPTS_VALUE;
    int is_on_the_way = has_frame && !reader->is_draining && key != NULL && key->timestamp <= reader->position
        && reader->last_wanted <= wanted;
    reader->last_wanted = wanted;
    if (!is_on_the_way && (has_frame || time > 0)) seek_to(reader, wanted);
    int is_there = is_on_the_way && reader->position >= wanted;
    int code = is_there ? 0 : decode_until(reader, wanted, MOST_TO_FRAME, &result->is_partial);
    return code < 0 ? code : show(reader, result);
}

void cffmpeg_reader_close(struct cffmpeg_reader *reader) {
    av_frame_free(&reader->frame);
    avcodec_free_context(&reader->codec);
    input_close(&reader->input);
    free(reader);
}

void cffmpeg_free(struct cffmpeg_frame *frame) {
    free(frame->pixels);
    frame->pixels = NULL;
}
