#!/usr/bin/python3
"""Draws a library of photos: trips over some years, and one of everything that a library has to cope with.

usage: draw_library.py FOLDER [--count 300] [--seed 1] [--small]
  --count   how many ordinary pictures; about 40 special ones come on top
  --seed    another seed, another library; the same seed always gives the same files
  --small   small pictures and only 24 ordinary ones, for tests

Draws nothing where FOLDER holds what the same settings gave before (FOLDER.drawn says so).
Needs Debian's python3-pil, python3-numpy, python3-piexif and ffmpeg; HEIC and AVIF are left out without vips.
"""
import argparse
import datetime
import json
import math
import multiprocessing
import os
import pathlib
import shutil
import sys
import time

import numpy as np

from drawing import scenes, specials, stills

# Grows when the same settings give other files than before.
EDITION = 1

PHONE = ("Apple", "iPhone 13", "iPhone 13 back camera 5.1mm f/1.6")
PIXEL = ("Google", "Pixel 7", None)
MIRRORLESS = ("Canon", "Canon EOS R6", "RF24-105mm F4 L IS USM")
COMPACT = ("SONY", "DSC-RX100M3", "24-70mm F1.8-2.8")

# Folder, first day, days, minutes from UTC (None: the camera did not say), place (None: no receiver), camera, scenes,
# share of all pictures.
TRIPS = [
    ("2018/Harbour walk", "2018-05-12", 1, None, None, COMPACT, ("skyline", "landscape"), 3),
    ("2019/Lisbon", "2019-04-18", 4, 60, (38.7139, -9.1334, 12), MIRRORLESS, ("tiles", "skyline", "landscape"), 5),
    ("2019/Winter lights", "2019-12-20", 8, 60, (48.2082, 16.3738, 171), PHONE, ("lights", "skyline"), 4),
    ("2020/Garden", "2020-05-02", 60, 120, (52.5200, 13.4050, 34), COMPACT, ("garden",), 5),
    ("2021/Alps/Day 1", "2021-08-03", 1, 120, (46.5583, 7.8926, 2970), MIRRORLESS, ("landscape",), 4),
    ("2021/Alps/Day 2", "2021-08-04", 1, 120, (46.5475, 7.9852, 3466), MIRRORLESS, ("landscape",), 4),
    ("2022/Kyōto 京都", "2022-11-14", 6, 540, (35.0116, 135.7681, 50), PIXEL, ("garden", "landscape", "lights"), 5),
    ("2022/Southern summer", "2022-12-27", 9, 780, (-45.0312, 168.6626, 310), PHONE, ("landscape", "garden"), 4),
    ("2023/Café crème & friends", "2023-06-10", 1, 120, (45.7640, 4.8357, 170), PHONE, ("lights", "garden"), 3),
    ("2023/Iceland", "2023-09-05", 7, 0, (64.1466, -21.9426, 15), MIRRORLESS, ("landscape",), 5),
    ("2024/Nevada", "2024-03-08", 5, -480, (39.1638, -119.7674, 1463), PIXEL, ("landscape", "skyline"), 4),
    ("2025/Phone", "2025-01-05", 200, 60, (50.0755, 14.4378, 200), PHONE, tuple(scenes.SCENES), 6),
    ("Scans", None, 0, None, None, None, ("landscape", "garden"), 2),
]
SHAPES = [(4, 3), (3, 2), (4, 3), (16, 9), (1, 1)]


def plan(count, seed, small):
    """Returns one dictionary for each ordinary picture; all chance is spent here or seeded by its number."""
    random = np.random.default_rng(seed)
    shares = sum(trip[-1] for trip in TRIPS)
    pictures = []
    for index, (folder, day, days, offset, place, camera, kinds, share) in enumerate(TRIPS):
        last = index == len(TRIPS) - 1
        amount = count - len(pictures) if last else round(count * share / shares)
        start = datetime.datetime.fromisoformat(day + "T08:10:00") if day else None
        for number in range(amount):
            wide, high = SHAPES[random.integers(len(SHAPES))]
            long_edge = int(random.integers(160, 400) if small else random.integers(700, 1500)) // 16 * 16
            width, height = long_edge, long_edge * high // wide
            if random.random() < 0.3:
                width, height = height, width
            taken = None
            if start:
                hours = days * 24 * number / amount
                seconds = int(hours % 24 / 24 * 43200 + random.integers(600))
                taken = start + datetime.timedelta(days=hours // 24, seconds=seconds)
            where = place and (place[0] + random.normal(0, 0.02), place[1] + random.normal(0, 0.02),
                               place[2] + random.normal(0, 8))
            pictures.append({
                "folder": folder, "number": number, "scene": kinds[random.integers(len(kinds))], "width": width,
                "height": height, "taken": taken, "offset": offset, "place": where, "camera": camera,
                "orientation": int(random.choice([1, 1, 1, 1, 6, 8, 3])), "seed": [seed, len(pictures)]})
    return pictures


def name_of(picture):
    """A file name as the camera would give it."""
    if picture["camera"] is None:
        return "scan%03d.jpg" % (picture["number"] + 1)
    if picture["camera"] == PIXEL:
        return picture["taken"].strftime("PXL_%Y%m%d_%H%M%S") + "%03d.jpg" % (picture["number"] % 1000)
    prefix = {PHONE: "IMG_%04d.JPG", MIRRORLESS: "_MG_%04d.JPG", COMPACT: "DSC%05d.JPG"}[picture["camera"]]
    return prefix % (picture["number"] + 1001)


def modified_at(path, taken, offset):
    """Sets a file's times to when its picture was taken, so that they are the same in every drawing."""
    seconds = ((taken or datetime.datetime(2017, 1, 1)) - datetime.datetime(1970, 1, 1)).total_seconds()
    os.utime(path, (seconds - 60 * (offset or 0),) * 2)


def draw(job):
    """Draws and writes one ordinary picture."""
    folder, picture = job
    random = np.random.default_rng(picture["seed"])
    image = scenes.SCENES[picture["scene"]](picture["width"], picture["height"], random)
    stored = stills.turned(image, picture["orientation"])
    details = None
    if picture["camera"]:
        details = stills.exif(picture["taken"], picture["offset"], picture["camera"], picture["place"],
                              picture["orientation"], size=stored.size)
    else:
        stored = image
    path = folder / picture["folder"] / name_of(picture)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(stills.jpeg(stored, details))
    modified_at(path, picture["taken"], picture["offset"])


def main():
    parser = argparse.ArgumentParser(description="Draws a library of photos.")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--small", action="store_true")
    options = parser.parse_args()
    count = options.count if options.count is not None else 24 if options.small else 300
    settings = {"edition": EDITION, "count": count, "seed": options.seed, "small": options.small}
    folder = options.folder.absolute()
    marker = folder.with_name(folder.name + ".drawn")
    try:
        if folder.is_dir() and json.loads(marker.read_text()) == settings:
            return 0
    except (OSError, ValueError):
        pass
    if folder.exists() and not marker.exists():
        print("draw_library.py: %s is there and was not drawn by this program" % folder, file=sys.stderr)
        return 2

    print("drawing %d pictures and some special ones into %s" % (count, folder), flush=True)
    started = time.monotonic()
    partial = folder.with_name(folder.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    with multiprocessing.Pool() as pool:
        jobs = [(partial, picture) for picture in plan(count, options.seed, options.small)]
        ordinary = pool.map_async(draw, jobs, chunksize=max(1, math.ceil(len(jobs) / 40)))
        extra = pool.map_async(specials.draw, [(partial, name, options.seed, options.small) for name in specials.KINDS],
                               chunksize=1)
        ordinary.get()
        notes = [note for note in extra.get() if note]
    shutil.rmtree(folder, ignore_errors=True)
    partial.rename(folder)
    marker.write_text(json.dumps(settings) + "\n")
    files = [path for path in folder.rglob("*") if path.is_file()]
    for note in notes:
        print(note)
    print("%d files, %.1f MB, %.1f s" % (len(files), sum(path.stat().st_size for path in files) / 1e6,
                                         time.monotonic() - started))
    return 0


if __name__ == "__main__":
    sys.exit(main())
