#!/usr/bin/env python3
"""Draws cases of a bench as strips for Documentation/keying: the input, then results on light and dark.

  gallery.py --kiln PATH --out DIR [--before PATH] [--panels input,gpuimage,before,light,dark]
             NAME=BENCH/CASE__CONDITION[:LEFT,TOP,RIGHT,BOTTOM[xZOOM]]...

Writes DIR/NAME.png. BENCH is a folder that make.py, classes.py or a generator of this folder wrote, `before` another
built command, to compare with. Needs Pillow.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

from PIL import Image

GAP, SIDE = 8, 168
LIGHT, DARK = ((255, 255, 255), (204, 204, 204)), ((40, 40, 40), (28, 28, 28))
# Screens that have to be found, as nobody says which they are.
UNKNOWN = ("blue", "magenta", "teal", "white")


def board(size, checks):
    picture = Image.new("RGB", size, checks[0])
    for y in range(0, size[1], 8):
        for x in range((y // 8 % 2) * 8, size[0], 16):
            picture.paste(checks[1], (x, y, x + 8, y + 8))
    return picture


def keyed(kiln, source, options):
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [kiln, "key", source, "-o", folder, *options], capture_output=True, text=True
        )
        stem = os.path.splitext(os.path.basename(source))[0]
        result = os.path.join(folder, stem + ".png")
        if not os.path.exists(result):
            # A keyer that finds no screen leaves the picture as it is.
            print(run.stderr, file=sys.stderr)
            result = source
        return Image.open(result).convert("RGBA").copy()


def strip(options, source, part, zoom):
    condition = os.path.splitext(source)[0].split("__")[1]
    key = ["--key", "auto"] if condition in UNKNOWN else []
    panels = []
    for panel in options.panels.split(","):
        if panel == "before" and not options.before:
            continue
        if panel == "input":
            picture = Image.open(source).convert("RGBA")
        elif panel == "gpuimage":
            picture = keyed(options.kiln, source, [*key, "--mode", "gpuimage"])
        else:
            picture = keyed(options.before if panel == "before" else options.kiln, source, key)
        if part:
            picture = picture.crop(part)
        factor = zoom or max(1, SIDE // max(picture.size))
        size = (picture.width * factor, picture.height * factor)
        if not zoom and max(picture.size) > SIDE:
            share = SIDE / max(picture.size)
            size = (round(picture.width * share), round(picture.height * share))
        # Averages premultiplied, as a game shrinks it.
        method = Image.NEAREST if size[0] >= picture.width else Image.BOX
        picture = picture.convert("RGBa").resize(size, method).convert("RGBA")
        ground = board(picture.size, DARK if panel == "dark" else LIGHT)
        ground.paste(picture, (0, 0), picture)
        panels.append(ground)
    width = sum(panel.width for panel in panels) + GAP * (len(panels) - 1)
    row = Image.new("RGB", (width, panels[0].height), (255, 255, 255))
    x = 0
    for panel in panels:
        row.paste(panel, (x, 0))
        x += panel.width + GAP
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kiln", required=True)
    parser.add_argument("--before")
    parser.add_argument("--out", required=True)
    parser.add_argument("--panels", default="input,gpuimage,before,light,dark")
    parser.add_argument("strips", nargs="+", metavar="NAME=CASE")
    options = parser.parse_args()
    for wanted in options.strips:
        match = re.fullmatch(r"([^=]+)=(.+?)/([^/:]+?)(?::(\d+),(\d+),(\d+),(\d+)(?:x(\d+))?)?", wanted)
        if not match:
            parser.error("NAME=BENCH/CASE__CONDITION, found %s" % wanted)
        name, bench, case, *box = match.groups()
        part = tuple(map(int, box[:4])) if box[0] else None
        source = os.path.join(bench, "input", case + ".png")
        row = strip(options, source, part, int(box[4]) if box[4] else None)
        row.save(os.path.join(options.out, name + ".png"), optimize=True)


if __name__ == "__main__":
    main()
