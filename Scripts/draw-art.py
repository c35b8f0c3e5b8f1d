#!/usr/bin/env python3
"""Assembles the pets' sheets (assets-src/*.svg) from their parts (assets-src/parts/*.svg).

A sheet is the parts it needs plus eight frames; a frame is a stack of parts put where one pose wants them.
The parts are drawn by hand; edit those, or the poses below, never a sheet. Scripts/render-art runs this first.
"""

from dataclasses import dataclass
from pathlib import Path

ART = Path(__file__).resolve().parent.parent / "assets-src"
CELL, COLUMNS, GROUND, HEAD = 256, 4, 236, 116  # points
GREEN = "#00FF00"


@dataclass(frozen=True)
class Pose:
    """Offsets in points, y down; angles in degrees, clockwise."""

    face: str
    jump: float = 0  # of the whole pet
    wide: float = 1  # scale of the body about the ground
    tall: float = 1
    head: float = 0  # of the head, on the canvas
    left: float = 14  # arm
    right: float = -14
    wag: float = 0
    waving: bool = False  # the right arm comes to the front


# The catalog's anchors follow `head`: one point per pose.
POSES = {
    "idle": [
        Pose("open"),
        Pose("open", wide=1.01, tall=0.985, head=1.5, left=16, right=-16, wag=-4),
        Pose("open", wide=1.02, tall=0.97, head=3, left=18, right=-18, wag=-8),
        Pose("blink", wide=1.01, tall=0.985, head=1.5, left=16, right=-16, wag=-4),
    ],
    "wave": [
        Pose("open", wide=1.04, tall=0.94, head=5, left=24, right=-50, wag=4, waving=True),
        Pose("happy", jump=-6, wide=0.97, tall=1.02, head=-7, left=34, right=-120, wag=-12, waving=True),
        Pose("happy", jump=-3.5, wide=0.98, tall=1.01, head=-4.5, left=30, right=-90, wag=8, waving=True),
        Pose("cheer", wide=1.02, tall=0.97, head=2.5, left=20, right=-110, wag=-8, waving=True),
    ],
}


@dataclass(frozen=True)
class Build:
    """How a species carries itself."""

    shoulder: tuple[float, float]  # the right one: from the middle line, and down the canvas
    spread: float = 0  # how far the arms stand off, in degrees
    reach: float = 0  # how much lower a waving arm stays, in degrees
    wag: float = 1
    girth: float = 1  # of clothes
    flippers: bool = False  # arms that stay behind the body


BUILDS = {
    "dog": Build(shoulder=(27, 181)),
    "cat": Build(shoulder=(26, 181), wag=0.7),
    "penguin": Build(shoulder=(47, 172), spread=12, reach=14, wag=0, girth=1.2, flippers=True),
    "ghost": Build(shoulder=(62, 158), spread=4, reach=14, wag=0.6, flippers=True),
}

# name: (build, part files, background or None, parts from back to front as joint:part; FACE is the pose's face)
SHEETS = {
    "dog_pet": ("dog", "dog", None, "tail:tail body:body ground:feet left:arm right:arm head:head-FACE"),
    "cat_pet": ("cat", "cat", None, "tail:tail body:body ground:feet left:arm right:arm head:head-FACE"),
    "penguin_pet": (
        "penguin", "penguin", None,
        "tail:tail left:arm right:arm head:tuft head:skull body:body ground:feet head:face-FACE"),
    "dog_pet_wizard": (
        "dog", "dog wizard", None,
        "tail:tail ground:feet dress:robe left:arm left:sleeve right:arm right:wand right:sleeve dress:collar"
        " head:head-FACE head:hat"),
    "cat_pet_wizard": (
        "cat", "cat wizard", None,
        "tail:tail ground:feet dress:robe left:arm left:sleeve right:arm right:wand right:sleeve dress:collar"
        " head:head-FACE head:hat"),
    "penguin_pet_wizard": (
        "penguin", "penguin wizard", None,
        "tail:tail left:arm left:sleeve right:wand right:arm right:sleeve ground:feet dress:robe dress:collar"
        " head:skull head:face-FACE head:hat"),
    "dog_raincoat": (
        "dog", "dog raincoat", None,
        "tail:tail ground:boots dress:coat left:arm left:sleeve right:arm right:sleeve"
        " head:head-FACE head:hood head:ears head:toggle"),
    "cat_raincoat": (
        "cat", "cat raincoat", None,
        "tail:tail ground:boots dress:coat left:arm left:sleeve right:arm right:sleeve"
        " head:head-FACE head:hood-cat head:toggle"),
    "penguin_raincoat": (
        "penguin", "penguin raincoat", None,
        "tail:tail left:arm left:sleeve right:arm right:sleeve ground:boots dress:coat"
        " head:skull head:face-FACE head:hood head:toggle"),
    "dog_pet_ghost": (
        "ghost", "dog ghost", GREEN,
        "tail:tail ground:feet left:nub right:nub head:dome cloth:skirt head:sheet-FACE head:ears"),
    "cat_pet_ghost": (
        "ghost", "cat ghost", GREEN,
        "tail:tail ground:feet left:nub right:nub head:dome-cat cloth:skirt head:sheet-FACE"),
    "pet_ghost": (
        "ghost", "ghost", GREEN,
        "left:nub right:nub head:dome cloth:skirt head:sheet-FACE"),
}


def number(value):
    return f"{value:.3f}".rstrip("0").rstrip(".")


def place(joint, pose, build):
    """The transform that puts a part's own origin on its joint."""
    out, down = build.shoulder
    rest = pose.head - pose.jump  # the jump is applied to the whole frame
    shoulder = number(down + 0.8 * rest)
    turn = {
        "tail": pose.wag * build.wag,
        "left": pose.left + build.spread,
        "right": pose.right - build.spread + (build.reach if pose.waving else 0),
    }.get(joint, 0)
    size = {
        "body": (pose.wide, pose.tall),
        "dress": (pose.wide * build.girth, pose.tall),
        "cloth": (1, pose.tall),
        "right": (-1, 1),
    }.get(joint, (1, 1))
    spot = {
        "head": f"128 {number(HEAD + rest)}",
        "left": f"{number(128 - out)} {shoulder}",
        "right": f"{number(128 + out)} {shoulder}",
    }.get(joint, f"128 {GROUND}")
    rotate = f" rotate({number(turn)})" if turn else ""
    scale = f" scale({number(size[0])} {number(size[1])})" if size != (1, 1) else ""
    return f"translate({spot}){rotate}{scale}"


def frame(stack, pose, build):
    parts = [part.split(":") for part in stack.split()]
    if pose.waving and not build.flippers:
        parts.sort(key=lambda part: part[0] == "right")
    for joint, part in parts:
        name = part.replace("FACE", pose.face)
        yield f'    <use href="#{name}" transform="{place(joint, pose, build)}"/>'


def sheet(name):
    kind, files, background, stack = SHEETS[name]
    poses = [(action, i, pose) for action, row in POSES.items() for i, pose in enumerate(row)]
    width, height = CELL * COLUMNS, CELL * len(POSES)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * width}" height="{2 * height}"'
        f' viewBox="0 0 {width} {height}">',
        f"  <!-- Assembled by Scripts/draw-art.py from parts/: {files.replace(' ', ', ')}. -->",
    ]
    if background:
        lines += [f'  <rect width="{width}" height="{height}" fill="{background}"/>']
    for file in files.split():
        part = (ART / "parts" / f"{file}.svg").read_text()
        lines += ["", part[part.index("  <style>") : part.rindex("</svg>")].rstrip()]
    for index, (action, i, pose) in enumerate(poses):
        x, y = index % COLUMNS * CELL, index // COLUMNS * CELL
        lines += ["", f"  <!-- {action} {i} -->", f'  <g transform="translate({x} {number(y + pose.jump)})">']
        lines += [*frame(stack, pose, BUILDS[kind]), "  </g>"]
    return "\n".join([*lines, "</svg>", ""])


for name in SHEETS:
    (ART / f"{name}.svg").write_text(sheet(name))
