#include "include/CJPEG.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <jpeglib.h>
#include <jerror.h>

struct cjpeg_decoder {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    jmp_buf escape;
    int is_created, is_started, is_cut_short;
};

static void fail(j_common_ptr info) { longjmp(((struct cjpeg_decoder *)info->client_data)->escape, 1); }

static void note(j_common_ptr info, int level) {
    if (level >= 0) return;
    info->err->num_warnings++;
    if (info->err->msg_code == JWRN_JPEG_EOF) ((struct cjpeg_decoder *)info->client_data)->is_cut_short = 1;
}

static int begin(struct cjpeg_decoder *decoder, const uint8_t *bytes, size_t count, int shrink) {
    struct jpeg_decompress_struct *info = &decoder->info;
    if (setjmp(decoder->escape) != 0) return -1;
    jpeg_create_decompress(info);
    decoder->is_created = 1;
    jpeg_mem_src(info, bytes, count);
    jpeg_read_header(info, TRUE);
    switch (info->jpeg_color_space) {
    case JCS_GRAYSCALE: case JCS_RGB: case JCS_YCbCr: break;
    default: return -1;
    }
    info->out_color_space = JCS_RGB;
    info->scale_num = 1;
    info->scale_denom = (unsigned)shrink;
    jpeg_calc_output_dimensions(info);
    return 0;
}

struct cjpeg_decoder *cjpeg_begin(const uint8_t *bytes, size_t count, int shrink, int *width, int *height) {
    struct cjpeg_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) return NULL;
    decoder->info.err = jpeg_std_error(&decoder->errors);
    decoder->info.client_data = decoder;
    decoder->errors.error_exit = fail;
    decoder->errors.emit_message = note;
    if (begin(decoder, bytes, count, shrink) != 0) {
        cjpeg_free(decoder);
        return NULL;
    }
    *width = (int)decoder->info.output_width;
    *height = (int)decoder->info.output_height;
    return decoder;
}

int cjpeg_read(struct cjpeg_decoder *decoder, uint8_t *pixels, int rows) {
    struct jpeg_decompress_struct *info = &decoder->info;
    if (setjmp(decoder->escape) != 0) return -1;
    if (!decoder->is_started) jpeg_start_decompress(info);
    decoder->is_started = 1;
    for (int row = 0; row < rows; row++) {
        JSAMPROW line = pixels + (size_t)row * info->output_width * 3;
        if (jpeg_read_scanlines(info, &line, 1) != 1) return -1;
    }
    return 0;
}

int cjpeg_is_cut_short(const struct cjpeg_decoder *decoder) { return decoder->is_cut_short; }

void cjpeg_free(struct cjpeg_decoder *decoder) {
    if (decoder->is_created) jpeg_destroy_decompress(&decoder->info);
    free(decoder);
}
