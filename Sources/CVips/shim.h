// libvips' operations are variadic, which Swift can't call: one function for each way that one is used.
#pragma once
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <vips/vips.h>

/// Starts libvips, once however many threads ask, for pictures made by strangers: no loader but the seven that are
/// needed, one thread, nothing kept.
static inline int cvips_start(void) {
    static const char *const wanted[] = {
        "VipsForeignLoadJpeg",  "VipsForeignLoadPng",  "VipsForeignLoadWebp", "VipsForeignLoadTiff",
        "VipsForeignLoadNsgif", "VipsForeignLoadHeif", "VipsForeignLoadJxl",
    };
    enum { STARTED = 1, FAILED = 2 };
    static gsize state = 0;
    if (g_once_init_enter(&state)) {
        int failed = VIPS_INIT("contactsheet");
        if (!failed) {
            vips_block_untrusted_set(TRUE);
            vips_operation_block_set("VipsForeignLoad", TRUE);
            for (size_t place = 0; place < sizeof wanted / sizeof *wanted; place++)
                vips_operation_block_set(wanted[place], FALSE);
            vips_concurrency_set(1);
            vips_cache_set_max(0);
        }
        g_once_init_leave(&state, failed ? FAILED : STARTED);
    }
    return state == STARTED ? 0 : -1;
}

/// Opens a picture in memory; only its header is read until pixels are asked for.
/// - is_strict: whether damage is an error, rather than shown as far as it goes.
static inline VipsImage *cvips_open(const void *bytes, size_t count, int is_strict) {
    return vips_image_new_from_buffer(
        bytes, count, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
        is_strict ? VIPS_FAIL_ON_ERROR : VIPS_FAIL_ON_NONE, NULL);
}

/// Opens a JPEG in memory that is shrunk while it is read: by 1, 2, 4 or 8.
/// - is_strict: whether damage is an error, rather than shown as far as it goes.
static inline int cvips_open_jpeg(const void *bytes, size_t count, int shrink, int is_strict, VipsImage **result) {
    return vips_jpegload_buffer(
        (void *)bytes, count, result, "shrink", shrink, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
        is_strict ? VIPS_FAIL_ON_ERROR : VIPS_FAIL_ON_NONE, NULL);
}

/// Opens the small picture that is in a HEIF file, or the file's own where there is none.
static inline int cvips_open_heif_thumbnail(const void *bytes, size_t count, VipsImage **result) {
    return vips_heifload_buffer(
        (void *)bytes, count, result, "thumbnail", TRUE, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

/// Shrinks a picture in memory into a box, or to cover it, turned upright unless `no_rotate`.
/// - profile: what colours are converted to from an embedded profile, `srgb` or `p3`; NULL to leave them, which saves a few
///   milliseconds.
/// - is_strict: whether damage is an error, rather than shown as far as it goes.
/// - frames: how many of an animation, each of which goes into the box; with more than one, nothing is covered.
static inline int cvips_thumbnail(
    const void *bytes, size_t count, int width, int height, int fills, int no_rotate, const char *profile,
    int is_strict, int frames, VipsImage **result) {
    VipsInteresting crop = fills ? VIPS_INTERESTING_CENTRE : VIPS_INTERESTING_NONE;
    // The operation's own fail_on does not reach loaders of buffers (8.14).
    const char *fail_on = is_strict ? "error" : "none";
    char loader_options[64];
    snprintf(loader_options, sizeof loader_options, frames > 1 ? "[fail_on=%s,n=%d]" : "[fail_on=%s]", fail_on, frames);
    if (profile != NULL)
        return vips_thumbnail_buffer(
            (void *)bytes, count, result, width, "height", height, "size", VIPS_SIZE_DOWN, "crop", crop, "no_rotate",
            no_rotate, "export_profile", profile, "intent", VIPS_INTENT_RELATIVE, "option_string", loader_options, NULL);
    return vips_thumbnail_buffer(
        (void *)bytes, count, result, width, "height", height, "size", VIPS_SIZE_DOWN, "crop", crop, "no_rotate",
        no_rotate, "option_string", loader_options, NULL);
}

/// The same of a picture that is open.
static inline int cvips_thumbnail_image(
    VipsImage *image, int width, int height, int fills, int no_rotate, const char *profile, VipsImage **result) {
    VipsInteresting crop = fills ? VIPS_INTERESTING_CENTRE : VIPS_INTERESTING_NONE;
    if (profile != NULL)
        return vips_thumbnail_image(
            image, result, width, "height", height, "size", VIPS_SIZE_DOWN, "crop", crop, "no_rotate", no_rotate,
            "export_profile", profile, "intent", VIPS_INTENT_RELATIVE, NULL);
    return vips_thumbnail_image(
        image, result, width, "height", height, "size", VIPS_SIZE_DOWN, "crop", crop, "no_rotate", no_rotate, NULL);
}

/// Whether pixels are 8-bit RGB, three bytes each.
static inline int cvips_is_rgb(VipsImage *image) {
    return image->Bands == 3 && image->BandFmt == VIPS_FORMAT_UCHAR && image->Type == VIPS_INTERPRETATION_sRGB;
}

/// Takes rows of pixels; gives 0 to go on.
typedef int (*cvips_sink)(void *context, const uint8_t *pixels, int stride, int top, int count);

struct cvips_rows_target {
    cvips_sink sink;
    void *context;
};

static inline int cvips_take_rows(VipsRegion *region, VipsRect *area, void *target) {
    struct cvips_rows_target *rows = target;
    return rows->sink(
        rows->context, VIPS_REGION_ADDR(region, area->left, area->top), (int)VIPS_REGION_LSKIP(region), area->top,
        area->height);
}

/// Gives all rows from top to bottom, on a thread of libvips': the next are computed meanwhile.
static inline int cvips_rows(VipsImage *image, cvips_sink sink, void *context) {
    struct cvips_rows_target target = {sink, context};
    return vips_sink_disc(image, cvips_take_rows, &target);
}

/// Makes a picture of 8-bit RGB pixels, which it copies, with the profile and the orientation of another.
static inline int cvips_replace(
    VipsImage *image, const void *pixels, int width, int height, VipsImage **result) {
    VipsImage *plain = vips_image_new_from_memory_copy(
        pixels, (size_t)width * (size_t)height * 3, width, height, 3, VIPS_FORMAT_UCHAR);
    if (plain == NULL) return -1;
    int code = vips_copy(plain, result, "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
    g_object_unref(plain);
    if (code != 0) return code;
    const void *profile;
    size_t size;
    if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0
        && vips_image_get_blob(image, VIPS_META_ICC_NAME, &profile, &size) == 0)
        vips_image_set_blob_copy(*result, VIPS_META_ICC_NAME, profile, size);
    vips_image_set_int(*result, VIPS_META_ORIENTATION, vips_image_get_orientation(image));
    return 0;
}

/// Shrinks 8-bit RGB pixels, which must outlive the result, and then turns them clockwise by quarters.
static inline int cvips_thumbnail_pixels(
    const void *pixels, int pixel_width, int pixel_height, int turns, int width, int height, int fills,
    VipsImage **result) {
    VipsImage *image = vips_image_new_from_memory(
        pixels, (size_t)pixel_width * (size_t)pixel_height * 3, pixel_width, pixel_height, 3, VIPS_FORMAT_UCHAR);
    if (image == NULL) return -1;
    VipsImage *typed = NULL, *small = NULL;
    int is_aside = turns % 2;
    int code = vips_copy(image, &typed, "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
    if (code == 0)
        code = vips_thumbnail_image(
            typed, &small, is_aside ? height : width, "height", is_aside ? width : height, "size", VIPS_SIZE_DOWN,
            "crop", fills ? VIPS_INTERESTING_CENTRE : VIPS_INTERESTING_NONE, NULL);
    if (code == 0) code = vips_rot(small, result, (VipsAngle)turns, NULL);
    g_object_unref(image);
    if (typed != NULL) g_object_unref(typed);
    if (small != NULL) g_object_unref(small);
    return code;
}

/// Turns and mirrors as an EXIF orientation of 1 to 8 says.
static inline int cvips_orient(VipsImage *image, int orientation, VipsImage **result) {
    VipsImage *tagged = NULL;
    if (vips_copy(image, &tagged, NULL) != 0) return -1;
    vips_image_set_int(tagged, VIPS_META_ORIENTATION, orientation);
    int code = vips_autorot(tagged, result, NULL);
    g_object_unref(tagged);
    return code;
}

/// Turns clockwise by quarters.
static inline int cvips_turn(VipsImage *image, int quarters, VipsImage **result) {
    return vips_rot(image, result, (VipsAngle)quarters, NULL);
}

static inline int cvips_extract(VipsImage *image, int left, int top, int width, int height, VipsImage **result) {
    return vips_extract_area(image, result, left, top, width, height, NULL);
}

/// Cuts the same part out of each frame of an animation.
static inline int cvips_extract_frames(
    VipsImage *animation, int left, int top, int width, int height, VipsImage **result) {
    int page_height = vips_image_get_page_height(animation);
    int count = animation->Ysize / page_height;
    VipsImage **parts = g_new0(VipsImage *, count);
    VipsImage *joined = NULL;
    int code = 0;
    for (int place = 0; place < count && code == 0; place++)
        code = vips_extract_area(animation, &parts[place], left, place * page_height + top, width, height, NULL);
    if (code == 0) code = vips_arrayjoin(parts, &joined, count, "across", 1, NULL);
    if (code == 0) code = vips_copy(joined, result, NULL);
    if (code == 0) vips_image_set_int(*result, VIPS_META_PAGE_HEIGHT, height);
    if (joined != NULL) g_object_unref(joined);
    for (int place = 0; place < count; place++)
        if (parts[place] != NULL) g_object_unref(parts[place]);
    g_free(parts);
    return code;
}

/// Leaves nothing beside the pixels, or only their profile: some encoders write it although they are told to strip (8.14).
static inline int cvips_strip(VipsImage *image, int keeps_profile, VipsImage **result) {
    if (vips_copy(image, result, NULL) != 0) return -1;
    gchar **names = vips_image_get_fields(*result);
    for (gchar **name = names; names != NULL && *name != NULL; name++)
        if (g_str_has_suffix(*name, "-data") && !(keeps_profile && strcmp(*name, VIPS_META_ICC_NAME) == 0))
            vips_image_remove(*result, *name);
    g_strfreev(names);
    return 0;
}

/// Computes all pixels and keeps them in memory.
static inline VipsImage *cvips_keep(VipsImage *image) { return vips_image_copy_memory(image); }

/// Puts the picture on white where it is transparent.
static inline int cvips_flatten(VipsImage *image, VipsImage **result) {
    double white[] = {255};
    VipsArrayDouble *background = vips_array_double_new(white, 1);
    int code = vips_flatten(image, result, "background", background, NULL);
    vips_area_unref(VIPS_AREA(background));
    return code;
}

// - keeps: whether profile and metadata are written, too.
static inline int cvips_jpeg(VipsImage *image, void **bytes, size_t *count, int quality, int keeps) {
    return vips_jpegsave_buffer(image, bytes, count, "Q", quality, "strip", !keeps, "optimize_coding", keeps, NULL);
}

/// Effort 2 of 6: twice as fast as the default of 4, a twentieth larger.
static inline int cvips_webp(VipsImage *image, void **bytes, size_t *count, int quality, int keeps) {
    return vips_webpsave_buffer(image, bytes, count, "Q", quality, "effort", 2, "strip", !keeps, NULL);
}

/// Effort 2 of 9: a thumbnail is made while somebody waits.
static inline int cvips_avif(VipsImage *image, void **bytes, size_t *count, int quality, int keeps) {
    return vips_heifsave_buffer(
        image, bytes, count, "Q", quality, "compression", VIPS_FOREIGN_HEIF_COMPRESSION_AV1, "effort", 2, "strip",
        !keeps, NULL);
}

static inline int cvips_png(VipsImage *image, void **bytes, size_t *count, int keeps) {
    return vips_pngsave_buffer(image, bytes, count, "strip", !keeps, NULL);
}

/// Shrinks a picture by averages of whole pixels.
static inline int cvips_shrink(VipsImage *image, int factor, VipsImage **result) {
    return vips_shrink(image, result, factor, factor, NULL);
}

/// Shrinks a picture by averages of whole pixels, so that its longer side has so many, or less than twice as many, but where
/// the shorter side would be gone.
static inline int cvips_reduce(VipsImage *image, int side, VipsImage **result) {
    int factor = VIPS_MAX(VIPS_MIN(VIPS_MAX(image->Xsize, image->Ysize) / side, VIPS_MIN(image->Xsize, image->Ysize)), 1);
    return cvips_shrink(image, factor, result);
}

/// Puts pictures of one size side by side, or makes them the frames of an animation.
/// - delay: milliseconds that a frame is shown; 0 for pictures side by side.
static inline int cvips_join(VipsImage **images, int count, int delay, VipsImage **result) {
    VipsImage *joined = NULL;
    if (vips_arrayjoin(images, &joined, count, "across", delay == 0 ? count : 1, NULL) != 0) return -1;
    int code = vips_copy(joined, result, NULL);
    g_object_unref(joined);
    if (code != 0 || delay == 0) return code;
    int *delays = g_new(int, count);
    for (int place = 0; place < count; place++) delays[place] = delay;
    vips_image_set_int(*result, VIPS_META_PAGE_HEIGHT, vips_image_get_height(images[0]));
    vips_image_set_array_int(*result, "delay", delays, count);
    vips_image_set_int(*result, "loop", 0);
    g_free(delays);
    return 0;
}

/// Gives the pixels as 8-bit sRGB, three bytes each, on white where they are transparent; the caller frees them (g_free).
static inline void *cvips_rgb(VipsImage *image, size_t *count) {
    if (cvips_is_rgb(image)) return vips_image_write_to_memory(image, count);
    VipsImage *colored = NULL, *flat = NULL, *whole = NULL;
    void *pixels = NULL;
    if (vips_colourspace(image, &colored, VIPS_INTERPRETATION_sRGB, NULL) == 0
        && (vips_image_hasalpha(colored) ? cvips_flatten(colored, &flat) : vips_copy(colored, &flat, NULL)) == 0
        && vips_cast_uchar(flat, &whole, NULL) == 0 && whole->Bands == 3)
        pixels = vips_image_write_to_memory(whole, count);
    if (colored != NULL) g_object_unref(colored);
    if (flat != NULL) g_object_unref(flat);
    if (whole != NULL) g_object_unref(whole);
    return pixels;
}
