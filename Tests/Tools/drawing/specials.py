"""Draws one of everything that a library has to cope with: live photos, bursts, panoramas, videos, RAW, damage."""
import datetime
import os
import pathlib
import shutil
import subprocess
import uuid

import numpy as np
from PIL import Image

from drawing import scenes, stills, videos

PHONE = ("Apple", "iPhone 13", "iPhone 13 back camera 5.1mm f/1.6")
MIRRORLESS = ("Canon", "Canon EOS R6", "RF24-105mm F4 L IS USM")
NOON = datetime.datetime(2024, 7, 6, 12, 30, 15)
SUMMER = 120
LAKE = (46.4312, 6.9107, 372)
GPANO = ("GPano", "http://ns.google.com/photos/1.0/panorama/")


class Sheet:
    """Where a kind's files go, its own chance, and its sizes."""

    def __init__(self, root, kind, seed, small):
        self.root, self.small = root, small
        self.random = np.random.default_rng([seed, 7, *kind.encode()])
        self.seed = seed

    def size(self, width, height):
        """The size to draw: a quarter of it in small libraries; even, as videos need it."""
        scale = 4 if self.small else 1
        return width // scale // 2 * 2, height // scale // 2 * 2

    def scene(self, name, width, height):
        return scenes.SCENES[name](*self.size(width, height), self.random)

    def identifier(self, name):
        return str(uuid.uuid5(uuid.NAMESPACE_OID, "%s of seed %d" % (name, self.seed))).upper()

    def path(self, name, folder="2024/Phone"):
        path = self.root / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def write(self, name, data, folder="2024/Phone", taken=NOON):
        path = self.path(name, folder)
        path.write_bytes(data)
        self.date(path, taken)

    def date(self, path, taken=NOON):
        seconds = (taken - datetime.datetime(1970, 1, 1)).total_seconds() - 60 * SUMMER
        os.utime(path, (seconds, seconds))


def live_photos(sheet):
    """A JPEG and a QuickTime video with one Apple content identifier: in MakerNote tag 17, and as a metadata key."""
    for number in range(2):
        taken = NOON + datetime.timedelta(minutes=7 * number)
        identifier = sheet.identifier("live photo %d" % number)
        image = sheet.scene("landscape", 1440, 1080)
        details = stills.exif(taken, SUMMER, PHONE, LAKE, subsecond="250", size=image.size,
                              maker_note=stills.apple_maker_note(content_identifier=identifier))
        sheet.write("IMG_%04d.JPG" % (2101 + number), stills.jpeg(image, details), taken=taken)
        wide = image.resize((image.width * 3 // 4, image.height * 3 // 4))
        width, height = sheet.size(960, 720)
        path = sheet.path("IMG_%04d.MOV" % (2101 + number))
        videos.video(path, wide, width, height, 2, taken - datetime.timedelta(minutes=SUMMER), tags={
            "com.apple.quicktime.content.identifier": identifier, "com.apple.quicktime.make": PHONE[0],
            "com.apple.quicktime.model": PHONE[1],
            "com.apple.quicktime.creationdate": taken.strftime("%Y-%m-%dT%H:%M:%S+0200"),
            "com.apple.quicktime.location.ISO6709": "+46.4312+006.9107+372.000/"})
        sheet.date(path, taken)


def burst(sheet):
    """Eight pictures of one press: one second, one burst identifier in Apple's MakerNote (tag 11)."""
    identifier = sheet.identifier("burst")
    wide = sheet.scene("garden", 1600, 900)
    width, height = sheet.size(1200, 900)
    for number in range(8):
        left = (wide.width - width) * number // 7
        image = wide.crop((left, 0, left + width, height))
        details = stills.exif(NOON, SUMMER, PHONE, LAKE, subsecond="%03d" % (100 * number + 20), size=image.size,
                              maker_note=stills.apple_maker_note(burst_identifier=identifier))
        sheet.write("IMG_%04d.JPG" % (2201 + number), stills.jpeg(image, details))


def panorama(sheet):
    """A cylinder's half, with Google's panorama tags in XMP; and a very wide picture that says nothing."""
    image = sheet.scene("landscape", 3600, 800)
    facts = {"ProjectionType": "cylindrical", "UsePanoramaViewer": "True", "FullPanoWidthPixels": str(image.width),
             "FullPanoHeightPixels": str(image.height)}
    packet = stills.xmp([(*GPANO, name, value) for name, value in facts.items()])
    details = stills.exif(NOON, SUMMER, PHONE, LAKE, size=image.size)
    sheet.write("PANO_20240706.jpg", stills.jpeg(image, details, packet))
    image = sheet.scene("skyline", 2600, 700)
    sheet.write("IMG_2301.JPG", stills.jpeg(image, stills.exif(NOON, SUMMER, PHONE, LAKE, size=image.size)))


def screenshot(sheet):
    """A telephone's screen, with the comment that iOS writes."""
    image = scenes.screen(*sheet.size(1170, 2532), sheet.random)
    image.save(sheet.path("IMG_2401.PNG", "Screenshots"), exif=stills.exif(NOON, comment="Screenshot"))
    sheet.date(sheet.path("IMG_2401.PNG", "Screenshots"))
    image.save(sheet.path("Screenshot_20240706-123015.png", "Screenshots"))
    sheet.date(sheet.path("Screenshot_20240706-123015.png", "Screenshots"))


def animations(sheet):
    """A GIF, a WebP and a PNG that move, and a GIF that does not."""
    wide = sheet.scene("lights", 640, 360)
    width, height = sheet.size(480, 360)
    frames = [wide.crop((left, 0, left + width, height)) for left in range(0, wide.width - width, max(1, width // 36))]
    few = [frame.quantize(64) for frame in frames]
    moving = {"save_all": True, "duration": 80}
    few[0].save(sheet.path("lights.gif", "Animations"), append_images=few[1:], loop=0, **moving)
    frames[0].save(sheet.path("lights.webp", "Animations"), append_images=frames[1:], quality=70, **moving)
    few[0].save(sheet.path("lights.png", "Animations"), append_images=few[1:5], **moving)
    few[0].save(sheet.path("still.gif", "Animations"))
    for name in ("lights.gif", "lights.webp", "lights.png", "still.gif"):
        sheet.date(sheet.path(name, "Animations"))


def clips(sheet):
    """A video, one held upright (turned by its matrix), one without sound, and a sound without pictures."""
    utc = NOON - datetime.timedelta(minutes=SUMMER)
    wide, (width, height) = sheet.scene("landscape", 1280, 360), sheet.size(640, 360)
    videos.video(sheet.path("VID_0001.mp4", "2024/Clips"), wide, width, height, 4, utc)
    videos.video(sheet.path("VID_0002 upright.mp4", "2024/Clips"), wide, width, height, 2, utc, upright=True)
    videos.video(sheet.path("VID_0003 silent.MOV", "2024/Clips"), wide, width, height, 2, utc, sound=False)
    videos.sound(sheet.path("Voice memo.m4a", "2024/Clips"), 3, utc)
    for path in sheet.path("", "2024/Clips").iterdir():
        sheet.date(path)


def modern(sheet):
    """HEIC and AVIF, where vips is there and can write them."""
    if shutil.which("vips") is None:
        return "no HEIC and AVIF: vips (Debian's libvips-tools) is missing"
    image = sheet.scene("landscape", 1440, 1080)
    source = sheet.path(".modern.jpg", ".")
    source.write_bytes(stills.jpeg(image, stills.exif(NOON, SUMMER, PHONE, LAKE, size=image.size), quality=92))
    missing = []
    for name, compression in (("IMG_2501.HEIC", "hevc"), ("harbour.avif", "av1")):
        path = sheet.path(name)
        result = subprocess.run(["vips", "heifsave", source, path, "--compression", compression, "--Q", "55"],
                                stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if result.returncode == 0:
            sheet.date(path)
        else:
            path.unlink(missing_ok=True)
            missing.append(name)
    source.unlink()
    return "not drawn, vips can't write them here: %s" % ", ".join(missing) if missing else None


def raw_pair(sheet):
    """A DNG and the JPEG that the camera made of it, under the same name."""
    image = sheet.scene("landscape", 720, 480)
    sheet.write("_MG_4711.DNG", stills.dng(image, NOON, SUMMER, MIRRORLESS), "2024/Raw")
    sheet.write("_MG_4711.JPG", stills.jpeg(image, stills.exif(NOON, SUMMER, MIRRORLESS, size=image.size)), "2024/Raw")


def other_forms(sheet):
    """Gray, four inks, sixteen bits, a progressive one, a TIFF, and every orientation."""
    folder = "2024/Forms"
    image = sheet.scene("garden", 640, 480)
    sheet.write("gray.jpg", stills.jpeg(image.convert("L")), folder)
    sheet.write("inks.jpg", stills.jpeg(image.convert("CMYK")), folder)
    image.save(sheet.path("progressive.jpg", folder), progressive=True, quality=80)
    image.save(sheet.path("print.tif", folder), compression="tiff_lzw")
    deep = np.asarray(image.convert("L"), np.uint16) * 257
    Image.fromarray(deep).save(sheet.path("deep.png", folder))
    clear = image.copy()
    clear.putalpha(Image.linear_gradient("L").resize(image.size))
    clear.save(sheet.path("clear.webp", folder))
    for orientation in range(1, 9):
        stored = stills.turned(image, orientation)
        sheet.write("orientation %d.jpg" % orientation,
                    stills.jpeg(stored, stills.exif(NOON, SUMMER, orientation=orientation, size=stored.size)), folder)
    for path in sheet.path("", folder).iterdir():
        sheet.date(path)


def names(sheet):
    """Names that have to be escaped somewhere, or are not text at all."""
    picture = stills.jpeg(sheet.scene("tiles", 480, 360))
    for number, name in enumerate(("100% sure?.jpg", "a#b&c=d+e.jpg", 'quote" and \'.jpg', "été (NFC).jpg",
                                   "e\u0301te\u0301 (NFD).jpg", "写真 🌸.jpg", "back\\slash.jpg", "new\nline.jpg")):
        # A number behind the picture's end makes every file another one.
        sheet.write(name, picture + b"#%d" % number, "Odd names")
    sheet.write(os.fsdecode(b"latin1 caf\xe9.jpg"), picture + b"#latin1", "Odd names")


def damage(sheet):
    """Files that can't be read, and files that nobody wants to see."""
    picture = stills.jpeg(sheet.scene("skyline", 640, 480))
    sheet.write("cut off.jpg", picture[:len(picture) // 3], "Damaged")
    sheet.write("empty.jpg", b"", "Damaged")
    sheet.write("a letter.jpg", b"Dear reader, this is not a picture.\n", "Damaged")
    sheet.write("noise.mp4", sheet.random.bytes(2000), "Damaged")
    sheet.write("notes.txt", b"The harbour, then the tower.\n", "2019/Lisbon")
    for junk, folder in (("Thumbs.db", "2019/Lisbon"), ("._IMG_2101.JPG", "2024/Phone"), (".DS_Store", "2024/Phone"),
                         ("IMG_2101.JPG", "2024/Phone/@eaDir")):
        sheet.write(junk, b"\0\5\x16\7\0\2\0\0", folder)


KINDS = {function.__name__: function for function in (
    live_photos, clips, modern, other_forms, burst, panorama, screenshot, animations, raw_pair, names, damage)}


def draw(job):
    """Draws one kind into a folder; returns a line for people where something had to be left out."""
    root, kind, seed, small = job
    return KINDS[kind](Sheet(pathlib.Path(root), kind, seed, small))
