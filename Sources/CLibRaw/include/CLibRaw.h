// A RAW file's sensor data developed by LibRaw, as C.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// The version of the LibRaw library that is loaded, as text.
const char *clibraw_version(void);

/// A developed picture: 8-bit sRGB, three bytes a pixel, upright.
struct clibraw_picture {
    const uint8_t *pixels;
    int width, height;
    /// What holds the pixels.
    void *owner;
};

enum clibraw_result {
    CLIBRAW_DONE = 0,
    /// The longer side would have no more pixels than wanted at least.
    CLIBRAW_TOO_SMALL = 1,
    /// The sensor has more pixels than the limit.
    CLIBRAW_TOO_LARGE = 2,
    /// LibRaw can't develop it; `reason` says why.
    CLIBRAW_FAILED = 3,
};

/// Develops the picture at half size, where each block of a mosaic gives one pixel, as the camera balanced it.
/// The caller frees the picture.
/// - least: the longer side must have more pixels than this.
/// - reason: a text that stays valid; set where it fails.
enum clibraw_result clibraw_develop(
    const void *bytes, size_t count, int least, int64_t most_pixels, struct clibraw_picture *picture,
    const char **reason);

void clibraw_free(struct clibraw_picture *picture);
