"""Unity: TexturePacker's importer for `.tpsheet`. A sprite knows no margins: its pivot makes up for them.

y goes up; the pivot is in parts of the trimmed sprite. Names come in escaped.
"""

import re
import urllib.parse

from atlas import Atlas, Sprite, cut, descriptors, page

FORMAT = "unity"
TURNS = False
DIVIDES = False
LOSES = set()


def read(folder, scale):
    atlas = Atlas()
    for path in descriptors(folder, "*.tpsheet", scale):
        header, body = path.read_text().split("\n\n", 1)
        image = page(path.parent / re.search(r"^:texture=(.*)$", header, re.M)[1])
        has_pivots = ":pivotpoints=enabled" in header
        has_borders = ":borders=enabled" in header
        for line in body.strip("\n").split("\n"):
            fields = line.split(";")
            x, y, width, height = map(int, fields[1:5])
            drawn = cut(image, x, image.height - y - height, width, height)
            pivot = (float(fields[5]), 1 - float(fields[6])) if has_pivots else (0.5, 0.5)
            borders = tuple(float(field) for field in fields[7:11]) if has_borders else (0, 0, 0, 0)
            # The importer's order: left, right, top, bottom.
            left, right, top, bottom = borders
            atlas.sprites[urllib.parse.unquote(fields[0])] = Sprite(
                drawn,
                (width, height),
                (pivot[0] * width, pivot[1] * height),
                (left, top, right, bottom) if any(borders) else None,
            )
    return atlas
