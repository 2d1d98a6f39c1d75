"""Writes short videos and sounds with ffmpeg, out of a picture over which the camera moves."""
import pathlib
import struct
import subprocess

RATE = 15
# The matrix of ISO 14496-12 section 6.2.2 that turns a picture by 90 degrees clockwise, but for its shift.
QUARTER_TURN = (0, 0x10000, 0, -0x10000, 0, 0)
# From the letters `tkhd` (version 0) to the matrix.
MATRIX_OFFSET = 44


def encode(arguments, frames=None):
    """Runs ffmpeg, quiet and with one thread, so that the same bytes come out each time."""
    command = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-threads", "1", *arguments]
    if frames is None:
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
        return
    command.remove("-nostdin")
    subprocess.run(command, check=True, input=frames)


def moving_frames(image, width, height, seconds):
    """Raw RGB frames: a window of width x height that goes over the picture from left to right."""
    count = int(seconds * RATE)
    room = image.width - width
    top = (image.height - height) // 2
    frames = []
    for number in range(count):
        left = room * number // max(1, count - 1)
        frames.append(image.crop((left, top, left + width, top + height)).tobytes())
    return b"".join(frames)


def video(path, image, width, height, seconds, taken_utc, tags=None, upright=False, sound=True):
    """An H.264 video; the file's ending says whether MP4 or QuickTime.

    taken_utc: datetime in UTC; tags: QuickTime metadata by key; upright: to be turned by 90 degrees clockwise.
    """
    arguments = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "%dx%d" % (width, height), "-r", str(RATE), "-i", "-"]
    if sound:
        arguments += ["-f", "lavfi", "-i", "sine=frequency=330:sample_rate=24000:duration=%g" % seconds, "-shortest"]
    arguments += ["-c:v", "libx264", "-preset", "veryfast", "-crf", "26", "-pix_fmt", "yuv420p", "-c:a", "aac",
                  "-b:a", "32k", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact",
                  "-metadata", creation_time(taken_utc)]
    for key, value in (tags or {}).items():
        arguments += ["-metadata", "%s=%s" % (key, value)]
    arguments += ["-movflags", "+faststart+use_metadata_tags" if tags else "+faststart", str(path)]
    encode(arguments, moving_frames(image, width, height, seconds))
    if upright:
        turn(path, height)


def turn(path, height):
    """Changes the matrix of a file's first track, which is the video, to a quarter turn."""
    data = bytearray(pathlib.Path(path).read_bytes())
    at = data.index(b"tkhd") + MATRIX_OFFSET
    data[at:at + 36] = struct.pack(">9i", *QUARTER_TURN, height << 16, 0, 0x40000000)
    pathlib.Path(path).write_bytes(data)


def sound(path, seconds, taken_utc):
    """A tone as an audio file."""
    encode(["-f", "lavfi", "-i", "sine=frequency=262:sample_rate=24000:duration=%g" % seconds, "-c:a", "aac",
            "-b:a", "32k", "-fflags", "+bitexact", "-flags:a", "+bitexact",
            "-metadata", creation_time(taken_utc), str(path)])


def creation_time(taken_utc):
    return "creation_time=" + taken_utc.strftime("%Y-%m-%dT%H:%M:%SZ")
