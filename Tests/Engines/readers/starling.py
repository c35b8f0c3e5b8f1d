"""Starling: `TextureAtlas`. Lengths of the file are divided by the texture's scale, `pivotX` and `pivotY` too.

`getTextures("walk")` gives the textures whose names begin so, in the order of the names.
"""

import xml.etree.ElementTree as ElementTree

from atlas import Atlas, Sprite, cut, descriptors, page, place

FORMAT = "starling"
TURNS = True
DIVIDES = True
LOSES = set()


def read(folder, scale):
    atlas = Atlas()
    for path in descriptors(folder, "*.xml", scale):
        root = ElementTree.parse(path).getroot()
        image = page(path.parent / root.get("imagePath"))
        for item in root.iter("SubTexture"):
            x, y, width, height = (int(item.get(key)) for key in ("x", "y", "width", "height"))
            turned = item.get("rotated") == "true"
            if turned:
                width, height = height, width
            drawn = cut(image, x, y, width, height, "cw" if turned else None)
            size = (int(item.get("frameWidth", width)), int(item.get("frameHeight", height)))
            offset = (-int(item.get("frameX", 0)), -int(item.get("frameY", 0)))
            anchor = None
            if item.get("pivotX") is not None or item.get("pivotY") is not None:
                pivot = (float(item.get("pivotX", 0)), float(item.get("pivotY", 0)))
                anchor = (pivot[0] / size[0], pivot[1] / size[1])
            atlas.sprites[item.get("name")] = Sprite(
                place(drawn, size, offset), (size[0] / scale, size[1] / scale), anchor
            )
    return atlas
