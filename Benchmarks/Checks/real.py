#!/usr/bin/env python3
"""Puts small games together from art of others, makes one mistake with their pictures at a time, and
counts those that `kiln validate` finds at their place.

  real.py --kiln KILN --fixtures DIR [--only WORDS] [--list]

The games are made of the fixtures: faces of Noto's emoji, walking LPC characters (sheets of 32 frames)
and Kenney's animals. A mistake is found when there is a finding about its picture that the game
without it does not have. Needs numpy and Pillow.
"""

import argparse
import collections
import concurrent.futures
import csv
import json
import pathlib
import random
import shutil
import subprocess
import tempfile

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

import mistakes

WHITE, BLACK, GREEN, MAGENTA = (255, 255, 255), (0, 0, 0), (0, 255, 0), (255, 0, 255)


class Game:
    """Pictures by asset, with a catalog; `side` is that of the canvas and of a cell."""

    def __init__(self, side, files, outfits, slots, sheet=None):
        self.side, self.files = side, files
        for name, (top, bottom) in {
            "day": ((150, 200, 240), (240, 220, 160)),
            "night": ((30, 40, 90), (90, 60, 90)),
            "beach": ((120, 220, 255), (250, 230, 170)),
        }.items():
            files[f"room_{name}"] = room(2 * side, top, bottom, len(name))
        self.catalog = {
            "catalogVersion": 1,
            "name": "real",
            "sources": ["art"],
            "canvas": {"width": side, "height": side},
            "slots": {slot: {} for slot in set(slots.values())},
            "species": [{"id": name[:-4]} for name in files if name.endswith("_pet")],
            "items": [{"id": outfit, "equipStyle": "replaceSprite"} for outfit in outfits]
            + [{"id": item, "equipStyle": "overlay", "slot": slot} for item, slot in slots.items()],
            "images": [{"id": name} for name in files if name.startswith(("icon_", "room_"))],
            "targets": [{"id": "game", "kind": "atlas", "scales": [1]}],
        }
        if sheet:
            self.catalog["sheets"] = {"*_pet*": sheet, "overlay_*": sheet}

    def kinds(self):
        """A few assets of each kind."""

        def some(count, test):
            names = [name for name in self.files if test(name)]
            return names[:: max(1, len(names) // count)][:count]

        sheets = [name for name in self.files if self.files[name].width > 2 * self.side]
        return {
            "pet": some(2, lambda name: name.endswith("_pet")),
            "outfit": some(3, lambda name: "_pet_" in name),
            "overlay": some(5, lambda name: name.startswith("overlay_")),
            "icon": some(3, lambda name: name.startswith("icon_")),
            "room": some(1, lambda name: name.startswith("room_")),
            "frame": [name for name in sheets if "_pet" in name][::3],
        }

    def write(self, folder, files):
        (folder / "art").mkdir(parents=True)
        for name, image in files.items():
            image.save(folder / "art" / f"{name}.png", compress_level=1)
        (folder / "catalog.json").write_text(json.dumps(self.catalog))


def room(side, top, bottom, seed):
    rnd = random.Random(seed)
    image = Image.new("RGBA", (side, side))
    draw = ImageDraw.Draw(image)
    for y in range(side):
        t = y / side
        color = tuple(int(a * (1 - t) + b * t) for a, b in zip(top, bottom))
        draw.line([(0, y), (side, y)], fill=color + (255,))
    for number in range(40):
        x, y, size = rnd.randrange(side), rnd.randrange(side), rnd.randrange(6, side // 4)
        color = tuple(rnd.randrange(40, 230) for _ in range(3)) + (255,)
        shape = draw.ellipse if number % 2 else draw.rectangle
        shape([x, y, x + size, y + size * 2 // 3], fill=color, outline=(40, 30, 40, 255))
    image = image.filter(ImageFilter.GaussianBlur(0.6))
    image.putalpha(255)
    return image


def fitted(image, side, box):
    """What an image shows, within a box of an empty canvas; the box in shares of its side."""
    content = image.crop(image.getbbox())
    left, top, right, bottom = [share * side for share in box]
    scale = min((right - left) / content.width, (bottom - top) / content.height)
    content = content.resize(
        [max(1, round(length * scale)) for length in content.size], Image.LANCZOS
    )
    canvas = Image.new("RGBA", (side, side))
    middle = ((left + right) / 2, (top + bottom) / 2)
    canvas.alpha_composite(
        content, tuple(round(at - length / 2) for at, length in zip(middle, content.size))
    )
    return canvas


def over(*layers):
    image = layers[0].copy()
    for layer in layers[1:]:
        image.alpha_composite(layer)
    return image


HEAD, EYES, NECK = (0.2, 0.02, 0.8, 0.32), (0.2, 0.36, 0.8, 0.58), (0.25, 0.66, 0.75, 0.97)


def emoji(fixtures):
    side, folder = 128, fixtures / "emoji/noto-128"
    names = {row["name"]: row["file"] for row in csv.DictReader(open(folder / "names.csv"))}

    def draw(name, box):
        return fitted(Image.open(next(folder.rglob(names[name]))).convert("RGBA"), side, box)

    files, body = {}, (0.08, 0.14, 0.92, 0.98)
    for species in ("cat-face", "dog-face", "bear", "lion"):
        pet = draw(species, body)
        species = species.removesuffix("-face")
        files[f"{species}_pet"] = pet
        for outfit, name, box in (
            ("tie", "necktie", (0.34, 0.72, 0.66, 0.94)),
            ("knitted", "scarf", (0.2, 0.62, 0.8, 0.94)),
            ("flower", "tulip", (0.62, 0.5, 0.97, 0.92)),
        ):
            files[f"{species}_pet_{outfit}"] = over(pet, draw(name, box))
    slots = {}
    for slot, box, all_names in (
        ("head", HEAD, ("top-hat", "billed-cap", "crown", "graduation-cap", "rescue-helmet")),
        ("eyes", EYES, ("glasses", "sunglasses", "goggles")),
        ("neck", NECK, ("scarf", "ribbon", "prayer-beads")),
    ):
        for name in all_names:
            slots[name] = slot
            files[f"overlay_{name}"] = draw(name, box)
    for name in ("ring", "gloves", "tulip", "soap-bubbles", "ghost", "turtle", "frog", "parrot"):
        files[f"icon_{name}"] = draw(name, (0.06, 0.06, 0.94, 0.94))
    return Game(side, files, ("tie", "knitted", "flower"), slots)


def lpc(fixtures):
    folder = next((fixtures / "layered/lpc-revised").rglob("Characters"))

    def draw(*path):
        return Image.open(folder.joinpath(*path) / "Walk.png").convert("RGBA").crop((0, 0, 512, 256))

    files = {}
    for species, body, head, clothing in (
        ("woman", "Body 01 - Feminine, Thin/Ivory", "Head 01 - Feminine/Ivory", "Feminine, Thin"),
        ("man", "Body 02 - Masculine, Thin/Brown", "Head 02 - Masculine/Brown", "Masculine, Thin"),
        ("elder", "Body 02 - Masculine, Thin/Ivory", "Head 03 - Elderly/Ivory", "Masculine, Thin"),
    ):
        pet = over(draw("Body", body), draw("Head", head), draw("Head/Head Overlay - Eyes/Blue"))
        worn = lambda *path: draw("Clothing", clothing, *path)
        shoes, shirt = worn("Feet/Shoes 01 - Shoes/Leather"), "Torso/Shirt 04 - T-shirt"
        files[f"{species}_pet"] = pet
        files[f"{species}_pet_casual"] = over(
            pet, shoes, worn("Legs/Pants 03 - Pants/Denim"), worn(shirt, "Red")
        )
        files[f"{species}_pet_smart"] = over(
            pet,
            shoes,
            worn("Legs/Pants 03 - Pants/Black"),
            worn(shirt, "Sky"),
            worn("Torso 2/Sweater 01 - Cardigan/Navy"),
        )
    slots = {}
    for item, slot, path in (
        ("glasses", "eyes", "Head Accessories/Eyewear 01 - Glasses/Gold"),
        ("halfmoon", "eyes", "Head Accessories/Eyewear 02 - Halfmoon Glasses/Silver"),
        ("patch", "eyes", "Head Accessories/Eyewear 03 - Eyepatch"),
        ("bascinet", "head", "Head Accessories/Helm 01 - Bascinet, Open/Steel"),
        ("kettle", "head", "Head Accessories/Helm 05 - Kettle Helm/Gold"),
        ("parted", "head", "Hair/Short 02 - Parted/Chestnut"),
        ("bob", "head", "Hair/Medium 08 - Bob, Bangs/Ruby"),
        ("bowtie", "neck", "Clothing/Masculine, Thin/Accessories/Neckwear 01 - Bowtie/Red"),
    ):
        slots[item] = slot
        files[f"overlay_{item}"] = draw(path)
    ways = {
        way: {"frames": f"{row * 8}-{row * 8 + 7}", "fps": 8}
        for row, way in enumerate(("up", "left", "down", "right"))
    }
    sheet = {"grid": {"columns": 8, "rows": 4}, "animations": ways}
    return Game(64, files, ("casual", "smart"), slots, sheet)


def kenney(fixtures):
    side, animals = 192, fixtures / "layered/kenney-animal-pack-redux/PNG"
    people = fixtures / "layered/kenney-modular-characters/PNG"
    shirts = sorted((people / "Shirts").rglob("*.png"))

    def draw(path, box):
        return fitted(Image.open(path).convert("RGBA"), side, box)

    files = {}
    for species in ("dog", "bear", "pig", "rabbit", "panda"):
        pet = draw(animals / "Round" / f"{species}.png", (0.1, 0.1, 0.9, 0.99))
        files[f"{species}_pet"] = pet
        for outfit, place in (("red", -3), ("green", 2)):
            files[f"{species}_pet_{outfit}"] = over(pet, draw(shirts[place], (0.28, 0.6, 0.72, 0.9)))
    slots = {}
    for number, path in enumerate(sorted((people / "Hair").rglob("*.png"))[::5][:6]):
        slots[f"hair{number}"] = "head"
        files[f"overlay_hair{number}"] = draw(path, (0.15, 0.02, 0.85, 0.4))
    for species in ("whale", "owl", "snake", "zebra", "frog", "duck"):
        path = animals / "Square without details" / f"{species}.png"
        files[f"icon_{species}"] = draw(path, (0.05, 0.05, 0.95, 0.95))
    return Game(side, files, ("red", "green"), slots)


# Mistakes are made by functions of a picture, or of a cell.


def rim(color, width):
    """What a selection leaves that is too wide by some pixels."""

    def edit(image):
        wide = image.getchannel("A").filter(ImageFilter.MaxFilter(2 * width + 1))
        ground = Image.new("RGBA", image.size, color + (255,))
        ground.putalpha(wide.point(lambda alpha: 255 if alpha > 100 else 0))
        return over(ground, image)

    return edit


def matte(color):
    """Soft edges that were mixed with the background, and saved with their alpha."""

    def edit(image):
        mixed = Image.new("RGBA", image.size, color + (255,))
        mixed.alpha_composite(image)
        mixed.putalpha(image.getchannel("A"))
        return mixed

    return edit


def ground(color):
    return lambda image: over(Image.new("RGBA", image.size, color + (255,)), image)


def blurred(radius):
    return lambda image: image.filter(ImageFilter.GaussianBlur(radius))


def enlarged(factor, how):
    def edit(image):
        small = image.resize([max(1, round(length / factor)) for length in image.size], how)
        return small.resize(image.size, how)

    return edit


def words(text, x, y, color, inside=False):
    def edit(image):
        layer = Image.new("RGBA", image.size)
        ImageDraw.Draw(layer).text((image.width * x, image.height * y), text, fill=color)
        result = over(image, layer)
        if inside:
            result.putalpha(image.getchannel("A"))
        return result

    return edit


def drawn(draw):
    def edit(image):
        image = image.copy()
        draw(ImageDraw.Draw(image), image.width, image.height)
        return image

    return edit


def moved(dx, dy):
    def edit(image):
        result = Image.new("RGBA", image.size)
        result.paste(image, (round(dx * image.width), round(dy * image.height)))
        return result

    return edit


def cut(image):
    box = image.getbbox()
    pixels = np.asarray(image).copy()
    pixels[box[1] + (box[3] - box[1]) * 2 // 3 :] = 0
    return Image.fromarray(pixels)


def plain(edit):
    """Of the mistakes in the drawn games, which know their style."""
    return lambda image: edit(image, "vector")


def stroke(color):
    return drawn(
        lambda draw, w, h: draw.line(
            [(w * 0.2, h * 0.75), (w * 0.45, h * 0.5), (w * 0.82, h * 0.3)],
            fill=color,
            width=max(2, w // 42),
        )
    )


STRAYS = drawn(
    lambda draw, w, h: draw.point(
        [(w * x, h * y) for x, y in ((0.05, 0.06), (0.93, 0.1), (0.04, 0.9))], fill=BLACK + (255,)
    )
)
FRAME = drawn(lambda draw, w, h: draw.rectangle([0, 0, w - 1, h - 1], outline=MAGENTA + (255,)))
WHOLE = {
    "opacity 50 %": plain(mistakes.opacity(0.5)),
    "gray": plain(mistakes.arr(mistakes.gray)),
    "washed out": plain(mistakes.arr(mistakes.washed)),
    "white rim of 1 px": rim(WHITE, 1),
    "white rim of 2 px": rim(WHITE, 2),
    "green rim": rim(GREEN, 1),
    "black rim": rim(BLACK, 1),
    "white matte": matte(WHITE),
    "black matte": matte(BLACK),
    "JPEG at 60": plain(mistakes.jpeg(60)),
    "blurred": blurred(1.2),
    "nearest 2x": enlarged(2, Image.NEAREST),
    "bicubic 2x": enlarged(2, Image.BICUBIC),
    "sharpened": lambda image: image.filter(ImageFilter.UnsharpMask(2, 250, 0)),
    "binary alpha": plain(mistakes.arr(mistakes.binary)),
    "haze": plain(mistakes.arr(mistakes.haze)),
    "8 colors": plain(mistakes.colors(8)),
    "white ground": ground(WHITE),
}
CELLS = {
    "stray pixels": STRAYS,
    "frame": FRAME,
    "watermark in a corner": words("(c)art", 0.02, 0.02, (120, 120, 120, 255)),
    "watermark across": words("SAMPLE", 0.25, 0.5, (255, 255, 255, 160), inside=True),
}
MIRRORED, SMALLER = plain(mistakes.mirror), plain(mistakes.big(0.85))
MISTAKES = {
    "pet": (WHOLE, {**CELLS, "mirrored": MIRRORED, "at 85 %": SMALLER}),
    "outfit": (WHOLE, {**CELLS, "mirrored": MIRRORED, "at 85 %": SMALLER, "lower": moved(0, 0.1)}),
    "overlay": (
        WHOLE,
        {
            **CELLS,
            "half as large": plain(mistakes.big(0.5)),
            "twice as large": plain(mistakes.big(2)),
            "cut": cut,
            "lower": moved(0, 0.25),
        },
    ),
    "icon": (WHOLE, {**CELLS, "half as large": plain(mistakes.big(0.5)), "cut": cut}),
    "room": (
        {
            "gray": WHOLE["gray"],
            "washed out": WHOLE["washed out"],
            "blurred": blurred(2),
            "JPEG at 30": plain(mistakes.jpeg(30)),
            "nearest 2x": WHOLE["nearest 2x"],
            "8 colors": WHOLE["8 colors"],
            "half clear": plain(mistakes.opacity(0.6)),
            "watermark": words("(c)art preview", 0.4, 0.5, (255, 255, 255, 130)),
        },
        {},
    ),
}
ONE_FRAME = {
    **{name: WHOLE[name] for name in ("opacity 50 %", "gray", "washed out", "blurred", "nearest 2x")},
    "black stroke": stroke(BLACK + (255,)),
    "red stroke": stroke((230, 30, 30, 255)),
    "soft stroke": stroke((80, 80, 255, 120)),
    "stray pixels": STRAYS,
    "name of a layer": words("body", 0.02, 0.02, BLACK + (255,)),
    "mirrored": MIRRORED,
    "at 110 %": plain(mistakes.big(1.1)),
    "at 80 %": plain(mistakes.big(0.8)),
    "lower": moved(0, 0.12),
    "cut": cut,
    "white rim": rim(WHITE, 1),
    "empty": plain(mistakes.opacity(0)),
}


def in_cells(edit, side, chosen=None):
    """The same in all cells, or in one of them."""

    def on_sheet(image):
        result = image.copy()
        columns = image.width // side
        for number in range(columns * (image.height // side)):
            x, y = number % columns * side, number // columns * side
            cell = image.crop((x, y, x + side, y + side))
            if chosen in (None, number) and cell.getbbox():
                result.paste(edit(cell), (x, y))
        return result

    return on_sheet


def all_mistakes(game):
    for kind, assets in game.kinds().items():
        for asset in assets:
            if kind == "frame":
                for name, edit in ONE_FRAME.items():
                    yield kind, name, asset, in_cells(edit, game.side, 10)
                continue
            whole, cells = MISTAKES[kind]
            side = game.files[asset].width if kind == "icon" else game.side
            for name, edit in whole.items():
                yield kind, name, asset, edit
            for name, edit in cells.items():
                yield kind, name, asset, in_cells(edit, side)


def seen(image):
    """What is visible of an image: colors of clear pixels are not."""
    pixels = np.asarray(image).astype(int)
    return (pixels[..., :3] * pixels[..., 3:] // 255).tobytes() + pixels[..., 3].tobytes()


def validate(kiln, folder):
    done = subprocess.run([kiln, "validate", "--json"], cwd=folder, capture_output=True, text=True)
    found = json.loads(done.stdout)["diagnostics"]
    return {json.dumps(finding, sort_keys=True) for finding in found}


def count(kiln, game, name, only, lists, rows):
    with tempfile.TemporaryDirectory() as place:
        clean = pathlib.Path(place) / "clean"
        game.write(clean, game.files)
        known = validate(kiln, clean)
        for finding in sorted(known):
            print(f"without mistakes: {name}: {json.loads(finding)['message']}")

        def attempt(number, mistake):
            kind, title, asset, edit = mistake
            changed = edit(game.files[asset])
            # Pixel art has hard edges anyway.
            if seen(changed) == seen(game.files[asset]):
                return mistake, None
            folder = pathlib.Path(place) / str(number)
            game.write(folder, {**game.files, asset: changed})
            found = validate(kiln, folder) - known
            shutil.rmtree(folder)
            return mistake, [finding for finding in found if f"/{asset}.png" in finding]

        wanted = [each for each in all_mistakes(game) if only in f"{each[0]} {each[1]}"]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for (kind, title, asset, _), found in pool.map(attempt, range(len(wanted)), wanted):
                if found is None:
                    continue
                rows[(kind, title)].append(bool(found))
                if lists:
                    messages = [json.loads(finding)["message"] for finding in found] or ["-"]
                    print(f"{name}: {asset}: {title}: {'; '.join(messages)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kiln", required=True)
    parser.add_argument("--fixtures", required=True, type=pathlib.Path)
    parser.add_argument("--only", default="", help="mistakes whose names contain this")
    parser.add_argument("--list", action="store_true", help="print what was found")
    arguments = parser.parse_args()
    tool = str(pathlib.Path(arguments.kiln).resolve())
    rows = collections.defaultdict(list)
    for make in (emoji, lpc, kenney):
        game = make(arguments.fixtures)
        count(tool, game, make.__name__, arguments.only, arguments.list, rows)
    for (kind, title), found in sorted(rows.items()):
        print(f"{kind:8} {title:24} {sum(found)} of {len(found)}")
    every = [each for found in rows.values() for each in found]
    print(f"found {sum(every)} of {len(every)}")
