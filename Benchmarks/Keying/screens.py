#!/usr/bin/env python3
"""Screens of several shades behind the cases of make.py, with known truth (numpy and Pillow).

  screens.py --bench DIR --out DIR2 [--every N] [--seed TEXT] [--classes A,B]

Reads DIR/truth and DIR/cases.json; writes DIR2/{truth,input,jpg} and DIR2/cases.json in the same form, for score.py.
Parameters differ from case to case, by the seed. Classes of classes.py (twoshade, gradient) are not made again.

  checker     tiles of two greens, 8 to 64 pixels, hard edged
  bands       three bands, level or upright
  softfloor   wall and floor, the seam 2 % of the height
  diagonal    two greens, the seam anti-aliased at any angle
  vignette    (0,255,0) in the middle, (0,120,0) in the corners
  corner      another green in one corner only
  legs        art on every border, two greens inside
  lone        art on every border, one green inside with a gradient
  Xnoise, Xjpg   X with noise of sigma 3; as JPEG 90, 4:2:0
"""
import argparse
import json
import os
import random

import numpy as np
from PIL import Image

PLAIN = "checker bands softfloor diagonal vignette corner legs lone".split()
HARD = [c + end for c in "checker bands diagonal vignette twoshade gradient".split() for end in ("noise", "jpg")]
GREEN = np.array([0, 255, 0.0])


def second(r):
    return np.array([r.randint(0, 30), r.randint(170, 235), r.randint(0, 40)], float)


def mixed(share, first, other):
    return first + (other - first) * share[..., None]


def screen(name, h, w, r):
    """Code values behind a picture."""
    y, x = np.mgrid[0:h, 0:w]
    other = second(r)
    if name == "checker":
        tile, dx, dy = r.choice([8, 12, 16, 24, 32, 48, 64]), r.randrange(64), r.randrange(64)
        return mixed(((x + dx) // tile + (y + dy) // tile) % 2 * 1.0, GREEN, other)
    if name == "bands":
        along, length = (y, h) if r.random() < 0.7 else (x, w)
        cuts = sorted((r.uniform(0.2, 0.45) * length, r.uniform(0.55, 0.85) * length))
        third = second(r) if r.random() < 0.5 else GREEN
        return np.where((along < cuts[0])[..., None], GREEN, np.where((along < cuts[1])[..., None], other, third))
    if name in ("softfloor", "twoshade", "legs"):
        soft = {"softfloor": 0.02, "twoshade": r.choice([1e-6, 0.02]), "legs": 1e-6}[name]
        return mixed(((y / h - r.uniform(0.5, 0.8)) / soft).clip(0, 1), GREEN, other)
    if name == "diagonal":
        t = r.uniform(0, 6.28)
        at = (x - w / 2) * np.cos(t) + (y - h / 2) * np.sin(t) - r.uniform(-0.2, 0.2) * h
        return mixed((at + 0.5).clip(0, 1), GREEN, other)
    if name == "vignette":
        u, v = x / w * 2 - 1 - r.uniform(-0.2, 0.2), y / h * 2 - 1 - r.uniform(-0.2, 0.2)
        return mixed(((u * u + v * v) / 2).clip(0, 1) ** r.uniform(0.8, 1.5), GREEN, np.array([0, 120, 0.0]))
    if name == "corner":
        u = x if r.random() < 0.5 else w - 1 - x
        v = y if r.random() < 0.5 else h - 1 - y
        inside = u + v < 0.5 * h if r.random() < 0.5 else (u < 0.3 * w) & (v < 0.35 * h)
        return mixed(inside * 1.0, GREEN, other)
    t = r.uniform(0, 6.28)
    dark = np.array([0, r.randint(130, 200), 0.0])
    return mixed(((x / w - 0.5) * np.cos(t) + (y / h - 0.5) * np.sin(t) + 0.5).clip(0, 1), dark, GREEN)


def framed(truth, r):
    """Art around the figure, so that no border shows the screen."""
    h, w = truth.shape[:2]
    y, x = np.mgrid[0:h, 0:w]
    left, right, top = (int(r.uniform(0.12, 0.25) * n) for n in (w, w, h))
    outside = (x < left) | (x >= w - right) | (y < top) | (y >= h - 8)
    result = truth.copy()
    tone = np.array([r.randint(90, 220), r.randint(30, 110), r.randint(60, 200)])
    shade = (1 - 0.4 * (((x // 16 + y // 16) % 3) / 3))[..., None]
    result[outside] = np.concatenate([tone * shade, np.full((h, w, 1), 255.0)], -1)[outside]
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bench", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", default="dev")
    parser.add_argument("--classes", default=",".join(PLAIN + HARD))
    o = parser.parse_args()
    for folder in ("truth", "input", "jpg"):
        os.makedirs(os.path.join(o.out, folder), exist_ok=True)
    cases = json.load(open(os.path.join(o.bench, "cases.json")))
    meta = {}
    for case in sorted(cases)[:: o.every]:
        drawn = np.asarray(Image.open(os.path.join(o.bench, "truth", case + ".png")).convert("RGBA")).astype(float)
        for name in o.classes.split(","):
            r = random.Random("%s-%s-%s" % (o.seed, case, name))
            plain = name.removesuffix("noise").removesuffix("jpg")
            truth = framed(drawn, r) if plain in ("legs", "lone") else drawn
            share = truth[..., 3:] / 255
            picture = truth[..., :3] * share + screen(plain, *truth.shape[:2], r) * (1 - share)
            if name.endswith("noise"):
                picture += np.random.default_rng(r.randrange(1 << 30)).normal(0, 3, picture.shape)
            label = "%s-%s" % (case, name)
            path = os.path.join(o.out, "input", "%s__%s.png" % (label, name))
            image = Image.fromarray(np.rint(picture.clip(0, 255)).astype(np.uint8))
            if name.endswith("jpg"):
                jpeg = os.path.join(o.out, "jpg", "%s__%s.jpg" % (label, name))
                image.save(jpeg, quality=90, subsampling=2)
                image = Image.open(jpeg).convert("RGB")
            image.save(path)
            Image.fromarray(np.rint(truth).astype(np.uint8)).save(os.path.join(o.out, "truth", label + ".png"))
            meta[label] = cases[case]
    json.dump(meta, open(os.path.join(o.out, "cases.json"), "w"))
    print(len(meta), "pictures in", o.out)


main()
