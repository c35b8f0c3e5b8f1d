"""Characters of the fixtures, as lists of poses: RGBA pictures on clear ground, trimmed.

`smooth` art may be resampled by any factor; `hard` art is pixel art and keeps whole pixels.
"""
import glob
import os
from dataclasses import dataclass

import numpy
from PIL import Image

SOLID = 128
"""Alpha from which a pixel counts as drawn."""


@dataclass
class Character:
    name: str
    poses: list
    hard: bool


def box_of(mask):
    """The box of what is set: left, top, right, bottom (both beyond the last); None when empty."""
    ys, xs = numpy.nonzero(mask)
    if len(ys) == 0:
        return None
    return int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1


def trimmed(picture):
    box = box_of(numpy.asarray(picture)[..., 3] > 0)
    return picture.crop(box) if box else None


def is_keyable(picture):
    """Whether it stays whole on a green screen: hardly any green, nothing translucent inside."""
    pixels = numpy.asarray(picture).astype(int)
    solid = pixels[..., 3] >= 250
    visible = pixels[..., 3] >= SOLID
    green = pixels[..., 1] - numpy.maximum(pixels[..., 0], pixels[..., 2])
    return visible.sum() > 0 and solid.sum() > 0.75 * visible.sum() and (
        (green > 24) & visible
    ).sum() < 0.01 * visible.sum()


def load(path):
    return Image.open(path).convert("RGBA")


def cells(picture, size, row):
    """The frames of one row of a sheet of square cells."""
    for left in range(0, picture.width, size):
        yield picture.crop((left, row * size, left + size, row * size + size))


def people(root):
    """LPC people, dressed, walking and at rest, in four directions."""
    base = os.path.join(root, "layered/lpc-revised/Characters")
    bodies = {
        "thin-f": ("Body/Body 01 - Feminine, Thin", "Head/Head 01 - Feminine", "Feminine, Thin"),
        "thin-m": ("Body/Body 02 - Masculine, Thin", "Head/Head 02 - Masculine", "Masculine, Thin"),
    }
    for name, (body, head, clothing) in bodies.items():
        for skin in ("Ivory", "Brown"):
            for action in ("Walk", "Run", "Jump", "Idle"):
                layers = [f"{base}/{body}/{skin}/{action}.png", f"{base}/{head}/{skin}/{action}.png"]
                layers += sorted(glob.glob(f"{base}/Clothing/{clothing}/*/*/*/{action}.png"))[:2]
                layers += sorted(glob.glob(f"{base}/Hair/*/*/{action}.png"))[:1]
                layers = [load(path) for path in layers if os.path.exists(path)]
                if len(layers) < 2:
                    continue
                sheet = Image.new("RGBA", layers[0].size)
                for layer in layers:
                    if layer.size == sheet.size:
                        sheet.alpha_composite(layer)
                for row in range(sheet.height // 64):
                    poses = [trimmed(cell) for cell in cells(sheet, 64, row)]
                    yield Character(f"lpc-{name}-{skin}-{action}-{row}", poses, True)


def load_characters(root):
    """All characters with at least one pose that a green screen leaves whole."""
    found = list(people(root))
    kenney = os.path.join(root, "layered/kenney-platformer-characters/PNG")
    for name in sorted(os.listdir(kenney)):
        paths = sorted(glob.glob(f"{kenney}/{name}/**/*.png", recursive=True))
        found.append(Character(f"kenney-{name}", [load(path) for path in paths], False))
    animals = os.path.join(root, "layered/kenney-animal-pack-redux/PNG")
    for style in ("Round", "Square without details"):
        poses = [load(path) for path in sorted(glob.glob(f"{animals}/{style}/*.png"))]
        found.append(Character(f"animals-{style.split()[0]}", poses, False))
        found += [Character(f"animal-{style[0]}{i}", [pose], False) for i, pose in enumerate(poses)]
    noto = [load(path) for path in sorted(glob.glob(f"{root}/emoji/noto-128/*.png"))]
    found.append(Character("noto", noto, False))
    found += [Character(f"noto-{i}", [pose], False) for i, pose in enumerate(noto)]
    blip = load(f"{root}/green-screen/generated-pets/blip-cutout.png")
    found.append(Character("blip", [blip], False))
    for character in found:
        poses = [trimmed(pose) for pose in character.poses if pose is not None]
        character.poses = [pose for pose in poses if pose is not None and is_keyable(pose)]
    return [character for character in found if character.poses]
