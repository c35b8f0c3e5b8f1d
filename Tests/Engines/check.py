#!/usr/bin/env python3
"""Packs pictures for every engine, and compares what each one makes of the files with the pictures.

Usage: check.py KILN [FOLDER]   (FOLDER holds what Scripts/install-engines fetched; readers alone without it)

Compared at 1x and 2x, with sprites turned where the engine draws such, on one page and on several: pixels, the
size in the engine's world, pivots, borders, animations with a frame that shows nothing, and a name that hurts
in URLs; and looks, which PixiJS draws from a draw list. Exits with 1 when anything differs.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from PIL import Image

import art
import browser
import godot3
from readers import cocos2d, godot, libgdx, phaser, pixi, starling, texturepacker, unity

NAME = "my #1 50% atlas"


class Dialect:
    """A format whose module reads two of them."""

    def __init__(self, module, name, read):
        self.FORMAT, self.read = name, read
        self.TURNS, self.DIVIDES, self.LOSES = module.TURNS, module.DIVIDES, module.LOSES


READERS = [
    pixi,
    phaser,
    Dialect(texturepacker, "texturepacker-hash", texturepacker.read_hash),
    Dialect(texturepacker, "texturepacker-array", texturepacker.read_array),
    libgdx,
    cocos2d,
    starling,
    godot,
    unity,
]


def pack(kiln, sources, output, form, *options):
    command = [kiln, "pack", sources, "-o", output, "-f", form, "-q", "--name", NAME]
    command += ["--scale", "1", "--scale", "2", "--density", "2", "--filter", "nearest"]
    for name, (x, y) in art.PIVOTS.items():
        command += ["--pivot", f"{name}={x},{y}"]
    for name, borders in art.BORDERS.items():
        command += ["--nine-slice", f"{name}=" + ",".join(map(str, borders))]
    result = subprocess.run([*map(str, command), *options], capture_output=True, text=True)
    if result.returncode:
        raise ValueError(f"kiln failed: {result.stderr.strip()}")


def differences(atlas, scale, divides, has_margins=True, has_pivots=True, has_borders=True, rounds=False):
    """What a game would see that differs from the pictures."""
    missing = sorted(art.PICTURES.keys() ^ atlas.sprites.keys())
    if missing:
        yield f"sprites missing or more: {missing}"
    unit = 1 if divides else scale
    for name, sprite in atlas.sprites.items():
        if name not in art.PICTURES:
            continue
        points = art.PICTURES[name]
        source = art.at_scale(name, scale)
        anchor, borders = art.PIVOTS.get(name), art.BORDERS.get(name)
        if has_margins:
            size = (points.width * unit, points.height * unit)
            if tuple(sprite.size) != size:
                yield f"{name} measures {sprite.size}, not {size}"
        else:
            # The pivot, counted from the trimmed box, makes up for the margins.
            box = source.getbbox(alpha_only=True) or (0, 0, scale, scale)
            x, y = anchor or (0.5, 0.5)
            anchor = (x * source.width - box[0], y * source.height - box[1])
            source = source.crop(box)
        if not equal(source, sprite.image, rounds):
            yield f"{name} is drawn differently"
        if has_pivots and not near(anchor, sprite.anchor):
            yield f"{name} has the pivot {sprite.anchor}, not {anchor}"
        borders = borders and tuple(border * unit for border in borders)
        if has_borders and not near(borders, sprite.borders):
            yield f"{name} has the borders {sprite.borders}, not {borders}"
    if atlas.animations is not None and atlas.animations != art.ANIMATIONS:
        yield f"animations {atlas.animations}"


def near(one, other):
    if one is None or other is None:
        return one is other
    return all(abs(a - b) < 1e-3 for a, b in zip(one, other, strict=True))


def equal(source, image, rounds):
    expected = art.visible(source)
    if not rounds or image.size != expected.size:
        return image.size == expected.size and art.visible(image).tobytes() == expected.tobytes()
    # A real engine works with color times alpha, in bytes.
    alphas = expected.getchannel("A")
    return image.getchannel("A").tobytes() == alphas.tobytes() and all(
        abs(want - found) * alpha <= 255
        for channel in "RGB"
        for want, found, alpha in zip(
            expected.getchannel(channel).tobytes(), image.getchannel(channel).tobytes(), alphas.tobytes()
        )
    )


def cases(reader):
    yield "one page", ()
    yield "several pages", ("--max-size", "96")
    if reader.TURNS:
        yield "turned", ("--rotate",)


HURTFUL = ["__proto__", "__BASE", "constructor", "toString", "hasOwnProperty"]


def lost(kiln, reader, scratch):
    """Names that the engine does not give back, and that Kiln does not refuse either."""
    for name in HURTFUL:
        sources, output = scratch / "names" / name, scratch / "named" / reader.FORMAT / name
        sources.mkdir(parents=True, exist_ok=True)
        art.at_scale("hero", 2).save(sources / f"{name}.png")
        command = [kiln, "pack", sources, "-o", output, "-f", reader.FORMAT, "-q"]
        result = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        refused = result.returncode == 1 and f'"{name}"' in result.stderr
        if refused != (name in reader.LOSES):
            yield f"{name} is {'refused' if refused else 'lost'}"
        elif not refused and name not in reader.read(output, 1).sprites:
            yield f"{name} is not found"


def baked(kiln, scratch):
    """A game of two pets, whose second species is the first upside down, in every format at once."""
    game = scratch / "game"
    (game / "art").mkdir(parents=True)
    for species, upside_down in (("cat", False), ("dog", True)):
        sheet = art.sheet(2)
        if upside_down:
            sheet = sheet.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        sheet.save(game / "art" / f"{species}_pet@2x.png")
    art.at_scale("panel", 2).save(game / "art" / "panel@2x.png")
    left, top, right, bottom = art.BORDERS["panel"]
    borders = {"left": left, "top": top, "right": right, "bottom": bottom}
    animations = {
        "idle": {"frames": "0-3", "fps": 8},
        "nap": {"frames": [3, 0], "durations": [500, 250], "loop": False},
    }
    pets = {"filter": "nearest", "grid": {"columns": 4, "rows": 1}, "animations": animations}
    catalog = {
        "catalogVersion": 1,
        "name": "engines",
        "sources": ["art"],
        "canvas": {"width": 24, "height": 20},
        "species": [{"id": "cat"}, {"id": "dog"}],
        "images": [{"id": "panel"}],
        "sheets": {"*_pet": pets, "panel": {"filter": "nearest", "nineSlice": borders}},
        "targets": [
            {"id": reader.FORMAT, "scales": [1, 2], "formats": [reader.FORMAT]} for reader in READERS
        ],
    }
    (game / "catalog.json").write_text(json.dumps(catalog, indent=2))
    command = [kiln, "bake", game, "-o", game / "out", "-q", "--no-cache"]
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if result.returncode:
        raise ValueError(f"kiln failed: {result.stderr.strip()}")
    return game / "out"


def baked_differences(reader, output, scale):
    """A bake's frames are numbered, and its animations named after the sheet."""
    atlas = reader.read(output / reader.FORMAT, scale)
    expected = {"panel": art.at_scale("panel", scale)}
    for number in range(4):
        frame = art.at_scale(f"walk_{number}", scale)
        expected[f"cat_pet/{number}"] = frame
        expected[f"dog_pet/{number}"] = frame.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    if missing := sorted(expected.keys() ^ atlas.sprites.keys()):
        yield f"sprites missing or more: {missing}"
    for name in expected.keys() & atlas.sprites.keys():
        image = expected[name]
        if reader is unity:
            image = image.crop(image.getbbox(alpha_only=True) or (0, 0, scale, scale))
        if not equal(image, atlas.sprites[name].image, False):
            yield f"{name} is drawn differently"
    # libGDX finds frames that belong together by numbers behind their names, which these have not.
    if atlas.animations is not None and reader is not libgdx:
        wanted = {}
        for species in ("cat", "dog"):
            for name, numbers in (("idle", (0, 1, 2, 3)), ("nap", (3, 0))):
                frames = [f"{species}_pet/{number}" for number in numbers]
                wanted[f"{species}_pet/{name}"] = frames
                if reader is godot:
                    wanted[f"{species}: {name}"] = frames
        if atlas.animations != wanted:
            yield f"animations {atlas.animations}"


# What sprites of a look may be: turned on the page, with a pivot of their own, flipped, turned, scaled.
DRESSED = {
    "turned": {"rotate": True},
    "outlined": {"trim": "polygon", "formats": ["kiln", "pixi"]},
    "whole": {"trim": False},
}
LOOKS = [
    {"species": "cat"},
    {"species": "cat", "overlays": ["hat"]},
    {"species": "cat", "overlays": ["hat", "flag", "tail"]},
]


def dressed(kiln, scratch):
    """A game of looks, of which a target each is baked in a way that moves sprites on pages."""
    game = scratch / "dressed"
    (game / "art").mkdir(parents=True)
    body = art.picture(48, 40, 2, (9, 12, 41, 38))
    sheet = Image.new("RGBA", (96, 40))
    sheet.paste(body, (0, 0))
    sheet.paste(art.picture(48, 40, 4, (7, 10, 40, 36)), (48, 0))
    sheet.save(game / "art" / "cat_pet.png")
    for name in ("hat", "flag", "tail"):
        art.PICTURES["hero"].save(game / "art" / f"overlay_{name}.png")
    catalog = {
        "catalogVersion": 1,
        "name": "dressed",
        "sources": ["art"],
        "canvas": {"width": 48, "height": 40, "bleed": {"left": 6, "top": 4}},
        "chroma": {"key": "#FF00FF"},
        "species": [{"id": "cat", "anchors": {"head": [[24, 12], [22, 10]]}}],
        "items": [
            {"id": name, "equipStyle": "overlay", "key": False, "z": z, "placement": {"anchor": "head", **placement}}
            for name, z, placement in (
                ("hat", 10, {"scale": 0.5, "pivot": [0.3, 0.9]}),
                ("flag", -10, {"scale": 0.5, "offset": [-7, 8], "flip": True}),
                ("tail", 20, {"size": [20, 20], "offset": [9, 14], "rotation": 90}),
            )
        ],
        "sheets": {"cat_pet": {"grid": {"columns": 2, "rows": 1}}, "*": {"filter": "nearest"}},
        "targets": [
            {"id": name, "scales": [1, 2], "formats": ["pixi"], "maxPageSize": 128, **settings}
            for name, settings in DRESSED.items()
        ],
    }
    (game / "catalog.json").write_text(json.dumps(catalog, indent=2))
    run(kiln, "bake", game, "-o", game / "out", "-q", "--no-cache")
    return game


def run(kiln, *words):
    result = subprocess.run(list(map(str, [kiln, *words])), capture_output=True, text=True)
    if result.returncode:
        raise ValueError(f"kiln failed: {result.stderr.strip()}")


def look_differences(kiln, game, look, frame, scale, draw):
    """Where a look as an engine draws it differs from its preview by more than layers round."""
    wanted = game / "wanted.png"
    words = [word for item in look.get("overlays", []) for word in ("--overlay", item)]
    words += ["--frame", frame, "--scale", scale, "-o", wanted, "-q", "--force"]
    run(kiln, "preview", game, "--species", look["species"], *words)
    expected, found = Image.open(wanted).convert("RGBA"), draw()
    if expected.size != found.size:
        yield f"measures {found.size}, not {expected.size}"
        return
    pairs = zip(expected.convert("RGBa").tobytes(), found.convert("RGBa").tobytes())
    if wrong := sum(abs(a - b) > 3 for a, b in pairs):
        yield f"{wrong} values differ"


def main():
    kiln = pathlib.Path(sys.argv[1]).resolve()
    engines = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    failed = 0

    def report(what, found):
        nonlocal failed
        found = list(found)
        failed += len(found)
        print(f"{what}: {'; '.join(found) or 'the same'}", flush=True)

    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        sources = scratch / "sources"
        art.write(sources)
        for reader in READERS:
            for case, options in cases(reader):
                output = scratch / f"{reader.FORMAT} {case}"
                try:
                    pack(kiln, sources, output, reader.FORMAT, *options)
                except ValueError as error:
                    report(f"{reader.FORMAT}, {case}", [str(error)])
                    continue
                for scale in (1, 2):
                    report(f"{reader.FORMAT}, {case}, {scale}x", judged(reader, output, scale))
            report(f"{reader.FORMAT}, names that hurt", lost(kiln, reader, scratch))
        output = baked(kiln, scratch)
        for reader in READERS:
            for scale in (1, 2):
                found = list(baked_differences(reader, output, scale))
                report(f"{reader.FORMAT}, a bake, {scale}x", found)
        if engines:
            with browser.Chromium() as chromium:
                source = browser.pixi_source(browser.wheel(engines))
                for case, _ in cases(pixi):
                    for scale in (1, 2):
                        folder = scratch / f"pixi {case}"
                        found = tried(
                            lambda: browser.pixi(chromium, source, folder, scale), scale, True,
                            has_borders=False, rounds=True,
                        )
                        report(f"PixiJS 6 in Chromium, {case}, {scale}x", found)
                folder = scratch / "css"
                pack(kiln, sources, folder, "css")
                for scale in (1, 2):
                    found = tried(
                        lambda: browser.css(chromium, folder, scale), scale, True,
                        has_pivots=False, has_borders=False, rounds=True,
                    )
                    report(f"CSS in Chromium, {scale}x", found)
                game = dressed(kiln, scratch)
                for target in DRESSED:
                    for look in LOOKS:
                        for frame in (0, 1):
                            for scale in (1, 2):
                                options = {"frame": frame, "scale": scale}
                                drawn = lambda: browser.pixi_look(
                                    chromium, source, game / "out", target, look, options
                                )
                                name = "+".join([look["species"], *look.get("overlays", [])])
                                found = look_differences(kiln, game, look, frame, scale, drawn)
                                report(f"PixiJS 6 draws {name}, {target}, frame {frame}, {scale}x", found)
            for case, _ in cases(godot):
                for scale in (1, 2):
                    found = tried(
                        lambda: godot3.draw(scratch / f"godot {case}", scale, scratch), scale, False,
                        has_pivots=False, has_borders=False,
                    )
                    report(f"Godot 3, {case}, {scale}x", found)
    sys.exit(1 if failed else 0)


def judged(reader, folder, scale):
    has = {
        "has_margins": reader is not unity,
        # Godot's textures have neither; libGDX leaves pivots to the game.
        "has_pivots": reader not in (godot, libgdx),
        "has_borders": reader not in (godot, cocos2d, starling),
    }
    return tried(lambda: reader.read(folder, scale), scale, reader.DIVIDES, **has)


def tried(read, scale, divides, **has):
    try:
        atlas = read()
    except Exception as error:
        return [f"cannot be read: {type(error).__name__}: {error}"]
    return list(differences(atlas, scale, divides, **has))


if __name__ == "__main__":
    main()
