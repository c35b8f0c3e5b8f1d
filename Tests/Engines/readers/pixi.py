"""PixiJS 8: `Spritesheet`.

Numbers of the file are divided by the resolution, `meta.scale` or the `@2x` of the page's name; borders
are taken as they are, in points. Without `anchor` a sprite keeps its own. The page's name is a URL
beside the file's. Textures are members of a plain object.
"""

import json
import re
import urllib.parse

from atlas import Atlas, Sprite, cut, descriptors, page, place

FORMAT = "pixi"
TURNS = True
DIVIDES = True
LOSES = {"__proto__"}


def read(folder, scale):
    atlas = Atlas(animations={})
    for path in descriptors(folder, "*.json", scale):
        root = json.loads(path.read_text())
        url = urllib.parse.urlsplit(root["meta"]["image"]).path
        image = page(path.parent / urllib.parse.unquote(url))
        named = re.search(r"@([0-9.]+)x", root["meta"]["image"])
        resolution = float(named[1] if named else root["meta"]["scale"])
        for name, record in root["frames"].items():
            if name in LOSES:
                continue
            frame, turned = record["frame"], record["rotated"]
            drawn = cut(image, frame["x"], frame["y"], frame["w"], frame["h"], "cw" if turned else None)
            size = (frame["w"], frame["h"])
            if record.get("trimmed") is not False and "spriteSourceSize" in record:
                box, source = record["spriteSourceSize"], record["sourceSize"]
                size = (source["w"], source["h"])
                drawn = place(drawn, size, (box["x"], box["y"]))
            anchor, borders = record.get("anchor"), record.get("borders")
            atlas.sprites[name] = Sprite(
                drawn,
                (size[0] / resolution, size[1] / resolution),
                anchor and (anchor["x"], anchor["y"]),
                borders and tuple(borders[k] for k in ("left", "top", "right", "bottom")),
            )
        for name, frames in root.get("animations", {}).items():
            # Frames of other pages are undefined: the animation throws when it is played.
            if all(frame in root["frames"] for frame in frames):
                atlas.animations[name] = frames
    return atlas
