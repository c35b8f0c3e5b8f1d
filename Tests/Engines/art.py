"""Pictures to pack, and what every engine has to show of them."""

from PIL import Image

# What the pictures are packed with; lengths are points.
PIVOTS = {"hero": (0.25, 0.75)}
BORDERS = {"panel": (5, 6, 7, 8)}  # left, top, right, bottom
ANIMATIONS = {"walk": ["walk_0", "walk_1", "walk_2", "walk_3"]}
BLANK = "walk_2"


def picture(width, height, seed, box):
    """No two pixels in a row are alike, so that a turned or shifted picture differs."""
    image = Image.new("RGBA", (width, height))
    left, top, right, bottom = box
    for y in range(top, bottom):
        for x in range(left, right):
            alpha = 255 if (x + y) % 5 else 128
            color = ((x * 7 + seed * 40) % 256, y * 11 % 256, (seed * 90 + x * y) % 256)
            image.putpixel((x, y), (*color, alpha))
    return image


PICTURES = {
    "walk_0": picture(24, 20, 0, (2, 3, 20, 18)),
    "walk_1": picture(24, 20, 1, (3, 3, 20, 18)),
    "walk_2": Image.new("RGBA", (24, 20)),
    "walk_3": picture(24, 20, 3, (5, 3, 20, 18)),
    "hero": picture(31, 47, 5, (4, 2, 25, 40)),
    "panel": picture(32, 24, 6, (0, 0, 32, 24)),
    "deep/my tree": picture(18, 40, 7, (1, 5, 17, 40)),
}


def at_scale(name, scale):
    """The picture in pixels of that scale."""
    image = PICTURES[name]
    return image.resize((image.width * scale, image.height * scale), Image.Resampling.NEAREST)


def sheet(scale):
    """The frames of the walk side by side."""
    frames = [at_scale(name, scale) for name in ANIMATIONS["walk"]]
    image = Image.new("RGBA", (len(frames) * frames[0].width, frames[0].height))
    for number, frame in enumerate(frames):
        image.paste(frame, (number * frame.width, 0))
    return image


def write(folder, scale=2):
    """The sources, drawn with `scale` pixels a point."""
    for name in PICTURES:
        path = folder / f"{name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        at_scale(name, scale).save(path)


def visible(image):
    """Without the color of pixels that are clear as a whole, which nobody sees."""
    clear = Image.new("RGBA", image.size)
    return Image.composite(image, clear, image.getchannel("A").point(lambda a: 255 if a else 0))
