#!/usr/bin/env python3
"""How much alpha changes between eight frames of a figure that only moves.

  stability.py --bench DIR --keyer COMMAND [--every N]

DIR is a bench of make.py: its truth is moved and composited anew for each frame. COMMAND is called with a folder of PNG and
JPEG files and a folder for the keyed PNG files, such as 'kiln-folder' with the two lines
  #!/bin/sh
  kiln key "$1"/* -o "$2"

whole    frame i is moved by i columns and 3 i rows (modulo 8), so that blocks of JPEG fall differently; noise has another seed
half     the same moved by i / 2 columns and rows, resampled over two pixels of premultiplied color

Alpha of a frame less its truth's alpha is its error. Printed is the mean absolute difference between the errors of frame i and
frame 0, moved back, in code values of 255: over edges (pixels within 2 of where truth's alpha changes) and over all pixels
that are visible in truth or result. So a keyer that is wrong the same way in every frame is stable.

The floor is the same of a keyer that is told each pixel's color, the screen and which pixels are see-through, and finds
alpha alone, by least squares, in what noise or JPEG left. It knows more than any keyer can, but looks at one pixel at a
time: what is under it has to join pixels or frames. A goal below the floor asks for that.
"""
import argparse
import json
import os
import subprocess
import tempfile

import numpy as np
from PIL import Image

ROOM = 16


def moved(p, dx, dy):
    """Premultiplied color, moved by halves of a pixel."""
    for axis, d in ((1, dx), (0, dy)):
        p = np.roll(p, int(np.floor(d)), axis)
        if d % 1:
            p = (p + np.roll(p, 1, axis)) / 2
    return p


def grown(m, r):
    for _ in range(r):
        q = np.pad(m, 1)
        m = q[1:-1, 1:-1] | q[:-2, 1:-1] | q[2:, 1:-1] | q[1:-1, :-2] | q[1:-1, 2:]
    return m


def told(image, q):
    """Alpha by least squares where the truth, premultiplied, is see-through; the truth elsewhere."""
    a = q[..., 3]
    screen = np.array([0, 1, 0])
    line = q[..., :3] / np.maximum(a, 1e-6)[..., None] - screen
    found = ((np.asarray(image) / 255 - screen) * line).sum(-1) / np.maximum((line * line).sum(-1), 1e-6)
    return np.where((a > 0) & (a < 1), np.clip(found, 0, 1), a)


def main():
    o = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    o.add_argument('--bench', required=True)
    o.add_argument('--keyer', required=True)
    o.add_argument('--every', type=int, default=3)
    o = o.parse_args()
    sums = {}
    for case in sorted(json.load(open(os.path.join(o.bench, 'cases.json'))))[:: o.every]:
        t = np.asarray(Image.open(os.path.join(o.bench, 'truth', case + '.png')).convert('RGBA')) / 255
        t = np.pad(t, ((ROOM, ROOM), (ROOM, ROOM), (0, 0)))
        p = np.concatenate([t[..., :3] * t[..., 3:], t[..., 3:]], -1)
        with tempfile.TemporaryDirectory() as folder:
            source, target = os.path.join(folder, 'in'), os.path.join(folder, 'out')
            os.makedirs(source)
            os.makedirs(target)
            frames = {}
            for kind in ('whole', 'half'):
                for i in range(8):
                    dx, dy = (i, 3 * i % 8) if kind == 'whole' else (i / 2, i / 2)
                    q = moved(p, dx, dy)
                    k = q[..., :3] + np.array([0, 1, 0]) * (1 - q[..., 3:])
                    for condition in ('exact', 'noise3', 'jpg90'):
                        noise = np.random.default_rng(i).normal(0, 3, k.shape) if condition == 'noise3' else 0
                        image = Image.fromarray(np.rint(np.clip(k * 255 + noise, 0, 255)).astype(np.uint8))
                        name = '%s-%s-%d' % (kind, condition, i)
                        if condition == 'jpg90':
                            path = os.path.join(source, name + '.jpg')
                            image.save(path, quality=90, subsampling=2)
                            image = Image.open(path)
                        else:
                            image.save(os.path.join(source, name + '.png'))
                        frames[name] = (q[..., 3], told(image, q), int(dx), int(dy))
            subprocess.run([o.keyer, source, target], check=True)
            for kind in ('whole', 'half'):
                for condition in ('exact', 'noise3', 'jpg90'):
                    first = None
                    for i in range(8):
                        name = '%s-%s-%d' % (kind, condition, i)
                        a, best, dx, dy = frames[name]
                        keyed = np.asarray(Image.open(os.path.join(target, name + '.png')).convert('RGBA'))[..., 3] / 255
                        back = lambda v: np.roll(v, (-dy, -dx), (0, 1))
                        error, floor, a, keyed = back(keyed - a), back(best - a), back(a), back(keyed)
                        if first is None:
                            first, first_floor = error, floor
                            continue
                        seen = (a > 0) | (keyed > 0)
                        low, high = grown(a == 0, 1), grown(a > 0, 1)
                        edge = grown((low & high) | ((a > 0) & (a < 1)), 1)
                        change, least = np.abs(error - first) * 255, np.abs(floor - first_floor) * 255
                        s = sums.setdefault((condition, kind), [])
                        s.append([v[m].mean() for v in (change, least) for m in (edge, seen)])
    print('%-8s %-6s %8s %8s %12s %14s' % ('', '', 'edges', 'visible', 'edges floor', 'visible floor'))
    for (condition, kind), rows in sorted(sums.items()):
        print('%-8s %-6s %8.2f %8.2f %12.2f %14.2f' % (condition, kind, *np.mean(rows, 0)))


main()
