"""What a game gets of an atlas, whatever its engine calls it."""

from dataclasses import dataclass, field

from PIL import Image


@dataclass
class Sprite:
    # In page pixels, with the margins that trimming took, unless the engine knows none of them.
    image: Image.Image
    # What the engine says that the sprite measures, in units of its world.
    size: tuple
    # The part of the sprite that is put where the game says; None: the engine's default stays.
    anchor: tuple | None = None
    # Left, top, right, bottom, in units of the world; None: the sprite is stretched as a whole.
    borders: tuple | None = None


@dataclass
class Atlas:
    sprites: dict = field(default_factory=dict)
    # Frames by the animation's name; None: the engine takes none from the file.
    animations: dict | None = None


def cut(page, x, y, width, height, turned=None):
    """A sprite of `width` x `height`, which lies turned "cw", "ccw" or not at all."""
    if turned is None:
        return page.crop((x, y, x + width, y + height))
    drawn = page.crop((x, y, x + height, y + width))
    # Pillow's ROTATE_90 is counterclockwise.
    back = Image.Transpose.ROTATE_90 if turned == "cw" else Image.Transpose.ROTATE_270
    return drawn.transpose(back)


def place(drawn, size, offset):
    source = Image.new("RGBA", size)
    source.paste(drawn, offset)
    return source


def page(path):
    return Image.open(path).convert("RGBA")


def descriptors(folder, pattern, scale):
    """Files of one scale: those of the others say so in their names."""
    for path in sorted(folder.rglob(pattern)):
        parts = path.relative_to(folder).as_posix()
        if ("@2x" in parts) == (scale == 2):
            yield path
