// What the FFmpeg libraries read of a video or a sound behind a descriptor, as C: facts, and one frame; and their scaler.
// Nothing but that descriptor is ever opened: no protocol, no file that the content names.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// The version of the libavformat library that is loaded, as text.
const char *cffmpeg_version(void);

/// The fields that are told of.
enum cffmpeg_field {
    CFFMPEG_CREATION_DATE,  ///< com.apple.quicktime.creationdate: local time with offset.
    CFFMPEG_CREATION_TIME,  ///< The container's own time, UTC.
    CFFMPEG_LOCATION,       ///< ISO 6709.
    CFFMPEG_MAKE,
    CFFMPEG_MODEL,
    CFFMPEG_TITLE,
    CFFMPEG_DESCRIPTION,
    CFFMPEG_CODEC,
    CFFMPEG_AUDIO_CODEC,
    CFFMPEG_PIXEL_FORMAT,
    CFFMPEG_CONTENT_IDENTIFIER,  ///< com.apple.quicktime.content.identifier.
    CFFMPEG_AUTHOR,
    CFFMPEG_CAPTURE_RATE,  ///< com.android.capture.fps: frames a second that the camera took.
    CFFMPEG_FIELD_COUNT
};

/// Takes one field's text, which need not be valid UTF-8.
typedef void (*cffmpeg_sink)(void *context, enum cffmpeg_field field, const char *text);

/// What is known besides the fields.
struct cffmpeg_media {
    /// Size as shown, after rotation and pixel aspect; 0 without a video track.
    int width, height;
    /// How much wider than tall pixels are; 1 where nothing sound is said.
    double pixel_aspect;
    /// Microseconds; negative where it is not known.
    int64_t duration;
    int has_video, has_audio;
    /// Frames a second that are shown, on average; 0 where it is not known.
    double frame_rate;
    /// The video's transfer function: 1 for PQ, 2 for HLG, 0 for any other.
    int is_hdr;
};

/// Reads the headers of what stands in `size` bytes of the file from `start`. Gives 0, or a negative AVERROR.
/// - format: the demuxer, such as "mov".
int cffmpeg_probe(
    int descriptor, int64_t start, int64_t size, const char *format, struct cffmpeg_media *media, cffmpeg_sink sink,
    void *context);

/// One frame as 8-bit sRGB, three bytes a pixel, upright but for `turns`.
struct cffmpeg_frame {
    uint8_t *pixels;
    int width, height;
    /// Quarter turns clockwise that are still to be done, 0 to 3.
    int turns;
    /// The data ended or broke before the frame that was wanted.
    int is_partial;
};

enum cffmpeg_refusal {
    /// The media has no video track.
    CFFMPEG_NO_VIDEO = -1000000001,
    /// The frame has more pixels than the limit.
    CFFMPEG_TOO_LARGE = -1000000002,
};

/// Reads frames of one video.
struct cffmpeg_reader;

/// Opens what stands in `size` bytes of the file from `start`. Gives 0, CFFMPEG_…, or a negative AVERROR.
/// - format: the demuxer, such as "mov".
int cffmpeg_reader_open(
    int descriptor, int64_t start, int64_t size, const char *format, int64_t most_pixels,
    struct cffmpeg_reader **reader);

/// How long the video is, in microseconds; 0 where it does not say.
int64_t cffmpeg_duration(const struct cffmpeg_reader *reader);

/// Decodes the poster frame: a tenth into the video, a second at most; further where that is black. Gives 0, CFFMPEG_…, or
/// a negative AVERROR. The caller frees the frame.
int cffmpeg_read_poster(struct cffmpeg_reader *reader, struct cffmpeg_frame *frame);

/// Decodes the frame that is shown at a time in microseconds, the last one for a time behind the end. Gives and leaves the
/// same. Times that ascend take the least time.
/// - tolerance: by less than so many microseconds the frame may be an earlier or later one, where that is a key frame.
int cffmpeg_read_frame(
    struct cffmpeg_reader *reader, int64_t time, int64_t tolerance, struct cffmpeg_frame *frame);

void cffmpeg_reader_close(struct cffmpeg_reader *reader);

void cffmpeg_free(struct cffmpeg_frame *frame);

/// Scales pixels of three bytes as they come (libswscale's Lanczos kernel).
struct cffmpeg_scaler;

/// Gives NULL where there is no memory for it, or no such size.
struct cffmpeg_scaler *cffmpeg_scaler_begin(int width, int height, int scaled_width, int scaled_height);

/// Takes the next rows, `count` from `top` on. Gives 0, or a negative AVERROR.
int cffmpeg_scaler_add(void *scaler, const uint8_t *pixels, int stride, int top, int count);

/// Writes all that was scaled, nothing between rows. Gives 0, or a negative AVERROR.
int cffmpeg_scaler_finish(struct cffmpeg_scaler *scaler, uint8_t *scaled);

void cffmpeg_scaler_free(struct cffmpeg_scaler *scaler);

/// Puts FFmpeg's words for an error into `text`.
void cffmpeg_describe(int error, char *text, size_t size);
