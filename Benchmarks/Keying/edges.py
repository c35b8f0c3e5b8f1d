#!/usr/bin/env python3
"""Edges that were treated after compositing, with known truth (numpy and Pillow only).

  edges.py --bench DIR --out DIR2 [--every N] [--seed TEXT]

Reads DIR/truth and DIR/cases.json of a bench, writes DIR2/{truth,input,jpg} and DIR2/cases.json in the same form.

Classes
  dark       the screen that image models often paint, (8, 162, 24): light may be greener than it
  greenglow  the figure in a vivid green glow brighter than that screen, 12 to 30 pixels wide, over the same screen
  sharpdark  unsharp mask over the same screen, where the overshoot has room
  lanczos    drawn twice as large and reduced with Lanczos, which rings
  cubic3     a third of the size, composited, enlarged by three with bicubic
  ripple     the screen ripples by up to 20 code values within 8 pixels of the figure, as generated pictures do
"""
import argparse
import json
import os
import random

import numpy as np
from PIL import Image, ImageFilter

DARK = np.array([8, 162, 24]) / 255


def planes(p, work):
    return np.stack([np.asarray(work(Image.fromarray(np.ascontiguousarray(p[..., i], dtype=np.float32)))) for i in range(p.shape[2])], -1)


def blurred(a, sigma):
    """A Gaussian of three boxes."""
    r = max(1, round(sigma))
    for _ in range(3):
        for axis in (0, 1):
            b = np.pad(a, [(r + 1, r) if i == axis else (0, 0) for i in range(a.ndim)], mode='edge').cumsum(axis)
            high, low = [np.take(b, range(s, s + a.shape[axis]), axis) for s in (2 * r + 1, 0)]
            a = (high - low) / (2 * r + 1)
    return a


def make(name, p, r):
    """Premultiplied truth, and what a keyer gets in 0...1."""
    h, w = p.shape[:2]
    over = lambda q, k: q[..., :3] + k * (1 - q[..., 3:])
    if name == 'dark':
        return p, over(p, DARK)
    if name == 'greenglow':
        # One color at changing cover under the figure.
        a = r.uniform(.5, .9) * np.clip(1.6 * blurred(p[..., 3:], r.uniform(4, 10)), 0, 1)
        a[a < 1.5 / 255] = 0
        color = np.array([r.randint(40, 160), 255, r.randint(60, 180)]) / 255
        q = p + np.concatenate([color * a, a], -1) * (1 - p[..., 3:])
        return q, over(q, DARK)
    if name == 'sharpdark':
        i = over(p, DARK)
        low = planes(i, lambda v: v.resize((w // 2, h // 2), Image.BOX).resize((w, h), Image.BICUBIC))
        return p, i + r.uniform(.4, .9) * (i - low)
    if name == 'lanczos':
        k = np.array([r.randint(0, 20), r.randint(225, 250), r.randint(0, 25)]) / 255
        big = planes(p, lambda v: v.resize((2 * w, 2 * h), Image.BICUBIC)).clip(0, 1)
        down = lambda v, f: planes(v, lambda i: i.resize((w, h), f))
        return down(big, Image.BOX), down(over(big, k), Image.LANCZOS)
    if name == 'cubic3':
        k = np.array([r.randint(0, 20), r.randint(225, 250), r.randint(0, 25)]) / 255
        q = planes(p, lambda v: v.resize((w // 3, h // 3), Image.BOX))
        up = lambda v: planes(v, lambda i: i.resize((w, h), Image.BICUBIC))
        return up(q).clip(0, 1), up(over(q, k))
    noise = np.random.default_rng(r.randrange(1 << 30))
    ripple = planes(noise.normal(0, 1, (h // 5, w // 5, 3)), lambda v: v.resize((w, h), Image.BICUBIC))
    near = blurred(p[..., 3:], 4) * (1 - p[..., 3:])
    k = np.array([3, 248, 4]) / 255 + noise.normal(0, .6 / 255, (h, w, 3)) + np.clip(ripple, -.2, 1.5) * near * 30 / 255
    return p, over(p, np.clip(k, 0, 1))


def main():
    o = argparse.ArgumentParser()
    o.add_argument('--bench', required=True)
    o.add_argument('--out', required=True)
    o.add_argument('--every', type=int, default=1)
    o.add_argument('--seed', default='dev')
    o.add_argument('--classes', default='dark,greenglow,sharpdark,lanczos,cubic3,ripple')
    o = o.parse_args()
    for folder in ('truth', 'input', 'jpg'):
        os.makedirs(os.path.join(o.out, folder), exist_ok=True)
    cases = json.load(open(os.path.join(o.bench, 'cases.json')))
    old = os.path.join(o.out, 'cases.json')
    meta = json.load(open(old)) if os.path.exists(old) else {}
    to8 = lambda v: np.rint(np.clip(v, 0, 1) * 255).astype(np.uint8)
    for case in sorted(cases)[::o.every]:
        t = np.asarray(Image.open(os.path.join(o.bench, 'truth', case + '.png')).convert('RGBA')) / 255
        p = np.concatenate([t[..., :3] * t[..., 3:], t[..., 3:]], -1)
        for name in o.classes.split(','):
            q, i = make(name, p, random.Random('%s-%s-%s' % (o.seed, case, name)))
            a = q[..., 3:]
            s = np.where(a > 1 / 510, np.concatenate([q[..., :3] / np.maximum(a, 1e-6), a], -1), 0)
            Image.fromarray(to8(s)).save(os.path.join(o.out, 'truth', '%s-%s.png' % (case, name)))
            Image.fromarray(to8(i)).save(os.path.join(o.out, 'input', '%s-%s__%s.png' % (case, name, name)))
            meta['%s-%s' % (case, name)] = cases[case]
    json.dump(meta, open(old, 'w'))
    print(len(meta), 'pictures in', o.out)


main()
