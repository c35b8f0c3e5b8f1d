"""libGDX and Spine: `TextureAtlas`, in the new syntax and the one before 1.9.14.

A pixel is a unit. `findRegions(name)` gives the regions of that name by their index, which is how
animations are found. Regions without `rotate` lie as they are; turned ones counterclockwise.
"""

from atlas import Atlas, Sprite, cut, descriptors, page, place

FORMAT = "libgdx"
TURNS = True
DIVIDES = False
LOSES = set()


def read(folder, scale):
    atlas = Atlas(animations={})
    indexed = {}
    for path in descriptors(folder, "*.atlas", scale):
        for image, name, values in regions(path):
            sprite = region(image, values)
            index = int(values.get("index", ["-1"])[0])
            atlas.sprites[name if index < 0 else f"{name}_{index}"] = sprite
            if index >= 0:
                indexed.setdefault(name, []).append(index)
    for name, indices in indexed.items():
        atlas.animations[name] = [f"{name}_{index}" for index in sorted(indices)]
    return atlas


def regions(path):
    """(page, name, values by key) of every region."""
    image, name, values = None, None, {}
    for line in path.read_text().split("\n") + [""]:
        if not line.strip():
            if name is not None:
                yield image, name, values
            image, name, values = None, None, {}
        elif image is None:
            image = page(path.parent / line.strip())
        elif ":" in line:
            key, value = line.split(":", 1)
            values[key.strip()] = [part.strip() for part in value.split(",")]
        else:
            if name is not None:
                yield image, name, values
            name, values = line.strip(), {}


def region(image, values):
    if "bounds" in values:
        x, y, width, height = map(int, values["bounds"])
    else:
        (x, y), (width, height) = map(int, values["xy"]), map(int, values["size"])
    if "offsets" in values:
        left, bottom, full_width, full_height = map(int, values["offsets"])
    elif "orig" in values:
        (left, bottom), (full_width, full_height) = map(int, values["offset"]), map(int, values["orig"])
    else:
        left, bottom, full_width, full_height = 0, 0, width, height
    turned = "ccw" if values.get("rotate", ["false"])[0] in ("true", "90") else None
    drawn = cut(image, x, y, width, height, turned)
    size = (full_width, full_height)
    borders = None
    if "split" in values:
        left_border, right, top, bottom_border = map(int, values["split"])
        borders = (left_border, top, right, bottom_border)
    top = full_height - height - bottom
    return Sprite(place(drawn, size, (left, top)), size, None, borders)
