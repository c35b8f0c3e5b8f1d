#!/usr/bin/env python3
"""Scores Kiln beside other keyers on the same pictures, in one run, and prints a table in Markdown.

  peers.py --tools DIR --kiln PATH --bench DIR [--bench DIR]... [--every N] [--only CONDITION,...]

DIR of --tools holds score.py and reference.py, each bench what make.py, classes.py or a generator of
this folder wrote. Columns are recomposed PSNR in dB, the mean of a condition's pictures.

  best, fast   `kiln key --mode best` and `fast`
  reference    the numpy keyer that Kiln started from, its `best`
  gpuimage     GPUImage's filter: `kiln key --mode gpuimage`, at 0.1 / 0.3
  colorkey     ffmpeg's filter, the program itself
  chromakey    ffmpeg's filter and its `despill` after it, the program itself
  obs          OBS Studio's chroma key filter, its formula written out (a plugin has no command)
  vlahos       the color difference key with a green limit, written out

Peers with numbers get those that score best over all pictures of the run, which is more than a user
has. Needs numpy and Pillow, scipy and numba for the reference; peers that are not at hand are left out.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image

KEYS = {"blue": (0, 0, 255), "magenta": (255, 0, 255), "teal": (0, 177, 140), "white": (255, 255, 255)}


def key_of(condition):
    return KEYS.get(condition, (0, 255, 0))


def clamped(values):
    return np.clip(values, 0, 1)


def obs(picture, key, similarity, smoothness=0.08, spill=0.1):
    """OBS Studio: distance in the chroma of BT.709, averaged over nine places around a pixel."""
    matrix = np.array([[-0.100644, -0.338572, 0.439216], [0.439216, -0.398942, -0.040274]])
    chroma = picture @ matrix.T - np.array(key) / 255 @ matrix.T
    padded = np.pad(chroma, ((1, 1), (1, 1), (0, 0)), mode="edge")
    height, width = picture.shape[:2]

    def at(dy, dx):
        return padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width]

    # Four samples between two pixels each, which a graphics card interpolates.
    pairs = [((0, -1), (-1, -1)), ((0, 1), (1, 1)), ((1, 0), (1, -1)), ((-1, 0), (-1, 1))]
    total = sum(2 * np.linalg.norm((at(*a) + at(*b)) / 2, axis=-1) for a, b in pairs)
    off = (total + np.linalg.norm(chroma, axis=-1)) / 9 - similarity
    alpha = clamped(off / smoothness) ** 1.5
    share = clamped(off / spill)[..., None] ** 1.5
    grey = (picture @ np.array([0.2126, 0.7152, 0.0722]))[..., None]
    return grey + (picture - grey) * share, alpha


def vlahos(picture, key, gain):
    """The key channel's excess over the greater of the others is the screen's share."""
    inverted = sum(key) > 450
    if inverted:
        picture, key = 1 - picture, [255 - channel for channel in key]
    channel = int(np.argmax(key))
    others = [index for index in range(3) if index != channel]
    excess = picture[..., channel] - picture[..., others].max(-1)
    full = max(key[channel] - max(key[index] for index in others), 1) / 255
    share = clamped(excess * gain / full)
    alpha = 1 - share
    color = picture - share[..., None] * np.array(key) / 255
    color = color / np.maximum(alpha, 1e-3)[..., None]
    color[..., channel] = np.minimum(color[..., channel], color[..., others].max(-1))
    return (1 - clamped(color) if inverted else clamped(color)), alpha


def rgba(color, alpha):
    color = np.where(alpha[..., None] > 0, color, 0)
    return np.rint(np.concatenate([clamped(color), clamped(alpha)[..., None]], -1) * 255).astype(np.uint8)


def with_ffmpeg(paths, filters):
    """The pictures, each keyed by a run of ffmpeg."""
    for path in paths:
        command = ["ffmpeg", "-v", "error", "-i", path, "-vf", filters + ",format=rgba", "-f", "rawvideo", "-"]
        raw = subprocess.run(command, check=True, capture_output=True).stdout
        width, height = Image.open(path).size
        yield np.frombuffer(raw, np.uint8).reshape(height, width, 4)


def with_kiln(kiln, paths, options):
    with tempfile.TemporaryDirectory() as folder:
        # Not all together when one has no screen: each that fails is scored as it came.
        for start in range(0, len(paths), 200):
            portion = paths[start : start + 200]
            command = [kiln, "key", *portion, "-o", folder, "--quiet", *options]
            if subprocess.run(command, capture_output=True).returncode != 0:
                for path in portion:
                    subprocess.run([kiln, "key", path, "-o", folder, "--quiet", *options], capture_output=True)
        for path in paths:
            keyed = os.path.join(folder, os.path.splitext(os.path.basename(path))[0] + ".png")
            source = keyed if os.path.exists(keyed) else path
            yield np.asarray(Image.open(source).convert("RGBA"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", required=True)
    parser.add_argument("--kiln", required=True)
    parser.add_argument("--bench", action="append", required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only")
    options = parser.parse_args()
    sys.path.insert(0, options.tools)
    from score import Truth, score

    # condition: [(truth, what is keyed, the same as a PNG)]
    cases = {}
    for bench in options.bench:
        for index, name in enumerate(sorted(os.listdir(os.path.join(bench, "input")))):
            stem = os.path.splitext(name)[0]
            case, condition = stem.split("__")
            if options.only and condition not in options.only.split(","):
                continue
            png = os.path.join(bench, "input", name)
            jpeg = os.path.join(bench, "jpg", stem + ".jpg")
            truth = os.path.join(bench, "truth", case + ".png")
            cases.setdefault(condition, []).append((truth, jpeg if os.path.exists(jpeg) else png, png))
    cases = {condition: rows[:: options.every] for condition, rows in sorted(cases.items())}

    def psnr(condition, pictures):
        rows = cases[condition]
        return [score(Truth(row[0]), picture)["PSNR"] for row, picture in zip(rows, pictures)]

    def opaque(condition):
        for _, _, png in cases[condition]:
            yield np.asarray(Image.open(png).convert("RGB"))

    def with_formula(formula, value):
        def keyed(condition):
            for picture in opaque(condition):
                yield rgba(*formula(picture / 255, key_of(condition), value))

        return keyed

    def kiln(*arguments):
        def keyed(condition):
            key = "auto" if condition in KEYS else "#00FF00"
            return with_kiln(
                options.kiln, [row[1] for row in cases[condition]], ["--key", key, *arguments]
            )

        return keyed

    def ffmpeg(filters):
        def keyed(condition):
            key = "0x%02X%02X%02X" % key_of(condition)
            after = ""
            if "chromakey" in filters and condition not in KEYS:
                after = ",despill=green"
            return with_ffmpeg([row[2] for row in cases[condition]], filters.format(key=key) + after)

        return keyed

    # name: the runs of which the best in the mean is shown
    peers = {
        "best": [kiln("--mode", "best")],
        "fast": [kiln("--mode", "fast")],
        "gpuimage": [kiln("--mode", "gpuimage", "--threshold", "0.1", "--smoothing", "0.3")],
        "obs": [with_formula(obs, value) for value in (0.1, 0.2, 0.3, 0.4)],
        "vlahos": [with_formula(vlahos, value) for value in (0.9, 1, 1.1)],
    }
    if shutil.which("ffmpeg"):
        peers["colorkey"] = [ffmpeg("colorkey={key}:%s:%s" % v) for v in ((0.1, 0.3), (0.2, 0.3), (0.3, 0.2))]
        peers["chromakey"] = [ffmpeg("chromakey={key}:%s:%s" % v) for v in ((0.05, 0.2), (0.1, 0.2), (0.15, 0.1))]
    try:
        import reference

        def numpy_best(condition):
            for picture in opaque(condition):
                yield reference.best(picture)

        peers["reference"] = [numpy_best]
    except ImportError:
        pass

    columns = {}
    for name, runs in peers.items():
        results = []
        for run in runs:
            # The reference knows green screens only.
            asked = [c for c in cases if name != "reference" or c not in KEYS]
            results.append({c: float(np.mean(psnr(c, run(c)))) for c in asked})
        columns[name] = max(results, key=lambda result: float(np.mean(list(result.values()))))
        print(name, "done", file=sys.stderr)
    print("| condition | pictures | " + " | ".join(columns) + " |")
    print("| --- |" + " ---: |" * (len(columns) + 1))
    for condition, rows in cases.items():
        values = [columns[name].get(condition) for name in columns]
        best = max(value for value in values if value is not None)
        shown = ["" if v is None else "**%.1f**" % v if v == best else "%.1f" % v for v in values]
        print("| %s | %d | %s |" % (condition, len(rows), " | ".join(shown)))


if __name__ == "__main__":
    main()
