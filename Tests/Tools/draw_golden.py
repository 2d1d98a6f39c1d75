"""Draws Fixtures/golden: what thumbnails of other fixtures look like to programs that share no code with ours.

Pillow decodes, turns, converts colours and scales; for videos ffmpeg gives the frame. The results are committed; a test
compares them with our own by perceptual distance. To draw them again:

    python3 -m venv .build/golden
    .build/golden/bin/pip install pillow==13.0.0 pillow-heif==1.8.1 pillow-jxl-plugin==1.3.8 numpy==2.4.6
    .build/golden/bin/python Tests/Tools/draw_golden.py

heif-enc (Debian's libheif-examples) draws the HEIF file that has a small picture inside.
"""
import io
import pathlib
import subprocess

import numpy as np
import pillow_heif
import pillow_jxl  # noqa: F401 (registers JPEG XL)
from PIL import Image, ImageCms, ImageOps

from drawing import scenes

FIXTURES = pathlib.Path(__file__).parents[1] / "MediaDecodingTests" / "Fixtures"
SIDE = 64
PICTURES = [
    "orientation/o1.jpg", "orientation/o3.jpg", "orientation/o5.jpg", "orientation/o6_bigendian.jpg",
    "images/progressive.jpg", "images/gray.jpg", "images/exif_orient6.webp", "images/three_items_gainmap.jpg",
    "images/scene.jpg", "images/scene_p3.jpg", "images/scene_interlaced.png", "images/scene_gray16_alpha.png",
    "modern/scene.heic", "modern/scene.avif", "modern/naked.jxl", "modern/irot_and_exif6.heic",
    "modern/noirot_exif6.heic", "modern/plain.avif",
]
VIDEOS = ["video/base.mp4", "video/rot90.mp4", "video/hevc_hvc1.mov", "video/mjpeg.avi"]


def scene():
    """A picture with fine detail, soft skies and strong colours."""
    return scenes.SCENES["garden"](480, 320, np.random.default_rng(11)).convert("RGB")


def draw_scenes():
    """The fixtures of that scene, one for each way that colours are stored."""
    images, modern, picture = FIXTURES / "images", FIXTURES / "modern", scene()
    picture.save(images / "scene.jpg", quality=85)
    picture.save(modern / "scene.avif", quality=70)
    pillow_heif.register_heif_opener()
    picture.save(modern / "scene.heic", quality=70)
    wide = Image.open(images / "p3.png").info["icc_profile"]
    # The same numbers with a wide profile: stronger colours, of which sRGB has some no more.
    picture.save(images / "scene_p3.jpg", quality=85, icc_profile=wide)
    plain, half = io.BytesIO(), picture.resize((240, 160))
    half.save(plain, "PNG")
    subprocess.run(["vips", "pngsave", "stdin", images / "scene_interlaced.png", "--interlace"],
                   input=plain.getvalue(), check=True)
    subprocess.run(["heif-enc", "-q", "40", "--thumb", "160", "-o", modern / "thumbnail.heic", images / "scene.jpg"],
                   check=True)
    gray = np.asarray(half.convert("L"), np.uint16) * 257
    alpha = np.tile(np.linspace(0, 65535, 240).astype(np.uint16), (160, 1))
    raw = np.dstack([gray, alpha]).astype("<u2").tobytes()
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "ya16le", "-s", "240x160", "-i", "-",
                    "-frames:v", "1", "-pix_fmt", "ya16be", images / "scene_gray16_alpha.png"], input=raw, check=True)


def upright_in_srgb(path):
    """A picture as it is to be shown, on white."""
    image = Image.open(path)
    profile = image.info.get("icc_profile")
    if image.mode.startswith("I"):
        image = Image.fromarray((np.asarray(image, np.uint32) >> 8).astype(np.uint8))
    image = ImageOps.exif_transpose(image)
    if "A" in image.mode:
        image = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    image = image.convert("RGB")
    if profile:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        image = ImageCms.profileToProfile(
            image, source, ImageCms.createProfile("sRGB"), ImageCms.Intent.RELATIVE_COLORIMETRIC)
    return image


def frame(path):
    """The first frame of a video as it is to be shown."""
    png = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-frames:v", "1", "-f", "image2pipe", "-c:v", "png", "-"],
                         capture_output=True, check=True).stdout
    return Image.open(io.BytesIO(png)).convert("RGB")


def draw(name, image):
    image.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    path = FIXTURES / "golden" / (name + ".png")
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path, optimize=True)


def main():
    draw_scenes()
    for name in PICTURES:
        draw(name, upright_in_srgb(FIXTURES / name))
    for name in VIDEOS:
        draw(name, frame(FIXTURES / name))


if __name__ == "__main__":
    main()
