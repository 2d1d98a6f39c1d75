// libjpeg-turbo's decoder over a JPEG in memory. Its errors jump, which Swift can't follow.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// A JPEG that is decoded to red, green and blue, three bytes a pixel, from top to bottom.
struct cjpeg_decoder;

/// Reads the header. Gives NULL where it is damaged, or the colours are not brightness alone, or of red, green and blue.
/// - shrink: by how much it is shrunk while it is read: 1, 2, 4 or 8.
/// - width, height: what they are then.
struct cjpeg_decoder *cjpeg_begin(const uint8_t *bytes, size_t count, int shrink, int *width, int *height);

/// Decodes the next rows, nothing between them. Gives 0, or -1 where the damage is too great to go on.
int cjpeg_read(struct cjpeg_decoder *decoder, uint8_t *pixels, int rows);

/// Whether the data ended before the picture did, as far as it was decoded.
int cjpeg_is_cut_short(const struct cjpeg_decoder *decoder);

void cjpeg_free(struct cjpeg_decoder *decoder);
