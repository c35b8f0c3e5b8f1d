"""Loaders of TexturePacker's own JSON, melonJS among them: which dialect a file speaks, `meta.app` tells.

melonJS takes the array alone. It knows no margins but by the pivot, which it moves into the trimmed box; what
it draws for a sprite without one is the engine's own affair, so margins are read as the file says them.
"""

import json

from atlas import Atlas, Sprite, cut, descriptors, page, place

TURNS = True
DIVIDES = False
LOSES = {"__proto__"}


def read_hash(folder, scale):
    return read(folder, scale, lambda frames: frames.items())


def read_array(folder, scale):
    return read(folder, scale, lambda frames: [(each["filename"], each) for each in frames])


def read(folder, scale, records):
    atlas = Atlas()
    for path in descriptors(folder, "*.json", scale):
        root = json.loads(path.read_text())
        app = root["meta"]["app"]
        if not any(known in app for known in ("texturepacker", "free-tex-packer")):
            raise ValueError(f"a file of {app} is refused")
        image = page(path.parent / root["meta"]["image"])
        for name, record in records(root["frames"]):
            frame, turned = record["frame"], record["rotated"]
            box, source = record["spriteSourceSize"], record["sourceSize"]
            drawn = cut(image, frame["x"], frame["y"], frame["w"], frame["h"], "cw" if turned else None)
            size = (source["w"], source["h"])
            pivot, middle = record.get("pivot"), record.get("scale9Borders")
            borders = middle and (
                middle["x"],
                middle["y"],
                size[0] - middle["x"] - middle["w"],
                size[1] - middle["y"] - middle["h"],
            )
            atlas.sprites[name] = Sprite(
                place(drawn, size, (box["x"], box["y"])),
                size,
                pivot and (pivot["x"], pivot["y"]),
                borders,
            )
    return atlas
