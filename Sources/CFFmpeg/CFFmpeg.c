#include "CFFmpeg.h"
#include "Input.h"
#include <libavutil/pixdesc.h>
#include <string.h>

// How many times longer than its main track a movie may be: a sound may go on after the pictures.
enum { LONGEST_REMAINDER = 100 };

const char *cffmpeg_version(void) { return av_version_info(); }

void cffmpeg_describe(int error, char *text, size_t size) { av_strerror(error, text, size); }

static void tell(
    cffmpeg_sink sink, void *context, enum cffmpeg_field field, const AVDictionary *tags, const char *key) {
    const AVDictionaryEntry *entry = av_dict_get(tags, key, NULL, 0);
    if (entry != NULL && entry->value[0] != 0) sink(context, field, entry->value);
}

/// The first of these keys that a container uses is told.
static void tell_first(
    cffmpeg_sink sink, void *context, enum cffmpeg_field field, const AVDictionary *tags, const char *const keys[]) {
    for (; *keys != NULL; keys++) {
        if (av_dict_get(tags, *keys, NULL, 0) == NULL) continue;
        tell(sink, context, field, tags, *keys);
        return;
    }
}

/// How pixels are stored; the headers of H.264 tell it by the profile (ISO/IEC 14496-15, 5.3.3.1) without a decoder.
static const char *pixel_format(const AVCodecParameters *video) {
    if (video->format >= 0) return av_get_pix_fmt_name(video->format);
    if (video->codec_id != AV_CODEC_ID_H264 || video->extradata_size < 4 || video->extradata[0] != 1) return NULL;
    switch (video->extradata[1]) {
    case 66: case 77: case 88: case 100: return "yuv420p";
    case 110: return "yuv420p10le";
    case 122: return "yuv422p10le";
    case 244: return "yuv444p";
    default: return NULL;
    }
}

int cffmpeg_probe(
    int descriptor, int64_t start, int64_t size, const char *format, struct cffmpeg_media *media, cffmpeg_sink sink,
    void *context) {
    memset(media, 0, sizeof *media);
    media->duration = -1;
    struct input input;
    int code = input_open(&input, descriptor, start, size, format);
    if (code < 0) return code;
    AVStream *video = input_video(&input), *audio = NULL;
    for (unsigned place = 0; place < input.format->nb_streams && audio == NULL; place++) {
        AVStream *stream = input.format->streams[place];
        if (stream->codecpar->codec_type == AVMEDIA_TYPE_AUDIO) audio = stream;
    }
    AVStream *main = video != NULL ? video : audio;
    media->has_video = video != NULL;
    media->has_audio = audio != NULL;
    int64_t track = -1, movie = input.format->duration;
    if (main != NULL && main->duration != AV_NOPTS_VALUE && main->duration > 0)
        track = av_rescale_q(main->duration, main->time_base, AV_TIME_BASE_Q);
    // The movie's length is what players show; without a timescale its header makes it a thousand times too long.
    int is_movie_sane = movie != AV_NOPTS_VALUE && movie > 0 && (track <= 0 || movie / LONGEST_REMAINDER <= track);
    media->duration = is_movie_sane ? movie : track;
    if (video != NULL) {
        input_display_size(video, &media->width, &media->height);
        media->pixel_aspect = input_pixel_aspect(video);
        if (input_turns(video) % 2 == 1) {
            int width = media->width;
            media->width = media->height;
            media->height = width;
        }
        enum AVColorTransferCharacteristic transfer = video->codecpar->color_trc;
        if (video->avg_frame_rate.num > 0 && video->avg_frame_rate.den > 0)
            media->frame_rate = av_q2d(video->avg_frame_rate);
        const char *pixels = pixel_format(video->codecpar);
        if (pixels != NULL) sink(context, CFFMPEG_PIXEL_FORMAT, pixels);
        media->is_hdr = transfer == AVCOL_TRC_SMPTE2084 ? 1 : transfer == AVCOL_TRC_ARIB_STD_B67 ? 2 : 0;
    }
    if (main != NULL) sink(context, CFFMPEG_CODEC, avcodec_get_name(main->codecpar->codec_id));
    if (audio != NULL) sink(context, CFFMPEG_AUDIO_CODEC, avcodec_get_name(audio->codecpar->codec_id));
    const AVDictionary *tags = input.format->metadata;
    tell(sink, context, CFFMPEG_CONTENT_IDENTIFIER, tags, "com.apple.quicktime.content.identifier");
    tell_first(
        sink, context, CFFMPEG_AUTHOR, tags, (const char *const[]){"com.apple.quicktime.author", "author", NULL});
    tell(sink, context, CFFMPEG_CAPTURE_RATE, tags, "com.android.capture.fps");
    tell(sink, context, CFFMPEG_CREATION_DATE, tags, "com.apple.quicktime.creationdate");
    tell(sink, context, CFFMPEG_CREATION_TIME, tags, "creation_time");
    tell_first(
        sink, context, CFFMPEG_LOCATION, tags,
        (const char *const[]){"com.apple.quicktime.location.ISO6709", "location", "location-eng", NULL});
    tell_first(sink, context, CFFMPEG_MAKE, tags, (const char *const[]){"com.apple.quicktime.make", "make", NULL});
    tell_first(sink, context, CFFMPEG_MODEL, tags, (const char *const[]){"com.apple.quicktime.model", "model", NULL});
    tell_first(
        sink, context, CFFMPEG_TITLE, tags, (const char *const[]){"com.apple.quicktime.title", "title", NULL});
    tell_first(
        sink, context, CFFMPEG_DESCRIPTION, tags,
        (const char *const[]){"com.apple.quicktime.description", "description", "comment", NULL});
    input_close(&input);
    return 0;
}
