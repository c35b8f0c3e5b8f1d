"""Cocos2d-x: `SpriteFrameCache`, format 3. A pixel is a unit; y goes up; `anchor` counts from below."""

import plistlib
import re

from atlas import Atlas, Sprite, cut, descriptors, page, place

FORMAT = "cocos2d"
TURNS = True
DIVIDES = False
LOSES = set()


def numbers(text):
    return [float(number) for number in re.findall(r"-?[\d.]+(?:e-?\d+)?", text)]


def read(folder, scale):
    atlas = Atlas()
    for path in descriptors(folder, "*.plist", scale):
        root = plistlib.loads(path.read_bytes())
        assert root["metadata"]["format"] == 3
        image = page(path.parent / root["metadata"]["textureFileName"])
        for name, entry in root["frames"].items():
            x, y, width, height = map(int, numbers(entry["textureRect"]))
            size = tuple(map(int, numbers(entry["spriteSourceSize"])))
            dx, dy = numbers(entry["spriteOffset"])
            left, top = size[0] / 2 + dx - width / 2, size[1] / 2 - dy - height / 2
            assert left == int(left) and top == int(top)
            drawn = cut(image, x, y, width, height, "cw" if entry["textureRotated"] else None)
            anchor = numbers(entry["anchor"]) if "anchor" in entry else None
            sprite = Sprite(
                place(drawn, size, (int(left), int(top))),
                size,
                anchor and (anchor[0], 1 - anchor[1]),
            )
            for each in [name, *entry["aliases"]]:
                atlas.sprites[each.removesuffix(".png")] = sprite
    return atlas
