#pragma once
#include <zlib.h>

/// Begins a gzip stream. deflateInit2 is a macro, which Swift does not see.
static inline int czlib_gzip_begin(z_stream *stream, int level) {
    const int largest_window = 15, gzip_header = 16, default_memory_level = 8;
    return deflateInit2(stream, level, Z_DEFLATED, largest_window + gzip_header, default_memory_level,
                        Z_DEFAULT_STRATEGY);
}
