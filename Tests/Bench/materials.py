"""Draws what is measured with, once, under the bench's folder: libraries of small JPEGs and photos of 12 megapixels."""
import datetime
import io
import json
import pathlib
import shutil
import struct
import subprocess
import sys

import numpy as np
import piexif
from PIL import Image

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Tools"))
from drawing import scenes, stills  # noqa: E402

# Grows when the same settings give other files than before.
EDITION = 4
FILES_PER_FOLDER = 250
LOOKS = 24
PHOTOS = 48

# Values of the template's EXIF that every copy replaces by its own, of the same length.
DATE = b"2001:01:01 01:01:01"
LATITUDE, LONGITUDE = (0x0BADCAFE, 1), (0x0BADF00D, 1)


def drawn_once(folder, settings, draw):
    """Calls draw(partial folder) unless the folder holds what the same settings gave before."""
    marker = folder.with_name(folder.name + ".drawn")
    settings = {"edition": EDITION, **settings}
    if folder.is_dir() and marker.exists() and json.loads(marker.read_text()) == settings:
        return folder
    print("drawing %s" % folder, flush=True)
    partial = folder.with_name(folder.name + ".partial")
    for old in (partial, folder):
        shutil.rmtree(old, ignore_errors=True)
    partial.mkdir(parents=True)
    draw(partial)
    partial.rename(folder)
    marker.write_text(json.dumps(settings) + "\n")
    return folder


def library(root, count, has_small_pictures=False):
    """A folder of `count` JPEGs of 20 to 40 kB, each with its own date, place and number in EXIF, 250 a folder.

    Where it has small pictures, each has the one that cameras put into EXIF, too.
    """
    def draw(folder):
        looks = [small_photo(number) for number in range(LOOKS)]
        details = [template(small_picture(look) if has_small_pictures else None) for look in looks]
        start = datetime.datetime(2011, 2, 3, 4, 5, 6)
        parts = max(1, count // FILES_PER_FOLDER)
        for part in range(parts):
            place = folder / ("shelf %02d" % (part // 40)) / ("part %03d" % part)
            place.mkdir(parents=True)
            # Every folder has pictures of all years, as if sorted by subject: no date is near the last one's.
            for index in range(part, count, parts):
                taken = (start + datetime.timedelta(minutes=53 * index)).strftime("%Y:%m:%d %H:%M:%S").encode()
                own = details[index % LOOKS].replace(DATE, taken)
                own = own.replace(struct.pack(">II", *LATITUDE), struct.pack(">II", index * 7919 % 600000, 10000))
                own = own.replace(struct.pack(">II", *LONGITUDE), struct.pack(">II", index * 104729 % 600000, 10000))
                segment = b"\xff\xe1" + struct.pack(">H", len(own) + 2) + own
                (place / ("IMG_%06d.jpg" % index)).write_bytes(b"\xff\xd8" + segment + looks[index % LOOKS][2:])
    name = "library-%d%s" % (count, "-with-small-pictures" if has_small_pictures else "")
    return drawn_once(root / name, {"count": count}, draw)


def small_picture(photo):
    """The picture that cameras put into EXIF."""
    small = io.BytesIO()
    Image.open(io.BytesIO(photo)).resize((160, 120)).save(small, "JPEG", quality=75)
    return small.getvalue()


def template(small_picture=None):
    """EXIF as a common camera writes it, with the values to be replaced."""
    date = DATE.decode()
    small = {"1st": {piexif.ImageIFD.Compression: 6}, "thumbnail": small_picture} if small_picture else {}
    return piexif.dump({
        **small,
        "0th": {piexif.ImageIFD.Make: "Canon", piexif.ImageIFD.Model: "Canon EOS R6", piexif.ImageIFD.Orientation: 1,
                piexif.ImageIFD.DateTime: date, piexif.ImageIFD.Software: "Bench"},
        "Exif": {piexif.ExifIFD.DateTimeOriginal: date, piexif.ExifIFD.DateTimeDigitized: date,
                 piexif.ExifIFD.OffsetTimeOriginal: "+01:00", piexif.ExifIFD.LensModel: "RF24-105mm F4 L IS USM",
                 piexif.ExifIFD.ISOSpeedRatings: 400, piexif.ExifIFD.FNumber: (40, 10),
                 piexif.ExifIFD.ExposureTime: (1, 320), piexif.ExifIFD.FocalLength: (50, 1)},
        "GPS": {piexif.GPSIFD.GPSLatitudeRef: "N", piexif.GPSIFD.GPSLatitude: ((46, 1), LATITUDE, (0, 1)),
                piexif.GPSIFD.GPSLongitudeRef: "E", piexif.GPSIFD.GPSLongitude: ((7, 1), LONGITUDE, (0, 1)),
                piexif.GPSIFD.GPSAltitude: (372, 1)}})


def small_photo(number):
    """A JPEG of 20 to 40 kB without metadata."""
    random = np.random.default_rng([3, number])
    names = sorted(scenes.SCENES)
    image = textured(scenes.SCENES[names[number % len(names)]](480, 360, random), random, grain=2.0)
    for quality in range(92, 40, -4):
        data = stills.jpeg(image, quality=quality)
        if len(data) <= 36_000:
            return data
    return data


def textured(image, random, grain):
    """The picture with leaves, stones and sand all over it, as a photo has, so that it compresses like one."""
    values = np.asarray(image, np.float32).copy()
    height, width = values.shape[:2]
    for cell, strength in ((48, 9), (20, 7), (9, 5), (4, 3.5)):
        values += strength * scenes.soft_noise(width, height, cell, random)[:, :, None]
    values += grain * random.standard_normal(values.shape, np.float32)
    return Image.fromarray(np.clip(values, 0, 255).astype(np.uint8))


def photos(root, count):
    """A folder of `count` different JPEGs of 4000 x 3000 pixels, some 4 MB each."""
    def draw(folder):
        drawings = []
        for number in range(4):
            random = np.random.default_rng([5, number])
            image = scenes.SCENES[("landscape", "garden", "skyline", "lights")[number]](4000, 3000, random)
            drawings.append(np.asarray(textured(image, random, grain=2.6)))
        for number in range(count):
            # Pushed to the side by another way each time: another picture of the same weight.
            values = np.roll(drawings[number % 4], 16 * 37 * (number // 4), axis=1)
            buffer = io.BytesIO()
            taken = datetime.datetime(2021, 3, 4, 10, 0, 0) + datetime.timedelta(minutes=number)
            details = stills.exif(taken, 60, ("Canon", "Canon EOS R6", None), orientation=1, size=(4000, 3000))
            Image.fromarray(values).save(buffer, "JPEG", quality=90, exif=details)
            (folder / ("photo_%03d.jpg" % number)).write_bytes(buffer.getvalue())
    return drawn_once(root / ("photos-%d" % count), {"count": count}, draw)


def mixed(root, copies):
    """So many copies of a small library of everything: HEIC, AVIF, raw data, videos, live and motion photos, odd files."""
    def draw(folder):
        program = pathlib.Path(__file__).parents[1] / "Tools" / "draw_library.py"
        one = folder / "copy 000"
        subprocess.run([sys.executable, program, "--small", one], check=True)
        one.with_name(one.name + ".drawn").unlink(missing_ok=True)
        for number in range(1, copies):
            shutil.copytree(one, folder / ("copy %03d" % number))
    return drawn_once(root / ("mixed-%d" % copies), {"copies": copies}, draw)


def camera_photos(root, count):
    """A folder of `count` JPEGs of 12 megapixels with the small picture that cameras put into them."""
    def draw(folder):
        sources = sorted(photos(root, PHOTOS).iterdir())
        for number in range(count):
            path = sources[number % len(sources)]
            details = piexif.load(str(path))
            details["0th"][piexif.ImageIFD.ImageDescription] = "number %d" % number
            details["thumbnail"], details["1st"] = small_picture(path.read_bytes()), {piexif.ImageIFD.Compression: 6}
            piexif.insert(piexif.dump(details), str(path), str(folder / ("camera_%04d.jpg" % number)))
    return drawn_once(root / ("camera-%d" % count), {"count": count}, draw)


def pictures(root, count):
    """A folder of JPEGs, half of 12 and a quarter of 3 megapixels, and of PNGs and WebPs of 3 megapixels."""
    def draw(folder):
        for number, path in enumerate(sorted(photos(root, count).iterdir())):
            name = "picture_%03d" % number
            if number % 2 == 0:
                shutil.copy(path, folder / (name + ".jpg"))
                continue
            small = Image.open(path).resize((2000, 1500), Image.Resampling.LANCZOS)
            if number % 8 == 1:
                small.save(folder / (name + ".png"), compress_level=6)
            elif number % 8 == 5:
                small.save(folder / (name + ".webp"), quality=85)
            else:
                small.save(folder / (name + ".jpg"), quality=90)
    return drawn_once(root / ("pictures-%d" % count), {"count": count}, draw)


def warm(folder):
    """Reads every file of a folder, so that it is in the page cache."""
    for path in folder.rglob("*"):
        if path.is_file():
            path.read_bytes()
