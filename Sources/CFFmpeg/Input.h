// An open container, shared by what reads facts and what reads frames.
#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <stdint.h>

struct input {
    int descriptor;
    /// Where in the file it starts and how long it is; the position is counted from the start.
    int64_t start, size, position;
    AVIOContext *io;
    AVFormatContext *format;
};

/// Opens the container and reads its headers; a negative AVERROR where that fails, and then nothing is to be closed.
int input_open(struct input *input, int descriptor, int64_t start, int64_t size, const char *format);
void input_close(struct input *input);

/// The first track of moving pictures: no cover, no chapter pictures. NULL where there is none.
AVStream *input_video(const struct input *input);

/// The size at which the track's frames are shown, before rotation.
void input_display_size(const AVStream *video, int *width, int *height);

/// How much wider than tall pixels are; 1 where nothing sound is said.
double input_pixel_aspect(const AVStream *video);

/// The quarter turns clockwise, 0 to 3, that show the track upright.
int input_turns(const AVStream *video);
