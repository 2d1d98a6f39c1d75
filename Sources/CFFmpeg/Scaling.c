#include "include/CFFmpeg.h"
#include <libavutil/frame.h>
#include <libswscale/swscale.h>

/// Packed pixels are taken apart, scaled and put together again. Between that, three planes of one size that are said to be
/// YUV are scaled each on its own; those of RGB would be turned into YUV and back.
struct cffmpeg_scaler {
    struct SwsContext *unpacking, *scaling, *packing;
    AVFrame *source, *target;
};

static AVFrame *planes(int width, int height) {
    AVFrame *frame = av_frame_alloc();
    if (frame == NULL) return NULL;
    frame->width = width;
    frame->height = height;
    frame->format = AV_PIX_FMT_YUV444P;
    if (av_frame_get_buffer(frame, 0) < 0) av_frame_free(&frame);
    return frame;
}

static struct SwsContext *context(
    const AVFrame *source, enum AVPixelFormat from, const AVFrame *target, enum AVPixelFormat to) {
    return sws_getContext(
        source->width, source->height, from, target->width, target->height, to, SWS_LANCZOS | SWS_ACCURATE_RND, NULL,
        NULL, NULL);
}

struct cffmpeg_scaler *cffmpeg_scaler_begin(int width, int height, int scaled_width, int scaled_height) {
    struct cffmpeg_scaler *scaler = av_mallocz(sizeof *scaler);
    if (scaler == NULL) return NULL;
    scaler->source = planes(width, height);
    scaler->target = planes(scaled_width, scaled_height);
    if (scaler->source != NULL && scaler->target != NULL) {
        scaler->unpacking = context(scaler->source, AV_PIX_FMT_RGB24, scaler->source, AV_PIX_FMT_GBRP);
        scaler->scaling = context(scaler->source, AV_PIX_FMT_YUV444P, scaler->target, AV_PIX_FMT_YUV444P);
        scaler->packing = context(scaler->target, AV_PIX_FMT_GBRP, scaler->target, AV_PIX_FMT_RGB24);
        if (scaler->unpacking != NULL && scaler->scaling != NULL && scaler->packing != NULL) return scaler;
    }
    cffmpeg_scaler_free(scaler);
    return NULL;
}

int cffmpeg_scaler_add(void *context, const uint8_t *pixels, int stride, int top, int count) {
    struct cffmpeg_scaler *scaler = context;
    AVFrame *source = scaler->source;
    int code = sws_scale(scaler->unpacking, &pixels, &stride, top, count, source->data, source->linesize);
    if (code < 0) return code;
    const uint8_t *rows[3];
    for (int plane = 0; plane < 3; plane++) rows[plane] = source->data[plane] + (ptrdiff_t)top * source->linesize[plane];
    code = sws_scale(
        scaler->scaling, rows, source->linesize, top, count, scaler->target->data, scaler->target->linesize);
    return code < 0 ? code : 0;
}

int cffmpeg_scaler_finish(struct cffmpeg_scaler *scaler, uint8_t *scaled) {
    AVFrame *target = scaler->target;
    int stride = 3 * target->width;
    int rows = sws_scale(
        scaler->packing, (const uint8_t *const *)target->data, target->linesize, 0, target->height, &scaled, &stride);
    return rows == target->height ? 0 : rows < 0 ? rows : AVERROR_EXTERNAL;
}

void cffmpeg_scaler_free(struct cffmpeg_scaler *scaler) {
    sws_freeContext(scaler->unpacking);
    sws_freeContext(scaler->scaling);
    sws_freeContext(scaler->packing);
    av_frame_free(&scaler->source);
    av_frame_free(&scaler->target);
    av_free(scaler);
}
