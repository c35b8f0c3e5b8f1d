"""Phaser 3: `load.multiatlas` and `load.animation`.

A pixel is a unit at every scale, and animations are those of all scales. Turned frames are drawn as they lie. `__BASE` is the page itself, and frames
are members of a plain object. `scale9Borders` is the rectangle in the middle. Pages are loaded as URLs.
"""

import json
import urllib.parse

from atlas import Atlas, Sprite, cut, descriptors, page, place

FORMAT = "phaser"
TURNS = False
DIVIDES = False
LOSES = {"__proto__", "__BASE", "constructor", "toString", "hasOwnProperty"}


def read(folder, scale):
    atlas = Atlas(animations={})
    for path in descriptors(folder, "*.json", scale):
        root = json.loads(path.read_text())
        for texture in root.get("textures", []):
            url = urllib.parse.urlsplit(texture["image"]).path
            image = page(path.parent / urllib.parse.unquote(url))
            for record in texture["frames"]:
                if record["filename"] not in LOSES:
                    atlas.sprites[record["filename"]] = sprite(image, record)
    for path in folder.glob("*.animations.json"):
        for animation in json.loads(path.read_text())["anims"]:
            atlas.animations[animation["key"]] = [each["frame"] for each in animation["frames"]]
    return atlas


def sprite(image, record):
    frame = record["frame"]
    drawn = cut(image, frame["x"], frame["y"], frame["w"], frame["h"])
    size = (frame["w"], frame["h"])
    if record["trimmed"]:
        box, source = record["spriteSourceSize"], record["sourceSize"]
        size = (source["w"], source["h"])
        drawn = place(drawn, size, (box["x"], box["y"]))
    anchor = record.get("anchor") or record.get("pivot")
    borders = None
    if middle := record.get("scale9Borders"):
        right = size[0] - middle["x"] - middle["w"]
        borders = (middle["x"], middle["y"], right, size[1] - middle["y"] - middle["h"])
    return Sprite(drawn, size, anchor and (anchor["x"], anchor["y"]), borders)
