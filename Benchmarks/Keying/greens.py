#!/usr/bin/env python3
"""Green art over green screens, with known truth: what keyers take for a glow, or cut out.

  greens.py --out DIR [--seeds N] [--split TEXT] [--classes A,B]

Writes DIR/{truth,input,jpg}, DIR/cases.json in the form of make.py, so that score.py reads it. Everything is
drawn here, at random by seed. Needs numpy and Pillow.

Classes, each over an exact screen and, named with a suffix, over `uneven` and `noise` ones, and over an
exact one as `jpg` (quality 90, 4:2:0)
  darkhair         pixel art, hair and clothes in ramps from near-black to green, on the screen's own line
  vivid            lasers, neon, slime and moustaches in vivid greens that touch the screen
  enclosed         cats' eyes, gems and shirts: greens inside of outlines, and holes that stay clear
  greenreflection  a green figure above its own fading reflection
  greenshape       boots, caps, leaves: flat dark greens without an outline
"""
import argparse
import json
import math
import os
import random

import numpy as np
from PIL import Image, ImageDraw

SIZE = 256
SS = 6  # supersampling of smooth art
CLASSES = "darkhair vivid enclosed greenreflection greenshape".split()
# From near-black to green; all but the last two lie on the line from black to #00FF00.
RAMPS = [
    [(0, 20, 0), (0, 60, 4), (4, 96, 8), (8, 140, 12)],
    [(0, 14, 4), (0, 38, 6), (0, 66, 8), (2, 98, 12), (10, 134, 18), (22, 172, 26)],
    [(2, 28, 6), (4, 52, 8), (8, 82, 14), (12, 116, 20), (18, 150, 28)],
    [(0, 32, 0), (0, 64, 0), (0, 96, 0), (0, 128, 0)],
    [(8, 30, 10), (16, 58, 18), (28, 92, 28), (44, 132, 40), (70, 168, 60)],
    [(4, 24, 20), (6, 56, 40), (12, 92, 60), (24, 134, 84)],
]
VIVID = [(40, 255, 60), (57, 255, 20), (0, 230, 64), (102, 255, 0), (0, 255, 127), (50, 220, 50),
         (124, 252, 40), (30, 240, 110)]
SKINS = [[(92, 52, 40), (150, 92, 66), (204, 140, 100), (236, 184, 142)],
         [(120, 72, 60), (196, 136, 110), (240, 190, 160), (255, 222, 196)],
         [(50, 28, 24), (86, 52, 40), (124, 78, 58), (158, 106, 80)]]
CLOTHS = [[(40, 20, 60), (74, 40, 104), (116, 68, 150), (160, 110, 190)],
          [(70, 20, 24), (124, 36, 36), (178, 62, 50), (220, 108, 80)],
          [(24, 30, 66), (42, 58, 116), (70, 98, 166), (118, 150, 206)],
          [(50, 44, 40), (94, 84, 74), (146, 132, 116), (198, 184, 164)]]
DARK = [(24, 16, 24), (16, 16, 20), (34, 20, 12)]


# ---------------------------------------------------------------- pixel art
class Grid:
    """A small picture of opaque and clear pixels."""

    def __init__(self, width, height):
        self.rgba = np.zeros((height, width, 4), np.uint8)
        self.y, self.x = np.mgrid[0:height, 0:width] + 0.5

    def put(self, mask, colors):
        """Colors: one, or a picture of them."""
        self.rgba[mask, :3] = colors if np.ndim(colors) == 1 else colors[mask]
        self.rgba[mask, 3] = 255

    def shaded(self, mask, ramp, cx, cy, rx, ry, grain=None):
        """A ball's shading in the steps of a ramp, light from the upper left."""
        light = 0.62 - 0.34 * (self.x - cx) / rx - 0.42 * (self.y - cy) / ry
        if grain is not None:
            light = light + grain
        step = np.clip((light * len(ramp)).astype(int), 0, len(ramp) - 1)
        self.put(mask, np.array(ramp, np.uint8)[step])

    def ball(self, ramp, cx, cy, rx, ry, grain=None):
        mask = ((self.x - cx) / rx) ** 2 + ((self.y - cy) / ry) ** 2 < 1
        self.shaded(mask, ramp, cx, cy, rx, ry, grain)
        return mask

    def outline(self, color):
        solid = self.rgba[..., 3] > 0
        padded = np.pad(solid, 1)
        inner = padded[:-2, 1:-1] & padded[2:, 1:-1] & padded[1:-1, :-2] & padded[1:-1, 2:]
        self.put(solid & ~inner, color)


def strands(grid, r, cx, cy, count):
    """Light and dark locks that run from the crown."""
    angle = np.arctan2(grid.y - cy, grid.x - cx)
    locks = np.floor((angle + 0.12 * np.hypot(grid.x - cx, grid.y - cy)) / (2 * math.pi) * count)
    offsets = np.array([r.uniform(-0.28, 0.28) for _ in range(64)])
    return offsets[locks.astype(int) % 64]


def person(r, hair, cloth, outline):
    """A figure of 40 x 56 pixels: head, hair, tunic, boots."""
    g = Grid(40, 56)
    skin = r.choice(SKINS)
    trousers = r.choice(CLOTHS + [hair])
    for side in (-1, 1):  # legs and boots
        leg = (np.abs(g.x - (20 + side * 4)) < 3) & (g.y > 38) & (g.y < 52)
        g.shaded(leg, trousers, 20 + side * 4, 44, 4, 12)
        boot = (np.abs(g.x - (20 + side * 4.5)) < 3.6) & (g.y > 47) & (g.y < 54)
        g.shaded(boot, r.choice([cloth, CLOTHS[3]]), 20 + side * 4, 50, 4, 6)
    style = r.choice(["short", "long", "spiky", "tail"])
    grain = strands(g, r, 20, 9, r.randint(14, 26))
    if style == "long":  # behind the shoulders
        back = (np.abs(g.x - 20) < 10 - 0.05 * (g.y - 14)) & (g.y > 12) & (g.y < r.randint(32, 40))
        g.shaded(back & ((g.x * 3 + g.y).astype(int) % 7 < 6), hair, 20, 20, 16, 26, grain)
    if style == "tail":
        side = r.choice([-1, 1])
        for t in range(14):
            g.ball(hair, 20 + side * (8 + 3.5 * math.sin(t / 4)), 12 + t * 1.6, 3.4 - t * 0.15, 2.6, grain)
    width = np.clip(7 + (g.y - 26) * 0.16, 6, 10)
    folds = 0.22 * np.sin(g.x * 1.7 + g.y * 0.22)
    g.shaded((np.abs(g.x - 20) < width) & (g.y > 25) & (g.y < 42), cloth, 20, 33, 16, 20, folds)
    g.put((np.abs(g.x - 20) < width) & (g.y > 34) & (g.y < 36), r.choice(CLOTHS)[0])  # belt
    for side in (-1, 1):
        arm = (np.abs(g.x - (20 + side * (9 + (g.y - 26) * 0.14))) < 2.6) & (g.y > 26)
        g.shaded(arm & (g.y < 36), cloth, 20 + side * 9, 31, 6, 12, folds)
        g.shaded(arm & (g.y >= 36) & (g.y < 40), skin, 20 + side * 9, 36, 5, 6)
    g.ball(skin, 20, 17, 8, 9)
    for side in (-1, 1):  # eyes
        g.put((np.abs(g.x - (20 + side * 3)) < 1) & (np.abs(g.y - 19) < 2), (250, 250, 250))
        g.put((np.abs(g.x - (20 + side * 2.6)) < 0.6) & (np.abs(g.y - 19) < 2), r.choice(DARK))
    g.put((np.abs(g.x - 20) < 2) & (np.abs(g.y - 24) < 0.6), skin[0])
    cap = ((g.x - 20) / 10) ** 2 + ((g.y - 13) / 9.5) ** 2 < 1
    face = ((g.x - 20) / 6.4) ** 2 + ((g.y - 20) / 7.4) ** 2 < 1
    fringe = (g.x * 1.9 + 2 * np.sin(g.x)).astype(int) % 4 + 14 > g.y
    g.shaded(cap & (~face | fringe), hair, 20, 13, 12, 12, grain)
    if style == "spiky":
        for i in range(9):
            a = math.pi * (1.02 + 0.96 * i / 8)
            for t in range(6):
                g.ball(hair, 20 + (8 + t) * math.cos(a), 14 + (8 + t) * math.sin(a), 2.4 - 0.35 * t, 2.4 - 0.35 * t, grain)
    if outline:
        g.outline(outline)
    return g.rgba


def bush(r, ramp, outline):
    """Leaves in clusters, as on tile sheets."""
    g = Grid(48, 48)
    g.put((np.abs(g.x - 24) < 3 + (g.y > 43)) & (g.y > 32) & (g.y < 46), (84, 56, 36))
    for _ in range(26):
        a, d = r.uniform(0, 6.28), r.uniform(0, 13)
        grain = np.random.default_rng(r.randint(0, 10 ** 6)).uniform(-0.2, 0.2, g.x.shape)
        k = r.uniform(3, 6)
        cy = 20 + 0.8 * d * math.sin(a)
        g.ball(ramp, 24 + d * math.cos(a), cy, k, k, grain + (20 - cy) * 0.02)
    if outline:
        g.outline(outline)
    return g.rgba


def blob(r, color, outline):
    """A slime: vivid, shaded in three steps, with eyes."""
    g = Grid(40, 32)
    light = tuple(min(255, int(c + (255 - c) * 0.5)) for c in color)
    ramp = [tuple(int(c * 0.62) for c in color), color, color, light]
    g.ball(ramp, 20, 20, 15, 11)
    for i in range(4):
        x = r.randint(8, 32)
        g.shaded((np.abs(g.x - x) < 1.6) & (g.y > 22) & (g.y < r.randint(28, 32)), ramp, 20, 20, 15, 11)
    for side in (-1, 1):
        g.put((np.abs(g.x - 20 - side * 5) < 2) & (np.abs(g.y - 17) < 2.6), (20, 26, 20))
        g.put((np.abs(g.x - 20 - side * 5 + 1) < 1) & (np.abs(g.y - 16) < 1), (255, 255, 255))
    if outline:
        g.outline(outline)
    return g.rgba


def laser(r, color):
    """A gun that fires: beams with a light core, in pixels."""
    g = Grid(120, 24)
    light = tuple(int(c + (255 - c) * 0.6) for c in color)
    for row, start in ((12, 26), (r.randint(4, 7), 44), (r.randint(17, 20), 60)):
        end = r.randint(start + 20, 118)
        wide = r.choice([1.6, 2.1, 3.1])
        on = (g.x > start) & (g.x < end)
        g.put(on & (np.abs(g.y - row - 0.5) < wide), color)
        if wide > 2:
            g.put(on & (np.abs(g.y - row - 0.5) < 1) & (g.x < end - 2), light)
    g.shaded((g.x > 2) & (g.x < 24) & (np.abs(g.y - 12) < 4), [(50, 54, 66), (96, 102, 120), (150, 158, 176)], 12, 12, 20, 8)
    g.shaded((np.abs(g.x - 9) < 3) & (g.y > 14) & (g.y < 23), [(60, 36, 24), (110, 70, 44)], 9, 18, 6, 8)
    return g.rgba


def cat(r, iris, outline):
    """A cat's head with vivid eyes inside of dark lids."""
    g = Grid(44, 40)
    fur = r.choice([[(24, 22, 30), (46, 42, 54), (70, 64, 80)], [(110, 62, 24), (178, 104, 44), (226, 156, 84)],
                    [(92, 92, 104), (144, 144, 156), (200, 200, 208)]])
    for side in (-1, 1):
        ear = (np.abs(g.x - 22 - side * 12) < (g.y - 2) * 0.5) & (g.y < 16)
        g.shaded(ear, fur, 22, 20, 26, 24)
    g.ball(fur, 22, 22, 18, 15)
    dark = tuple(int(c * 0.7) for c in iris)
    for side in (-1, 1):
        cx = 22 + side * 7.5
        g.ball([r.choice(DARK)], cx, 20, 6, 5)
        g.ball([dark, iris, iris], cx, 20, 4.6, 3.7)
        g.put((np.abs(g.x - cx) < 1) & (np.abs(g.y - 20) < 3), (8, 8, 12))
        g.put((np.abs(g.x - cx - 1.6) < 0.8) & (np.abs(g.y - 18.5) < 0.9), (255, 255, 255))
    g.put((np.abs(g.x - 22) < 2) & (np.abs(g.y - 27) < 1), (230, 130, 140))
    if outline:
        g.outline(outline)
    return g.rgba


def placed(r, sprites):
    """Sprites at whole scales on a sheet, from the left and from the top, as many as fit."""
    sheet = np.zeros((SIZE, SIZE, 4), np.uint8)
    x = y = line = 4
    x, line = 4, 0
    for sprite, scale in sprites:
        big = np.kron(sprite, np.ones((scale, scale, 1), np.uint8))
        h, w = big.shape[:2]
        if x + w > SIZE - 4:
            x, y, line = 4, y + line + 4, 0
        if y + h > SIZE - 4 or x + w > SIZE - 4:
            continue
        sheet[y : y + h, x : x + w] = big
        x, line = x + w + r.randint(2, 12), max(line, h)
    return sheet / 255.0


# ---------------------------------------------------------------- smooth art
def smooth(draw):
    """Straight RGBA of what `draw` paints in units of the picture's width, anti-aliased."""
    image = Image.new("RGBA", (SIZE * SS, SIZE * SS), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    scaled = lambda points: [(x * SIZE * SS, y * SIZE * SS) for x, y in points]
    draw(pen, scaled, SIZE * SS)
    p = np.asarray(image, np.float64) / 255
    p[..., :3] *= p[..., 3:]
    p = p.reshape(SIZE, SS, SIZE, SS, 4).mean((1, 3))
    return np.concatenate([p[..., :3] / np.maximum(p[..., 3:], 1e-6), p[..., 3:]], -1) * (p[..., 3:] > 0)


def circle(cx, cy, rx, ry=None, start=0, end=2 * math.pi, n=90):
    ry = rx if ry is None else ry
    return [(cx + rx * math.cos(start + (end - start) * i / n), cy + ry * math.sin(start + (end - start) * i / n)) for i in range(n + 1)]


def toned(color, k):
    return tuple(int(max(0, min(255, c * k if k <= 1 else c + (255 - c) * (k - 1)))) for c in color)


def moustache(r, color):
    x0, y0, s = 0.5, r.uniform(0.35, 0.6), r.uniform(0.28, 0.42)
    def draw(pen, scaled, k):
        for side in (-1, 1):
            top = [(0, -0.12), (0.25, -0.26), (0.55, -0.2), (0.8, 0.0), (0.95, -0.04), (1.0, -0.22)]
            low = [(1.08, -0.08), (0.98, 0.14), (0.7, 0.2), (0.35, 0.12), (0, 0.06)]
            curve = spline([(x0 + side * x * s, y0 + y * s) for x, y in top + low])
            pen.polygon(scaled(curve), fill=color)
            hair = spline([(x0 + side * x * s, y0 + y * s) for x, y in [(0.1, -0.06), (0.4, -0.08), (0.7, 0.08)]])
            pen.line(scaled(hair), fill=toned(color, 0.75), width=int(0.006 * k))
    return smooth(draw)


def spline(points, n=12):
    """Catmull and Rom's, through all points."""
    p = np.array([points[0], *points, points[-1]])
    result = []
    for i in range(1, len(p) - 2):
        for t in np.arange(n) / n:
            a, b, c, d = p[i - 1 : i + 3]
            result.append(tuple(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - a - 3 * c + d) * t ** 3)))
    return result + [tuple(p[-1])]


def neon(r, color):
    """Letters of tubes with a light core, without a board."""
    letters = {"O": [circle(0.5, 0.5, 0.36, 0.48)], "L": [[(0.2, 0), (0.2, 1), (0.8, 1)]], "V": [[(0.1, 0), (0.5, 1), (0.9, 0)]],
               "N": [[(0.15, 1), (0.15, 0), (0.85, 1), (0.85, 0)]], "Z": [[(0.1, 0), (0.9, 0), (0.1, 1), (0.9, 1)]],
               "E": [[(0.85, 0), (0.2, 0), (0.2, 1), (0.85, 1)], [(0.2, 0.5), (0.7, 0.5)]]}
    word = r.sample(sorted(letters), 3)
    wide = r.uniform(0.04, 0.06)
    def draw(pen, scaled, k):
        for layer, width in ((color, wide), (toned(color, 1.6), wide * 0.3)):
            for index, letter in enumerate(word):
                for line in letters[letter]:
                    path = [(0.08 + index * 0.29 + x * 0.24, 0.28 + y * 0.34) for x, y in line]
                    pen.line(scaled(path), fill=layer, width=int(width * k), joint="curve")
                    for x, y in path[:1] + path[-1:]:
                        pen.polygon(scaled(circle(x, y, width / 2)), fill=layer)
        pen.polygon(scaled([(0.06, 0.8), (0.94, 0.8), (0.94, 0.86), (0.06, 0.86)]), fill=(60, 60, 72))
    return smooth(draw)


def slime(r, color):
    """A smooth blob with drips, a shade below and a light above."""
    cx, cy = r.uniform(0.45, 0.55), r.uniform(0.45, 0.55)
    def draw(pen, scaled, k):
        edge = [(cx + (0.3 + 0.03 * math.sin(5 * t + 1)) * math.cos(t), cy + (0.24 + 0.04 * max(0, math.sin(t)) * math.sin(9 * t)) * math.sin(t)) for t in np.linspace(0, 6.28, 120)]
        pen.polygon(scaled(edge), fill=toned(color, 0.7))
        pen.polygon(scaled([(x, y * 0.9 + cy * 0.07) for x, y in edge]), fill=color)
        pen.polygon(scaled(circle(cx - 0.12, cy - 0.13, 0.06, 0.03)), fill=toned(color, 1.7))
        for side in (-1, 1):
            pen.polygon(scaled(circle(cx + side * 0.1, cy - 0.02, 0.04, 0.055)), fill=(255, 255, 255))
            pen.polygon(scaled(circle(cx + side * 0.1, cy, 0.02, 0.03)), fill=(16, 24, 16))
        pen.line(scaled(circle(cx, cy + 0.04, 0.06, 0.05, 0.4, 2.7)), fill=(16, 40, 16), width=int(0.012 * k))
    return smooth(draw)


def bolt(r, color):
    """Beams and a bolt, smooth."""
    def draw(pen, scaled, k):
        for _ in range(3):
            a, b = (r.uniform(0.05, 0.3), r.uniform(0.1, 0.9)), (r.uniform(0.6, 0.95), r.uniform(0.1, 0.9))
            wide = r.uniform(0.012, 0.03)
            for color_, width in ((color, wide), (toned(color, 1.7), wide * r.choice([0, 0.4]))):
                if width:
                    pen.line(scaled([a, b]), fill=color_, width=int(width * k))
        x, y = r.uniform(0.3, 0.6), r.uniform(0.2, 0.5)
        zag = [(0, 0), (0.14, 0), (0.08, 0.12), (0.16, 0.12), (0.0, 0.34), (0.04, 0.17), (-0.04, 0.17)]
        pen.polygon(scaled([(x + dx, y + dy) for dx, dy in zag]), fill=color)
    return smooth(draw)


def smooth_cat(r, iris):
    """A cat's head, outlined; its eyes have lids, a slit and a light."""
    fur = r.choice([(58, 54, 68), (216, 140, 64), (168, 168, 178), (250, 244, 236)])
    line = r.choice(DARK)
    def draw(pen, scaled, k):
        def shape(points, fill, width):
            pen.polygon(scaled(points), fill=fill)
            pen.line(scaled(points + points[:2]), fill=line, width=int(width * k), joint="curve")
        for side in (-1, 1):
            shape([(0.5 + side * 0.32, 0.5), (0.5 + side * 0.3, 0.16), (0.5 + side * 0.08, 0.34)], fur, 0.014)
        shape(circle(0.5, 0.55, 0.34, 0.28), fur, 0.014)
        for side in (-1, 1):
            cx = 0.5 + side * 0.14
            shape(spline([(cx - 0.1, 0.53), (cx, 0.44), (cx + 0.1, 0.53), (cx, 0.6), (cx - 0.1, 0.53)]), iris, 0.016)
            if two:
                pen.polygon(scaled(spline([(cx - 0.06, 0.5), (cx, 0.46), (cx + 0.06, 0.5), (cx, 0.53), (cx - 0.06, 0.5)])), fill=toned(iris, 0.75))
            pen.polygon(scaled(circle(cx, 0.525, 0.018, 0.06)), fill=(10, 10, 14))
            pen.polygon(scaled(circle(cx + 0.03, 0.49, 0.014)), fill=(255, 255, 255))
        pen.polygon(scaled([(0.47, 0.64), (0.53, 0.64), (0.5, 0.67)]), fill=(226, 120, 130))
    two = r.random() < 0.5
    return smooth(draw)


def gem(r, color):
    """A cut stone: facets in tones of one green inside of an outline, in a ring whose hole stays clear."""
    line = r.choice(DARK)
    def draw(pen, scaled, k):
        ring = circle(0.5, 0.66, 0.2)
        pen.line(scaled(ring + ring[:2]), fill=line, width=int(0.07 * k), joint="curve")
        pen.line(scaled(ring + ring[:2]), fill=(236, 190, 60), width=int(0.045 * k), joint="curve")
        outer = circle(0.5, 0.34, 0.2, 0.17, n=8)[:8]
        inner = circle(0.5, 0.33, 0.1, 0.08, n=8)[:8]
        for i in range(8):
            j = (i + 1) % 8
            tone = [1.35, 0.95, 0.6, 0.5, 0.62, 0.9, 1.2, 1.6][i]
            pen.polygon(scaled([outer[i], outer[j], inner[j], inner[i]]), fill=toned(color, tone))
        pen.polygon(scaled(inner), fill=color)
        pen.line(scaled(outer + outer[:2]), fill=line, width=int(0.016 * k), joint="curve")
    return smooth(draw)


def shirt(r, color):
    """An outlined figure with a flat shirt and arms akimbo, whose gaps stay clear."""
    line, skin, hair = r.choice(DARK), r.choice(SKINS)[2], r.choice(CLOTHS)[0]
    def draw(pen, scaled, k):
        def shape(points, fill):
            pen.polygon(scaled(points), fill=fill)
            pen.line(scaled(points + points[:2]), fill=line, width=int(0.014 * k), joint="curve")
        for side in (-1, 1):
            shape([(0.5 + side * 0.02, 0.66), (0.5 + side * 0.13, 0.66), (0.5 + side * 0.12, 0.95), (0.5 + side * 0.03, 0.95)], r.choice(CLOTHS)[1])
            for fill, width in ((line, 0.085), (color, 0.06)):
                pen.line(scaled([(0.5 + side * 0.13, 0.4), (0.5 + side * 0.3, 0.52), (0.5 + side * 0.13, 0.62)]), fill=fill, width=int(width * k), joint="curve")
        shape([(0.36, 0.36), (0.44, 0.33), (0.56, 0.33), (0.64, 0.36), (0.62, 0.68), (0.38, 0.68)], color)
        pen.line(scaled([(0.5, 0.36), (0.5, 0.66)]), fill=toned(color, 0.8), width=int(0.008 * k))
        shape(circle(0.5, 0.21, 0.12, 0.13), skin)
        shape(circle(0.5, 0.19, 0.13, 0.13, math.pi, 2 * math.pi), hair)
        for side in (-1, 1):
            pen.polygon(scaled(circle(0.5 + side * 0.045, 0.23, 0.012, 0.018)), fill=line)
    return smooth(draw)


def frog(r, color, outlined):
    line = toned(color, 0.35)
    def draw(pen, scaled, k):
        def shape(points, fill):
            pen.polygon(scaled(points), fill=fill)
            if outlined:
                pen.line(scaled(points + points[:2]), fill=line, width=int(0.012 * k), joint="curve")
        for side in (-1, 1):
            shape(circle(0.5 + side * 0.19, 0.55, 0.11, 0.08), toned(color, 0.8))
        shape(circle(0.5, 0.46, 0.2, 0.16), color)
        pen.polygon(scaled(circle(0.5, 0.52, 0.13, 0.085)), fill=toned(color, 1.5))
        for side in (-1, 1):
            shape(circle(0.5 + side * 0.1, 0.31, 0.065), color)
            pen.polygon(scaled(circle(0.5 + side * 0.1, 0.31, 0.045)), fill=(255, 255, 255))
            pen.polygon(scaled(circle(0.5 + side * 0.1, 0.315, 0.022)), fill=(10, 20, 10))
        pen.line(scaled(circle(0.5, 0.4, 0.1, 0.05, 0.3, 2.84)), fill=line, width=int(0.01 * k))
    return smooth(draw)


def boots(r, color):
    """Two boots and a cap of flat tones, without an outline."""
    lace = r.choice([(230, 220, 200), (120, 70, 40)])
    def draw(pen, scaled, k):
        for x in (0.12, 0.52):
            leg = [(x, 0.5), (x + 0.14, 0.5), (x + 0.15, 0.72), (x + 0.3, 0.78), (x + 0.33, 0.88), (x, 0.88)]
            pen.polygon(scaled(leg), fill=color)
            pen.polygon(scaled([(x, 0.86), (x + 0.33, 0.86), (x + 0.33, 0.9), (x, 0.9)]), fill=toned(color, 0.55))
            pen.polygon(scaled([(x - 0.01, 0.48), (x + 0.15, 0.48), (x + 0.15, 0.53), (x - 0.01, 0.53)]), fill=toned(color, 1.25))
            for i in range(3):
                pen.line(scaled([(x + 0.1, 0.57 + i * 0.05), (x + 0.15, 0.56 + i * 0.05)]), fill=lace, width=int(0.01 * k))
        pen.polygon(scaled(circle(0.45, 0.34, 0.2, 0.2, math.pi, 2 * math.pi)), fill=color)
        pen.polygon(scaled(circle(0.38, 0.34, 0.12, 0.15, math.pi, 1.7 * math.pi) + [(0.38, 0.34)]), fill=toned(color, 1.2))
        pen.polygon(scaled([(0.5, 0.34), (0.65, 0.3), (0.86, 0.36), (0.66, 0.36)]), fill=toned(color, 0.7))
    return smooth(draw)


def leaf(r, color):
    """A flat leaf in two tones and a frond."""
    def draw(pen, scaled, k):
        half = [(0.2 + 0.6 * t, 0.4 - 0.2 * math.sin(math.pi * t) ** 1.2) for t in np.linspace(0, 1, 50)]
        mirrored = [(x, 0.8 - y) for x, y in half][::-1]
        pen.polygon(scaled(half + [(0.8, 0.4), (0.2, 0.4)]), fill=color)
        pen.polygon(scaled(mirrored + [(0.2, 0.4), (0.8, 0.4)]), fill=toned(color, 0.72))
        pen.line(scaled([(0.14, 0.42), (0.8, 0.4)]), fill=toned(color, 0.5), width=int(0.01 * k))
        for i in range(7):
            x = 0.2 + i * 0.09
            pen.polygon(scaled([(x, 0.9), (x + 0.03, 0.9), (x + 0.05 + 0.02 * i, 0.62 + 0.02 * abs(3 - i))]), fill=toned(color, r.choice([0.6, 0.85, 1.15])))
    return smooth(draw)


# ---------------------------------------------------------------- classes
def over(top, bottom):
    a = top[..., 3:] + bottom[..., 3:] * (1 - top[..., 3:])
    c = top[..., :3] * top[..., 3:] + bottom[..., :3] * bottom[..., 3:] * (1 - top[..., 3:])
    return np.concatenate([np.where(a > 0, c / np.maximum(a, 1e-6), 0), a], -1)


def reflected(r, art):
    """The art above itself, mirrored and fading."""
    rows = np.flatnonzero(art[..., 3].max(1) > 0.5)
    foot = rows[-1]
    lower = np.zeros_like(art)
    count = min(SIZE - foot - 1, foot + 1)
    lower[foot + 1 : foot + 1 + count] = art[foot - count + 1 : foot + 1][::-1]
    fade = r.uniform(0.2, 0.4) * (1 - r.uniform(1.2, 2.4) * (np.arange(SIZE) - foot) / SIZE).clip(0, 1)
    lower[..., 3] *= fade[:, None]
    lower[lower[..., 3] < 1.5 / 255] = 0
    return over(art, lower)


def make(name, i, r):
    """Truth, straight RGBA of 0...1, and the screen's color."""
    screen = (0, 255, 0)
    if name == "darkhair":
        ramp = lambda: RAMPS[r.choice([0, 0, 1, 1, 2, 3, 3, 4, 5])]
        edge = lambda hair: r.choice([None, None, hair[0], r.choice(DARK)])
        def sprite():
            hair = ramp()
            if r.random() < 0.25:
                return bush(r, hair, edge(hair))
            return person(r, hair, r.choice([ramp(), r.choice(CLOTHS)]), edge(hair))
        scales = [[4], [2] * 4, [1] * 20, [3, 1, 1, 2, 1, 1]][i % 4]
        return placed(r, [(sprite(), k) for k in scales]), screen
    if name == "vivid":
        color = r.choice(VIVID)
        kind = ["laser", "moustache", "neon", "slime", "blob", "bolt"][i % 6]
        if kind == "laser":
            return placed(r, [(laser(r, r.choice(VIVID)), k) for k in (1, 1, 2, 1, 1, 2, 1)]), screen
        if kind == "blob":
            return placed(r, [(blob(r, r.choice(VIVID), r.choice([None, None, (10, 40, 12)])), k) for k in (1, 2, 1, 1, 3, 2, 1, 1)]), screen
        return {"moustache": moustache, "neon": neon, "slime": slime, "bolt": bolt}[kind](r, color), screen
    if name == "enclosed":
        color = r.choice(VIVID + [(40, 190, 70), (90, 200, 40)])
        kind = ["cat", "pixelcat", "gem", "shirt"][i % 4]
        if kind == "shirt":
            return shirt(r, r.choice([(40, 190, 60), (24, 140, 40), (60, 160, 40), (20, 176, 60), (16, 120, 30)])), (8, 162, 24)
        if kind == "pixelcat":
            return placed(r, [(cat(r, r.choice(VIVID), r.choice(DARK)), k) for k in (1, 2, 1, 3, 1, 1, 2)]), screen
        return (smooth_cat if kind == "cat" else gem)(r, color), screen
    if name == "greenreflection":
        color = r.choice([(60, 160, 60), (90, 190, 40), (30, 110, 50), (40, 200, 90), (120, 190, 60)])
        if i % 3 == 2:
            art = placed(r, [(r.choice([blob(r, color, None), person(r, RAMPS[2], RAMPS[4], None)]), k) for k in (2, 2)])
        else:
            art = frog(r, color, i % 2 == 0)
        return reflected(r, art), screen
    color = r.choice([(20, 70, 24), (10, 90, 20), (34, 84, 40), (0, 100, 0), (30, 120, 40), (46, 110, 30), (12, 60, 12), (40, 130, 60)])
    return (boots if i % 2 == 0 else leaf)(r, color), screen


def screens(color, r):
    """Screens by suffix, as pictures of 0...255: exact, lit unevenly, and those for noise and for JPEG."""
    flat = np.zeros((SIZE, SIZE, 3)) + color
    y, x = np.mgrid[0:SIZE, 0:SIZE] / (SIZE - 1) * 2 - 1
    uneven = flat * [1, 0.96, 1] + np.stack([4 + 4 * x, 8 - 8 * (x * x + y * y), 4 + 4 * y], -1)
    return {"": flat, "uneven": uneven.clip(0, 255), "noise": flat, "jpg": flat}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", required=True)
    parser.add_argument("--seeds", type=int, default=12)
    parser.add_argument("--split", default="dev")
    parser.add_argument("--classes", default=",".join(CLASSES))
    options = parser.parse_args()
    for folder in ("truth", "input", "jpg"):
        os.makedirs(os.path.join(options.out, folder), exist_ok=True)
    meta = {}
    for name in options.classes.split(","):
        for i in range(options.seeds):
            seed = f"{options.split}-{name}-{i}"
            truth, screen = make(name, i, random.Random(seed))
            bytes_ = np.rint(truth * 255).astype(np.uint8)
            bytes_[bytes_[..., 3] == 0] = 0
            Image.fromarray(bytes_).save(os.path.join(options.out, "truth", f"{name}-{i}.png"))
            truth = bytes_ / 255.0
            noise = np.random.default_rng(list(seed.encode())).normal(0, 3, (SIZE, SIZE, 3))
            for suffix, behind in screens(screen, random.Random(seed)).items():
                picture = truth[..., :3] * truth[..., 3:] * 255 + behind * (1 - truth[..., 3:])
                if suffix == "noise":
                    picture = picture + noise
                label = f"{name}-{i}__{name}{suffix}"
                image = Image.fromarray(np.rint(picture).clip(0, 255).astype(np.uint8))
                if suffix == "jpg":
                    jpeg = os.path.join(options.out, "jpg", label + ".jpg")
                    image.save(jpeg, quality=90, subsampling=2)
                    image = Image.open(jpeg).convert("RGB")
                image.save(os.path.join(options.out, "input", label + ".png"))
            meta[f"{name}-{i}"] = {"group": "greens", "kind": name, "split": options.split}
    with open(os.path.join(options.out, "cases.json"), "w") as file:
        json.dump(meta, file, indent=1)
    print(len(meta), "foregrounds in", options.out)


main()
