#!/usr/bin/env python3
"""Scores the repair of careless cuts (make.py) beside what others do.

  score.py --set DIR --kiln PATH [--known] [--clean DIR]

Prints for each method the mean PSNR over white, black and magenta: untouched, by `nearest` (soft and
outermost pixels take the nearest solid color), by `germer` (Germer et al., "Fast Multi-Level
Foreground Estimation", 2020; needs pymatting) and by Kiln; then which pictures got worse. With
`--known` Kiln is told the background. With `--clean`, says how many PNG files of a folder that was
cut out well would be changed. Needs numpy, Pillow and scipy.
"""
import argparse
import glob
import json
import os
import shutil
import subprocess
import tempfile

import numpy
from PIL import Image
from scipy import ndimage

OVER = [(255, 255, 255), (0, 0, 0), (255, 0, 255)]


def load(path):
    return numpy.asarray(Image.open(path).convert("RGBA"), float)


def quality(picture, truth):
    """PSNR over three backgrounds together, at most 60."""
    error = 0
    for color in OVER:
        shown = [p[..., :3] * (p[..., 3:] / 255) + numpy.array(color) * (1 - p[..., 3:] / 255)
                 for p in (picture, truth)]
        error += ((shown[0] - shown[1]) ** 2).mean() / len(OVER)
    return min(60, 10 * numpy.log10(255**2 / max(error, 1e-9)))


def nearest(picture):
    solid = picture[..., 3] >= 250
    inside = ndimage.binary_erosion(solid, iterations=2)
    if not inside.any():
        return picture
    _, (y, x) = ndimage.distance_transform_edt(~inside, return_indices=True)
    result = picture.copy()
    edge = ~ndimage.binary_erosion(solid)
    result[edge, :3] = picture[y, x, :3][edge]
    return result


def germer(picture):
    from pymatting import estimate_foreground_ml

    alpha = picture[..., 3] / 255
    color = estimate_foreground_ml(picture[..., :3] / 255, alpha)
    return numpy.concatenate([color * 255, picture[..., 3:]], -1)


def repaired(kiln, cuts, folder, out, known):
    """Runs Kiln, once for each color that it is told."""
    groups = {}
    for cut in cuts:
        color = "#%02X%02X%02X" % tuple(cut["background"]) if known else "auto"
        groups.setdefault(color, []).append(os.path.join(folder, cut["name"] + ".png"))
    for color, paths in groups.items():
        for start in range(0, len(paths), 200):
            command = [kiln, "key", *paths[start : start + 200], "-o", out, "--matte", color, "--quiet"]
            subprocess.run(command, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--set")
    parser.add_argument("--kiln", required=True)
    parser.add_argument("--known", action="store_true")
    parser.add_argument("--clean", action="append", default=[])
    options = parser.parse_args()
    for folder in options.clean:
        clean(options.kiln, folder)
    if options.set:
        score(options)


def clean(kiln, folder):
    paths = sorted(glob.glob(os.path.join(folder, "**", "*.png"), recursive=True))
    changed = count = 0
    for start in range(0, len(paths), 200):
        with tempfile.TemporaryDirectory() as out:
            source, plain, matted = [os.path.join(out, part) for part in ("in", "plain", "matted")]
            os.mkdir(source)
            some = {f"{index}.png": path for index, path in enumerate(paths[start : start + 200])}
            for name, path in some.items():
                shutil.copy(path, os.path.join(source, name))
            subprocess.run([kiln, "key", source, "-o", plain, "--quiet"], check=True)
            subprocess.run([kiln, "key", source, "-o", matted, "--matte", "auto", "--quiet"], check=True)
            count += len(some)
            changed += sum(read(plain, name) != read(matted, name) for name in some)
    print(f"{folder}: {changed} of {count} pictures that were cut out well would be changed")


def read(folder, name):
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


def score(options):
    cuts = json.load(open(os.path.join(options.set, "cuts.json")))
    rows, worse = {}, []
    with tempfile.TemporaryDirectory() as out:
        repaired(options.kiln, cuts, os.path.join(options.set, "cut"), out, options.known)
        for cut in cuts:
            truth = load(os.path.join(options.set, "truth", cut["name"] + ".png"))
            picture = load(os.path.join(options.set, "cut", cut["name"] + ".png"))
            result = load(os.path.join(out, cut["name"] + ".png"))
            values = [quality(p, truth) for p in (picture, nearest(picture), germer(picture), result)]
            changed = (result != picture).any()
            rows.setdefault(cut["method"], []).append(values + [float(changed)])
            if values[3] < values[0] - 0.1:
                worse.append((values[3] - values[0], cut["name"], cut["background"]))
    print(f"{'':14}{'untouched':>10}{'nearest':>10}{'germer':>10}{'kiln':>10}{'gain':>8}{'ahead':>8}{'changed':>9}")
    table = {name: numpy.mean(values, 0) for name, values in rows.items()}
    table["mean"] = numpy.mean(list(table.values()), 0)
    for name, (before, near, other, kiln, changed) in table.items():
        ahead = kiln - max(before, near, other)
        print(f"{name:14}{before:10.1f}{near:10.1f}{other:10.1f}{kiln:10.1f}{kiln - before:8.1f}"
              f"{ahead:8.1f}{changed:9.0%}")
    for loss, name, color in sorted(worse):
        print(f"worse by {-loss:.1f} dB: {name} from {color}")


if __name__ == "__main__":
    main()
