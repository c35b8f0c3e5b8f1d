"""Godot 4: `AtlasTexture`, its margins as a rectangle: place, and what all margins add. A pixel is a unit.

Animations are those of the `SpriteFrames` beside it, and of one for each species: `dog: idle`.
"""

import re

from atlas import Atlas, Sprite, cut, descriptors, page, place

FORMAT = "godot"
TURNS = False
DIVIDES = False
LOSES = set()


def read(folder, scale):
    atlas = Atlas(animations={})
    for path in descriptors(folder, "*.tres", scale):
        text = path.read_text()
        resources = dict(
            (identifier, (path.parent / file).resolve())
            for file, identifier in re.findall(r'^\[ext_resource .*path="(.*?)" id="(\w+)"\]', text, re.M)
        )
        if 'type="AtlasTexture"' in text:
            atlas.sprites[sprite_name(path)] = sprite(text, resources)
        elif 'type="SpriteFrames"' in text:
            for entry in re.split(r'"frames": ', text)[1:]:
                name = re.search(r'"name": &"(.*?)"', entry)[1]
                if path.parent.suffix == ".species":
                    name = f"{path.stem}: {name}"
                frames = re.findall(r'ExtResource\("(\w+)"\)', entry)
                atlas.animations[name] = [sprite_name(resources[frame]) for frame in frames]
    return atlas


def sprite_name(path):
    (folder,) = [parent for parent in path.parents if parent.suffix == ".sprites"]
    return path.relative_to(folder).as_posix().removesuffix(".tres")


def sprite(text, resources):
    image = page(resources[re.search(r'^atlas = ExtResource\("(\w+)"\)', text, re.M)[1]])
    x, y, width, height = rectangle(text, "region")
    left, top, more_width, more_height = rectangle(text, "margin") or (0, 0, 0, 0)
    size = (width + more_width, height + more_height)
    return Sprite(place(cut(image, x, y, width, height), size, (left, top)), size)


def rectangle(text, name):
    found = re.search(rf"^{name} = Rect2\((.*)\)$", text, re.M)
    return found and [int(float(number)) for number in found[1].split(",")]
