#include "include/CFFmpeg.h"
#include <libavutil/frame.h>
#include <libswscale/swscale.h>

static AVFrame *planes(int width, int height) {
    AVFrame *frame = av_frame_alloc();
    if (frame == NULL) return NULL;
    frame->width = width;
    frame->height = height;
    frame->format = AV_PIX_FMT_YUV444P;
    if (av_frame_get_buffer(frame, 0) < 0) av_frame_free(&frame);
    return frame;
}

/// Scales, or puts values elsewhere where only the formats differ.
static int scale(
    const uint8_t *const *source, const int *source_strides, int width, int height, enum AVPixelFormat from,
    uint8_t *const *target, const int *target_strides, int target_width, int target_height, enum AVPixelFormat to) {
    struct SwsContext *context = sws_getContext(
        width, height, from, target_width, target_height, to, SWS_LANCZOS | SWS_ACCURATE_RND, NULL, NULL, NULL);
    if (context == NULL) return AVERROR(EINVAL);
    int rows = sws_scale(context, source, source_strides, 0, height, target, target_strides);
    sws_freeContext(context);
    return rows == target_height ? 0 : rows < 0 ? rows : AVERROR_EXTERNAL;
}

int cffmpeg_scale(
    const uint8_t *pixels, int width, int height, uint8_t *scaled, int scaled_width, int scaled_height) {
    const int stride = 3 * width, scaled_stride = 3 * scaled_width;
    AVFrame *source = planes(width, height), *target = planes(scaled_width, scaled_height);
    int code = source == NULL || target == NULL ? AVERROR(ENOMEM) : 0;
    // Packed pixels are taken apart and put together again. Between that, three planes of one size that are said to be YUV
    // are scaled each on its own; those of RGB would be turned into YUV and back.
    if (code == 0)
        code = scale(
            &pixels, &stride, width, height, AV_PIX_FMT_RGB24, source->data, source->linesize, width, height,
            AV_PIX_FMT_GBRP);
    if (code == 0)
        code = scale(
            (const uint8_t *const *)source->data, source->linesize, width, height, AV_PIX_FMT_YUV444P, target->data,
            target->linesize, scaled_width, scaled_height, AV_PIX_FMT_YUV444P);
    if (code == 0)
        code = scale(
            (const uint8_t *const *)target->data, target->linesize, scaled_width, scaled_height, AV_PIX_FMT_GBRP,
            &scaled, &scaled_stride, scaled_width, scaled_height, AV_PIX_FMT_RGB24);
    av_frame_free(&source);
    av_frame_free(&target);
    return code;
}
