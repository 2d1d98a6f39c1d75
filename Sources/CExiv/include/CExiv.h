// What exiv2 reads of a picture in memory, as C: fields as text, the picture's size, and previews of RAW files.
#pragma once
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// The version of the exiv2 library that is loaded, as text.
const char *cexiv_version(void);

/// The fields that are told of, in the words of Exif 2.32, XMP and IPTC-IIM.
enum cexiv_field {
    CEXIV_MAKE,
    CEXIV_MODEL,
    CEXIV_ORIENTATION,
    CEXIV_DESCRIPTION,
    CEXIV_RATING,
    CEXIV_DATE_ORIGINAL,
    CEXIV_DATE_DIGITIZED,
    CEXIV_SUBSECOND_ORIGINAL,
    CEXIV_SUBSECOND_DIGITIZED,
    CEXIV_OFFSET_ORIGINAL,
    CEXIV_OFFSET_DIGITIZED,
    CEXIV_LENS,
    CEXIV_LATITUDE_REFERENCE,
    CEXIV_LATITUDE,
    CEXIV_LONGITUDE_REFERENCE,
    CEXIV_LONGITUDE,
    CEXIV_ALTITUDE_REFERENCE,
    CEXIV_ALTITUDE,
    CEXIV_XMP_DATE_ORIGINAL,
    CEXIV_XMP_DATE_CREATED,
    CEXIV_XMP_CREATE_DATE,
    CEXIV_XMP_ORIENTATION,
    CEXIV_XMP_LATITUDE,
    CEXIV_XMP_LONGITUDE,
    CEXIV_XMP_TITLE,
    CEXIV_XMP_DESCRIPTION,
    CEXIV_XMP_SUBJECT,
    CEXIV_XMP_RATING,
    CEXIV_XMP_MAKE,
    CEXIV_XMP_MODEL,
    CEXIV_XMP_LENS,
    CEXIV_IPTC_DATE,
    CEXIV_IPTC_TIME,
    CEXIV_IPTC_TITLE,
    CEXIV_IPTC_CAPTION,
    CEXIV_IPTC_KEYWORD,
    CEXIV_EXPOSURE_TIME,
    CEXIV_USER_COMMENT,
    CEXIV_CUSTOM_RENDERED,
    CEXIV_XMP_USER_COMMENT,
    CEXIV_SOFTWARE,
    CEXIV_F_NUMBER,
    CEXIV_ISO_SPEED,
    CEXIV_FOCAL_LENGTH,
    CEXIV_COLOR_SPACE,
    CEXIV_DIRECTION,
    CEXIV_GPS_TIME,
    CEXIV_GPS_DATE,
    CEXIV_XMP_REGION,  ///< `[1]/mwg-rs:Name=Anna`: the path below a list of regions, and the value.
    CEXIV_MAKER_NOTE,  ///< The maker's own data as they are, which are no text.
    CEXIV_XMP_PACKET,  ///< The XMP packet as it is.
    CEXIV_COLOR_PROFILE,  ///< The ICC profile as it is.
    CEXIV_THUMBNAIL,  ///< The JPEG in the Exif block as it is.
    CEXIV_FIELD_COUNT
};

/// Takes one field's bytes, which need not be valid UTF-8; a field with several values is told of once for each.
typedef void (*cexiv_sink)(void *context, enum cexiv_field field, const char *bytes, size_t count);

/// What is known of a picture besides its fields.
struct cexiv_picture {
    /// Stored size in pixels, before orientation; 0 where it is not known.
    uint32_t width, height;
    /// The XMP says that it is stitched (GPano:ProjectionType).
    int is_panorama;
    /// The XMP tells of a gain map.
    int has_gain_map;
    /// The XMP tells of a map of distances.
    int has_depth;
    /// exiv2 gave up before the end; what it had found until then is told.
    int is_damaged;
};

/// Reads `count` bytes of a picture. Gives 0, or -1 where exiv2 does not know the format.
int cexiv_read(const uint8_t *bytes, size_t count, struct cexiv_picture *picture, cexiv_sink sink, void *context);

/// The same of an Exif block and an XMP packet that were taken out of a picture; either may be empty.
void cexiv_read_blocks(
    const uint8_t *exif, size_t exif_count, const uint8_t *xmp, size_t xmp_count, struct cexiv_picture *picture,
    cexiv_sink sink, void *context);

/// Takes the bytes of a preview, a whole JPEG, valid during the call only, and the RAW file's orientation, 1 to 8.
typedef void (*cexiv_preview_sink)(void *context, const uint8_t *bytes, size_t count, int orientation);

/// Finds the smallest JPEG preview of at least `width` by `height` pixels in a RAW file, else the largest; tells of
/// none where there is none.
void cexiv_preview(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, cexiv_preview_sink sink, void *context);

/// Takes the bytes of a corrected picture, valid during the call only.
typedef void (*cexiv_picture_sink)(void *context, const uint8_t *bytes, size_t count);

/// Makes the metadata of an upright picture of `width` by `height` pixels true: orientation and size; without a
/// thumbnail, and without words about what no picture but the original holds, such as a video or a gain map.
/// - source: a file of which Exif, XMP and IPTC are taken instead of the picture's own; may be empty.
/// Gives 0, or -1 where exiv2 can't write them.
int cexiv_correct(
    const uint8_t *bytes, size_t count, const uint8_t *source, size_t source_count, uint32_t width, uint32_t height,
    cexiv_picture_sink sink, void *context);

#ifdef __cplusplus
}
#endif
