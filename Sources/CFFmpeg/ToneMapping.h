// HDR pixels for a screen of common brightness.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Turns BT.2020 pixels of three 16-bit words, in PQ (SMPTE ST 2084) or else HLG (ARIB STD-B67), into sRGB of three
/// bytes each, in place.
void map_tones(uint8_t *pixels, size_t count, int is_pq);
