#!/usr/bin/env python3
"""Compares what the server says of every file of a folder with what exiftool and ffprobe say, field by field.

usage: compare_metadata.py --binary FILE FOLDER
Prints every difference, with its reason where it is right, and a table. Ends with 1 where one has no reason.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from served_library import ServedLibrary, ask

# Differences that are right as they are: the field, whether it is this one, and why.
REASONS = [
    ("size", lambda ours, theirs, file: theirs and ours == theirs[::-1] and file.get("Orientation", 1) in (5, 6, 7, 8),
     "others give the stored size; as it is shown it lies on its side"),
    ("size", lambda ours, theirs, file: theirs and ours == theirs[::-1] and file.get("Rotation") in (1, 3, 90, 270),
     "others give the size before the container's rotation"),
    ("date", lambda ours, theirs, file: ours is None and not re.match(r"[12]\d\d\d-(0[1-9]|1[0-2])-", theirs),
     "zero, blank and impossible dates are none"),
    ("offset", lambda ours, theirs, file: ours is not None and "GPSTimeStamp" in file
     and "OffsetTimeOriginal" not in file,
     "the date that counts has none; the GPS time tells it"),
    ("size", lambda ours, theirs, file: theirs is None, "others do not know the format's header"),
    ("lens", lambda ours, theirs, file: isinstance(theirs, float), "a maker's number is no name"),
    ("type", lambda ours, theirs, file: (ours, theirs) == ("image/heic", "image/heif"),
     "HEVC pictures of any brand are image/heic"),
    (None, lambda ours, theirs, file: ours is None
     and b"Raw profile type exif" in pathlib.Path(file["SourceFile"]).read_bytes(),
     "ImageMagick's raw profiles in PNG are not read"),
    ("place", lambda ours, theirs, file: ours is None and theirs == [0, 0], "0, 0 is what devices without a fix write"),
    ("place", lambda ours, theirs, file: ours is None and not file.get("GPSLatitudeRef"),
     "a place without its hemispheres is none"),
]
# Some files keep exiftool busy for ever.
EXIFTOOL_SECONDS = 600
# How far numbers may be apart: degrees, seconds, frames a second.
NEAR = {"place": 1e-4, "duration": 0.05, "rate": 0.05}


def clean(text):
    """A text as both sides would show it."""
    return re.sub(r"\s+", " ", str(text)).strip() or None


def of_server(asset):
    """The fields of the server's asset."""
    date = re.match(r"(.{19})(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$", asset["creationDate"] or "")
    is_own = not asset["creationDateSource"].startswith("file:")
    camera, place, video = (asset[name] or {} for name in ("camera", "location", "video"))
    return {
        "type": asset["resources"][0]["contentType"],
        "size": [asset["pixelWidth"], asset["pixelHeight"]] if asset["pixelWidth"] else None,
        "date": date[1] if date and is_own else None,
        "offset": date[2] if date and is_own else None,
        "place": [place["latitude"], place["longitude"]] if place else None,
        "make": camera.get("make"), "model": camera.get("model"), "lens": camera.get("lens"),
        "rating": asset["rating"], "title": asset["title"], "keywords": asset["keywords"] or None,
        "duration": asset["duration"], "codec": video.get("codec"), "rate": video.get("frameRate"),
        "exposure": asset["details"]["exposureTime"], "aperture": asset["details"]["fNumber"],
        "sensitivity": asset["details"]["isoSpeed"],
    }


def of_exiftool(file):
    """The same fields of what exiftool says of a picture."""
    date = str(file.get("DateTimeOriginal") or file.get("CreateDate") or "")
    when = re.match(r"(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?", date)
    offset = file.get("OffsetTimeOriginal") or (when and when[5])
    subject = file.get("Subject") or file.get("Keywords")
    latitude, longitude = file.get("GPSLatitude"), file.get("GPSLongitude")
    is_place = isinstance(latitude, (int, float)) and isinstance(longitude, (int, float))
    return {
        "type": file.get("MIMEType"),
        "size": [file["ImageWidth"], file["ImageHeight"]] if "ImageWidth" in file else None,
        "date": "%s-%s-%sT%s" % when.groups()[:4] if when else None, "offset": offset if when else None,
        "place": [latitude, longitude] if is_place else None,
        "make": file.get("Make"), "model": file.get("Model"), "lens": file.get("LensModel") or file.get("Lens"),
        "rating": file.get("Rating") or None, "title": file.get("Title"),
        "keywords": [clean(word) for word in (subject if isinstance(subject, list) else [subject])] if subject else None,
        "exposure": file.get("ExposureTime"), "aperture": file.get("FNumber"), "sensitivity": file.get("ISO"),
    }


def of_ffprobe(path):
    """The same fields of what ffprobe says of a video."""
    text = subprocess.run(["ffprobe", "-v", "quiet", "-of", "json", "-show_streams", "-show_format", path],
                          stdout=subprocess.PIPE, check=True).stdout
    found = json.loads(text)
    video = next((stream for stream in found["streams"] if stream["codec_type"] == "video"
                  and not stream["disposition"]["attached_pic"]), None)
    if video is None:
        return {}
    turns = next((data["rotation"] for data in video.get("side_data_list", []) if "rotation" in data), 0)
    top, bottom = video["avg_frame_rate"].split("/")
    size = [video["width"], video["height"]]
    return {
        "size": size[::-1] if turns % 180 else size, "codec": video["codec_name"],
        "duration": float(found["format"].get("duration", 0)) or None,
        "rate": int(top) / int(bottom) if int(bottom) else None,
    }


def is_same(field, ours, theirs):
    """Whether two answers mean the same."""
    if field in NEAR and ours is not None and theirs is not None:
        pairs = zip(ours, theirs) if isinstance(theirs, list) else [(ours, theirs)]
        return all(abs(one - other) <= NEAR[field] for one, other in pairs)
    if isinstance(theirs, float) and isinstance(ours, (int, float)):
        return abs(ours - theirs) <= 0.01 * abs(theirs)
    if isinstance(theirs, list) or isinstance(ours, list):
        return ours == theirs
    return clean(ours) == clean("+00:00" if theirs == "Z" else theirs)


def reason(field, ours, theirs, file):
    """Why a difference is right; None where it is not known to be."""
    return next((why for name, fits, why in REASONS if name in (field, None) and fits(ours, theirs, file)), None)


def assets_of(binary, folder, work):
    """The server's assets by their file names, which must differ."""
    library = ServedLibrary(binary, work, [folder])
    try:
        library.wait_until_idle()
        found, target = {}, "/assets?limit=1000"
        while target:
            page = json.loads(ask(library.port, "GET", target)[2])
            found.update((asset["filename"], asset) for asset in page["items"])
            target = page["next"]
        return found
    finally:
        library.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    if not options.folder.is_dir():
        print("compare_metadata: %s is not there; nothing is compared" % options.folder)
        return 0
    with tempfile.TemporaryDirectory(prefix="contactsheet-compare-") as place:
        return compare(options.binary, options.folder, pathlib.Path(place))


def compare(binary, folder, work):
    """Compares all files; gives the exit status."""
    # Each file by itself, so that none is taken for a part of another.
    flat, origins = work / "flat", {}
    flat.mkdir()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = "%05d%s" % (len(origins), path.suffix)
        origins[name] = path
        shutil.copyfile(path, flat / name)
    assets = assets_of(binary, flat, work)
    text = subprocess.run(["exiftool", "-json", "-n", "-r", str(flat)], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, timeout=EXIFTOOL_SECONDS).stdout
    tables = {os.path.basename(file["SourceFile"]): file for file in json.loads(text or b"[]")}
    counts = collections.defaultdict(collections.Counter)
    for name, asset in sorted(assets.items()):
        if asset["state"] != "ready" or name not in tables:
            continue
        file = tables[name]
        ours = of_server(asset)
        theirs = of_ffprobe(flat / name) if asset["mediaType"] == "video" else of_exiftool(file)
        for field, value in theirs.items():
            if value is None and ours[field] is None:
                continue
            if is_same(field, ours[field], value):
                counts[field]["same"] += 1
                continue
            why = reason(field, ours[field], value, file)
            counts[field]["explained" if why else "unexplained"] += 1
            print("%s: %s is %r, others say %r: %s"
                  % (origins[name].relative_to(folder), field, ours[field], value, why or "NO REASON"))
    print("%-12s %6s %10s %12s" % ("field", "same", "explained", "unexplained"))
    for field, found in sorted(counts.items()):
        print("%-12s %6d %10d %12d" % (field, found["same"], found["explained"], found["unexplained"]))
    return 1 if not counts or any(found["unexplained"] for found in counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
