"""Draws pleasant pictures out of nothing but a random generator: landscapes, skylines, lights, gardens, tiles.

Every function takes width and height in pixels and a numpy Generator, and returns an RGB PIL image.
"""
import numpy as np
from PIL import Image, ImageDraw, ImageFilter

# Sky from top to horizon, far and near land, light; one line a mood.
MOODS = [
    ((92, 148, 214), (222, 235, 245), (126, 158, 178), (38, 74, 58), (255, 250, 225)),
    ((46, 58, 112), (250, 176, 116), (140, 98, 120), (44, 34, 56), (255, 226, 170)),
    ((238, 158, 130), (254, 232, 200), (190, 146, 150), (84, 66, 84), (255, 252, 240)),
    ((14, 20, 48), (62, 78, 128), (40, 52, 92), (10, 14, 28), (236, 240, 255)),
    ((120, 176, 190), (240, 232, 206), (214, 178, 124), (150, 98, 58), (255, 248, 220)),
    ((150, 168, 184), (226, 230, 232), (156, 170, 178), (70, 84, 88), (250, 250, 250)),
]


def gradient(width, height, top, bottom):
    """An array of float colours that go from top to bottom."""
    share = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    column = np.float32(top) * (1 - share) + np.float32(bottom) * share
    return np.repeat(column, width, axis=1)


def soft_noise(width, height, cell, random):
    """Noise about 0 with deviation near 1, smooth over about `cell` pixels."""
    small = random.normal(0, 1, (height // cell + 3, width // cell + 3)).astype(np.float32)
    return np.asarray(Image.fromarray(small).resize((width, height), Image.BICUBIC))


def ridge(width, roughness, random):
    """A mountain's outline: one height a column, about 0, within about 1."""
    line = np.zeros(width, np.float32)
    points, strength = 3, 1.0
    while points < width // 3:
        knots = random.normal(0, strength, points)
        line += np.interp(np.linspace(0, points - 1, width), np.arange(points), knots).astype(np.float32)
        points, strength = points * 2, strength * roughness
    return line / 2.2


def landscape(width, height, random):
    """Hills before hills under a sky, some with a lake."""
    top, low, far, near, light = MOODS[random.integers(len(MOODS))]
    picture = gradient(width, height, top, low)
    rows = np.arange(height, dtype=np.float32)[:, None]
    columns = np.arange(width, dtype=np.float32)[None, :]
    sun_x, sun_y = random.uniform(0.15, 0.85) * width, random.uniform(0.12, 0.45) * height
    radius = random.uniform(0.03, 0.07) * min(width, height)
    distance = np.hypot(rows - sun_y, columns - sun_x)
    glow = np.clip(1.4 - distance / radius, 0, 1) + 0.4 * np.exp(-distance / (5 * radius))
    picture += np.clip(glow, 0, 1)[:, :, None] * (np.float32(light) - picture)
    clouds = np.clip(soft_noise(width, height, max(8, width // 6), random) * 0.7
                     + soft_noise(width, height, max(4, width // 20), random) * 0.35 - 0.4, 0, 1)
    picture += (clouds * (1 - rows / height) * 0.7)[:, :, None] * (np.float32(light) - picture)
    horizon = random.uniform(0.42, 0.6)
    layers = int(random.integers(3, 6))
    for layer in range(layers):
        share = layer / (layers - 1)
        outline = (horizon + share * (0.95 - horizon) + 0.09 * ridge(width, 0.55, random)) * height
        colour = np.float32(far) * (1 - share) + np.float32(near) * share
        shade = 1 - 0.25 * np.clip((rows - outline[None, :]) / height, 0, 1)
        cover = np.clip(rows - outline[None, :] + 0.5, 0, 1)[:, :, None]
        picture = picture * (1 - cover) + (colour * shade[:, :, None]) * cover
    if random.random() < 0.35:
        shore = int(height * random.uniform(0.68, 0.8))
        mirror = picture[max(0, 2 * shore - height):shore][::-1]
        ripples = random.normal(0, 3, (mirror.shape[0] // 3 + 1, 7)).astype(np.float32)
        waves = np.asarray(Image.fromarray(ripples).resize((width, mirror.shape[0]), Image.BICUBIC))[:, :, None]
        picture[shore:shore + mirror.shape[0]] = mirror * 0.78 + np.float32(top) * 0.14 + waves
    return finish(picture, random)


def skyline(width, height, random):
    """Houses with lit windows against the evening."""
    top, low, _, near, light = MOODS[int(random.choice([1, 3, 2, 5]))]
    image = Image.fromarray(np.clip(gradient(width, height, top, low), 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(image)
    for row, share in enumerate((0.45, 0.75, 1.0)):
        colour = tuple(int(low[c] * (1 - share) * 0.7 + near[c] * share) for c in range(3))
        x = -int(random.integers(0, 40))
        while x < width:
            house = int(random.uniform(0.05, 0.13) * width) + 4
            roof = int(height * (random.uniform(0.3, 0.62) + 0.12 * row))
            draw.rectangle((x, roof, x + house, height), fill=colour)
            if random.random() < 0.3:
                draw.polygon([(x, roof), (x + house // 2, roof - house // 3), (x + house, roof)], fill=colour)
            pane = max(2, house // 9)
            for left in range(x + pane, x + house - pane, 2 * pane):
                for upper in range(roof + 2 * pane, height, 3 * pane):
                    if random.random() < 0.18 + 0.1 * row:
                        draw.rectangle((left, upper, left + pane - 1, upper + pane), fill=light)
            x += house + int(random.integers(0, 6))
    return finish(np.asarray(image, np.float32), random)


def lights(width, height, random):
    """Blurred lights in the dark."""
    hue = random.uniform(0, 255)
    ground = gradient(width, height, random.uniform(4, 30, 3), random.uniform(20, 70, 3))
    image = Image.fromarray(np.clip(ground, 0, 255).astype(np.uint8))
    for _ in range(3):
        veil = Image.new("RGB", (width, height))
        draw = ImageDraw.Draw(veil)
        for _ in range(int(random.integers(10, 28))):
            x, y = random.uniform(0, width), random.uniform(0, height)
            radius = random.uniform(0.015, 0.09) * max(width, height)
            colour = hsv((hue + random.normal(0, 22)) % 256, random.uniform(90, 210), random.uniform(60, 190))
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)
        veil = veil.filter(ImageFilter.GaussianBlur(random.uniform(1, 5)))
        image = Image.fromarray(np.maximum(np.asarray(image), np.asarray(veil)))
    return finish(np.asarray(image, np.float32), random)


def garden(width, height, random):
    """Flowers before green."""
    green = (0.7, 1, 0.6)
    base = gradient(width, height, random.uniform(90, 150, 3) * green, random.uniform(30, 80, 3) * green)
    base += 16 * soft_noise(width, height, max(4, width // 12), random)[:, :, None]
    image = Image.fromarray(np.clip(base, 0, 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(2))
    draw = ImageDraw.Draw(image)
    hue = random.uniform(0, 255)
    for _ in range(int(random.integers(12, 40))):
        x, y = random.uniform(0, width), random.uniform(0.2, 1) * height
        size = random.uniform(0.02, 0.08) * min(width, height) * (0.5 + y / height)
        petals = int(random.integers(5, 9))
        colour = hsv((hue + random.normal(0, 18)) % 256, random.uniform(80, 200), random.uniform(180, 250))
        draw.line((x, y, x + random.normal(0, size / 2), height), fill=(36, 92, 40), width=max(1, int(size / 8)))
        turn = random.uniform(0, 7)
        for petal in range(petals):
            angle = turn + petal * 2 * np.pi / petals
            px, py, r = x + np.cos(angle) * size * 0.6, y + np.sin(angle) * size * 0.6, size * 0.42
            draw.ellipse((px - r, py - r, px + r, py + r), fill=colour)
        r = size * 0.34
        draw.ellipse((x - r, y - r, x + r, y + r), fill=(246, 204, 70))
    return finish(np.asarray(image, np.float32), random)


def tiles(width, height, random):
    """A wall of painted tiles."""
    side = int(max(width, height) / random.integers(5, 12)) + 1
    hue = random.uniform(0, 255)
    image = Image.new("RGB", (width, height), hsv(hue, 30, 240))
    draw = ImageDraw.Draw(image)
    shades = ((0, 190), (18, 140), (128, 210), (140, 90))
    colours = [hsv((hue + shift) % 256, 170, value) for shift, value in shades]
    pattern = random.integers(0, 4, (3, 3))
    for row in range(height // side + 1):
        for column in range(width // side + 1):
            x, y, kind = column * side, row * side, pattern[row % 3, column % 3]
            box = (x, y, x + side - 2, y + side - 2)
            colour = colours[(row + column) % 4]
            if kind == 0:
                draw.ellipse(box, fill=colour)
            elif kind == 1:
                draw.polygon([(x, y), (x + side, y), (x, y + side)], fill=colour)
            elif kind == 2:
                draw.pieslice((x - side, y - side, x + side - 2, y + side - 2), 0, 90, fill=colour)
            else:
                draw.rectangle((x + side // 4, y + side // 4, x + side * 3 // 4, y + side * 3 // 4), fill=colour)
    return finish(np.asarray(image, np.float32), random)


SCENES = {"landscape": landscape, "skyline": skyline, "lights": lights, "garden": garden, "tiles": tiles}


def hsv(hue, saturation, value):
    """An RGB colour of hue, saturation and value, each 0 to 255."""
    return Image.new("HSV", (1, 1), (int(hue), int(saturation), int(value))).convert("RGB").getpixel((0, 0))


def finish(picture, random, grain=2.0):
    """Darkens the corners a little and adds a sensor's grain."""
    height, width = picture.shape[:2]
    rows = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    columns = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    corners = 1 - 0.16 * (rows ** 2 + columns ** 2) / 2
    noise = random.standard_normal((height, width), np.float32) * grain
    return Image.fromarray(np.clip(picture * corners[:, :, None] + noise[:, :, None], 0, 255).astype(np.uint8))


def screen(width, height, random):
    """A telephone's screen with a list of messages."""
    image = Image.new("RGB", (width, height), (246, 246, 250))
    draw = ImageDraw.Draw(image)
    unit = width // 24
    draw.rectangle((0, 0, width, 5 * unit), fill=hsv(random.uniform(0, 255), 150, 170))
    draw.rectangle((unit, 3 * unit, 10 * unit, 4 * unit), fill=(255, 255, 255))
    for row in range(6 * unit, height - 4 * unit, 4 * unit):
        draw.ellipse((unit, row, 4 * unit, row + 3 * unit), fill=hsv(random.uniform(0, 255), 110, 220))
        for line in range(2):
            end = int(random.uniform(9, 22)) * unit
            draw.rectangle((5 * unit, row + 2 * line * unit + unit // 2, end, row + 2 * line * unit + unit),
                           fill=(70, 70, 80) if line == 0 else (170, 170, 180))
    return image
