#include "CLibRaw.h"
#include <libraw/libraw.h>
#include <string.h>

const char *clibraw_version(void) { return libraw_version(); }

static enum clibraw_result develop(
    libraw_data_t *raw, const void *bytes, size_t count, int least, int64_t most_pixels,
    struct clibraw_picture *picture, int *code) {
    // LibRaw only reads it, but does not say so.
    if ((*code = libraw_open_buffer(raw, (void *)bytes, count)) != LIBRAW_SUCCESS) return CLIBRAW_FAILED;
    const int width = raw->sizes.width, height = raw->sizes.height;
    if ((int64_t)width * height > most_pixels) return CLIBRAW_TOO_LARGE;
    if ((width > height ? width : height) / 2 <= least) return CLIBRAW_TOO_SMALL;
    raw->params.half_size = 1;
    raw->params.use_camera_wb = 1;
    raw->params.output_bps = 8;
    raw->params.output_color = 1;  // sRGB.
    if ((*code = libraw_unpack(raw)) != LIBRAW_SUCCESS) return CLIBRAW_FAILED;
    if ((*code = libraw_dcraw_process(raw)) != LIBRAW_SUCCESS) return CLIBRAW_FAILED;
    libraw_processed_image_t *image = libraw_dcraw_make_mem_image(raw, code);
    if (image == NULL) return CLIBRAW_FAILED;
    picture->owner = image;
    picture->pixels = image->data;
    picture->width = image->width;
    picture->height = image->height;
    if (image->type == LIBRAW_IMAGE_BITMAP && image->colors == 3 && image->bits == 8) return CLIBRAW_DONE;
    // Sensors that see one colour only: such files have a preview.
    clibraw_free(picture);
    *code = LIBRAW_FILE_UNSUPPORTED;
    return CLIBRAW_FAILED;
}

enum clibraw_result clibraw_develop(
    const void *bytes, size_t count, int least, int64_t most_pixels, struct clibraw_picture *picture,
    const char **reason) {
    memset(picture, 0, sizeof *picture);
    *reason = "";
    int code = LIBRAW_UNSUFFICIENT_MEMORY;
    enum clibraw_result result = CLIBRAW_FAILED;
    libraw_data_t *raw = libraw_init(0);
    if (raw != NULL) {
        result = develop(raw, bytes, count, least, most_pixels, picture, &code);
        libraw_close(raw);
    }
    if (result == CLIBRAW_FAILED) *reason = libraw_strerror(code);
    return result;
}

void clibraw_free(struct clibraw_picture *picture) {
    if (picture->owner != NULL) libraw_dcraw_clear_mem(picture->owner);
    memset(picture, 0, sizeof *picture);
}
