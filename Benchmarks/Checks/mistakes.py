#!/usr/bin/env python3
"""Draws a small game in three styles, makes one mistake with its pictures at a time, and counts those
that `kiln validate` finds; or counts what it says of art without mistakes.

  mistakes.py --kiln KILN [--only WORDS] [--list]
  mistakes.py --kiln KILN --clean DIR [--clean DIR]...

The game is drawn as vector art, painted and as pixel art: three species with six frames of two
animations each, moods, outfits, overlays, rooms and greetings in three languages. A mistake is found
when there is a finding that the game without it does not have. Of folders with clean art a catalog is
made by `kiln init --from`. Needs numpy and Pillow.
"""

import argparse
import collections
import concurrent.futures
import io
import json
import math
import pathlib
import random
import shutil
import subprocess
import tempfile

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

STYLES = {"vector": 96, "painted": 96, "pixel": 48}
SPECIES = {
    "cat": ((214, 142, 76), (250, 230, 200)),
    "dog": ((140, 98, 66), (230, 210, 190)),
    "fox": ((200, 84, 40), (245, 240, 235)),
}
OUTFITS = {
    "coat": ((60, 90, 170), (230, 200, 90)),
    "robe": ((120, 50, 140), (240, 220, 250)),
    "kimono": ((190, 60, 80), (250, 240, 220)),
}
FRAMES = 6


def dark(c, f=0.45):
    return tuple(int(x * f) for x in c)


class Pen:
    def __init__(self, size, style):
        self.size, self.style = size, style
        self.ss = 1 if style == "pixel" else 4
        self.im = Image.new("RGBA", (size * self.ss, size * self.ss), (0, 0, 0, 0))
        self.d = ImageDraw.Draw(self.im)

    def s(self, v):
        return v * self.size * self.ss / 96

    def ellipse(self, x, y, rx, ry, fill, line=True):
        w = max(1, round(self.s(2))) if line else 0
        self.d.ellipse(
            [round(self.s(v)) for v in (x - rx, y - ry, x + rx, y + ry)],
            fill=fill + (255,),
            outline=dark(fill) + (255,) if line else None,
            width=w,
        )

    def poly(self, pts, fill, line=True):
        p = [(round(self.s(x)), round(self.s(y))) for x, y in pts]
        self.d.polygon(p, fill=fill + (255,))
        if line:
            self.d.line(p + p[:1], fill=dark(fill) + (255,), width=max(1, round(self.s(2))), joint="curve")

    def done(self, seed=0):
        im = self.im
        if self.ss > 1:
            a = np.asarray(im).astype(float)
            a[..., :3] *= a[..., 3:] / 255
            n = self.size
            a = a.reshape(n, self.ss, n, self.ss, 4).mean((1, 3))
            a[..., :3] = np.where(a[..., 3:] > 0, a[..., :3] * 255 / np.maximum(a[..., 3:], 1e-6), 0)
            if self.style == "painted":
                rng = np.random.default_rng(seed)
                y, x = np.mgrid[:n, :n] / n
                shade = 1.12 - 0.35 * y - 0.1 * x
                tex = (
                    np.asarray(
                        Image.fromarray((rng.random((n // 3, n // 3)) * 255).astype(np.uint8)).resize(
                            (n, n), Image.BICUBIC
                        )
                    ).astype(float)
                    / 255
                    - 0.5
                )
                a[..., :3] *= (shade + 0.16 * tex)[..., None]
            im = Image.fromarray(np.clip(a.round(), 0, 255).astype(np.uint8))
        return im


def pet(style, sp, frame, outfit=None, mood=None, anim="idle"):
    p = Pen(STYLES[style], style)
    fur, belly = SPECIES[sp]
    t = 2 * math.pi * frame / FRAMES
    b = 1.5 * math.sin(t)
    sway = 6 * math.sin(t + 0.6)
    legs = 5 * math.sin(t) if anim == "walk" else 0
    wide = {"cat": 20, "dog": 23, "fox": 18}[sp]
    # tail
    p.poly([(66, 70), (84, 52 + sway), (88, 58 + sway), (70, 80)], fur)
    # feet
    p.ellipse(38 + legs, 86, 8, 5, dark(fur, 0.8))
    p.ellipse(58 - legs, 86, 8, 5, dark(fur, 0.8))
    # body
    p.ellipse(48, 66 - b / 2, wide, 20 + b, fur)
    if outfit:
        c, trim = OUTFITS[outfit]
        p.poly([(48 - wide, 58 - b), (48 + wide, 58 - b), (48 + wide + 4, 80), (48 - wide - 4, 80)], c)
        p.ellipse(44, 66, 2, 2, trim, False)
        p.ellipse(44, 74, 2, 2, trim, False)
        p.poly([(56, 56 - b), (62, 56 - b), (58, 79), (54, 79)], trim, False)
    else:
        p.ellipse(46, 70, wide * 0.55, 11, belly, False)
    # head
    h = 34 - b
    if sp == "cat":
        ears = [((30, h - 6), (32, h - 24), (44, h - 14)), ((66, h - 6), (64, h - 24), (52, h - 14))]
    elif sp == "fox":
        ears = [((28, h - 4), (26, h - 28), (44, h - 14)), ((68, h - 4), (70, h - 28), (52, h - 14))]
    else:
        ears = [((30, h - 10), (22, h + 10), (36, h + 6)), ((66, h - 10), (74, h + 10), (60, h + 6))]
    p.ellipse(48, h, 22, 18, fur)
    for e in ears:
        p.poly(e, dark(fur, 0.85))
    p.ellipse(44, h + 8, 9, 6, belly, False)
    blink = frame == 4 and anim == "idle"
    for ex in (38, 54):
        p.ellipse(ex, h - 2, 3.5, 0.8 if blink else 4.5, (30, 24, 30), False)
        if not blink:
            p.ellipse(ex + 1, h - 4, 1.2, 1.2, (255, 255, 255), False)
    p.ellipse(43, h + 5, 2.5, 2, (40, 20, 30), False)
    if mood == "sad":
        p.ellipse(56, h + 5, 1.6, 3, (90, 160, 240), False)
    if mood == "happy":
        p.poly([(38, h + 9), (50, h + 9), (44, h + 14)], (200, 40, 60), False)
    return p.done(sum(map(ord, sp + (outfit or ""))))


def sheet(style, sp, outfit=None, mood=None):
    n = STYLES[style]
    im = Image.new("RGBA", (n * FRAMES, n * 2))
    for i in range(FRAMES):
        im.paste(pet(style, sp, i, outfit, mood), (i * n, 0))
        im.paste(pet(style, sp, i, outfit, mood, "walk"), (i * n, n))
    return im


def overlay(style, kind):
    p = Pen(STYLES[style], style)
    if kind == "hat":
        p.poly([(30, 24), (66, 24), (60, 6), (36, 6)], (50, 50, 60))
        p.poly([(22, 28), (74, 28), (72, 22), (24, 22)], (50, 50, 60))
        p.poly([(33, 22), (63, 22), (62, 17), (34, 17)], (200, 40, 50), False)
    if kind == "crown":
        p.poly([(32, 26), (64, 26), (68, 8), (58, 18), (48, 6), (38, 18), (28, 8)], (240, 200, 60))
        p.ellipse(48, 20, 3, 3, (200, 30, 60), False)
    if kind == "beret":
        p.ellipse(48, 20, 22, 8, (170, 40, 60))
        p.ellipse(48, 11, 3, 3, (170, 40, 60))
    if kind == "scarf":
        p.poly([(30, 50), (66, 50), (64, 58), (32, 58)], (40, 140, 100))
        p.poly([(54, 56), (64, 56), (66, 74), (57, 74)], (40, 140, 100))
        p.poly([(57, 68), (66, 68), (66, 71), (57, 71)], (240, 240, 240), False)
    if kind == "bow":
        p.poly([(48, 54), (34, 47), (34, 62)], (220, 80, 150))
        p.poly([(48, 54), (62, 47), (62, 62)], (220, 80, 150))
        p.ellipse(48, 54, 4, 4, (180, 50, 110))
    if kind == "glasses":
        for x in (38, 56):
            p.ellipse(x, 32, 8, 7, (60, 60, 80))
            p.ellipse(x, 32, 5.5, 4.5, (190, 230, 250), False)
        p.poly([(44, 31), (50, 31), (50, 33), (44, 33)], (60, 60, 80), False)
    return p.done(sum(map(ord, kind)))


def room(style, which):
    n = STYLES[style] * 2
    p = Pen(n, style)
    sky, floor, wall = {
        "day": ((150, 200, 240), (180, 130, 90), (240, 220, 190)),
        "night": ((30, 40, 90), (90, 60, 60), (90, 90, 130)),
        "beach": ((120, 200, 255), (240, 220, 160), (100, 180, 220)),
    }[which]
    p.poly([(-5, -5), (101, -5), (101, 101), (-5, 101)], wall, False)
    p.poly([(-5, 66), (101, 66), (101, 101), (-5, 101)], floor, False)
    p.poly([(14, 14), (44, 14), (44, 46), (14, 46)], sky)
    p.ellipse(34, 24, 5, 5, (255, 240, 150), False)
    p.poly([(60, 40), (88, 40), (88, 70), (60, 70)], dark(floor, 0.8))
    if which == "beach":
        p.ellipse(74, 30, 14, 10, (60, 160, 80))
    if which == "night":
        p.ellipse(24, 82, 16, 5, (150, 60, 80))
    for i in range(4):
        p.poly(
            [(62 + i * 6, 44), (66 + i * 6, 44), (66 + i * 6, 56), (62 + i * 6, 56)],
            [(200, 60, 60), (60, 140, 200), (220, 190, 60), (80, 160, 90)][(i + len(which)) % 4],
            False,
        )
    return p.done(sum(map(ord, which)))


def banner(style, word):
    n = STYLES[style]
    p = Pen(n, style)
    p.poly([(6, 30), (90, 30), (90, 66), (6, 66)], (250, 240, 210))
    rnd = random.Random(word)
    for i, ch in enumerate(word):
        x = 12 + i * 74 / len(word)
        p.poly([(x, 38), (x + 7, 38), (x + 7 - 3 * (ord(ch) % 3), 58), (x + 2, 58)], (180, 50, 60), False)
    return p.done(sum(map(ord, word)))


def build(style):
    files = {}
    for sp in SPECIES:
        files[f"{sp}_pet"] = sheet(style, sp)
        for m in ("happy", "sad"):
            files[f"{sp}_pet_{m}"] = sheet(style, sp, mood=m)
        for o in OUTFITS:
            files[f"{sp}_pet_{o}"] = sheet(style, sp, o)
    for k in ("hat", "crown", "beret", "scarf", "bow", "glasses"):
        files[f"overlay_{k}"] = overlay(style, k)
    for w in ("day", "night", "beach"):
        files[f"room_{w}"] = room(style, w)
    for l, w in (("en", "hello"), ("de", "hallo"), ("fr", "salut")):
        files[f"greeting_{l}"] = banner(style, w)
    return files


def cells(im, style):
    n = STYLES[style]
    return [(x, y, n) for y in range(0, im.height, n) for x in range(0, im.width, n)]


def on_cell(f, number=2):
    def g(im, style):
        n = STYLES[style]
        x, y = number % FRAMES * n, number // FRAMES * n
        im = im.copy()
        im.paste(f(im.crop((x, y, x + n, y + n)), style), (x, y))
        return im

    return g


def on_all(f):
    def g(im, style):
        im = im.copy()
        for x, y, n in cells(im, style):
            im.paste(f(im.crop((x, y, x + n, y + n)), style), (x, y))
        return im

    return g


def arr(f):
    def g(im, style):
        a = np.asarray(im).astype(float).copy()
        f(a)
        return Image.fromarray(np.clip(a.round(), 0, 255).astype(np.uint8))

    return g


def opacity(v):
    def f(a):
        a[..., 3] *= v

    return arr(f)


def half_clear(a):
    a[: a.shape[0] // 2, :, 3] *= 0.5


def washed(a):
    a[..., :3] = a[..., :3] * 0.6 + 255 * 0.4


def gamma(a):
    a[..., :3] = 255 * (a[..., :3] / 255) ** (1 / 2.2)


def gray(a):
    a[..., :3] = a[..., :3].mean(-1, keepdims=True)


def hue(a):
    a[..., :3] = a[..., [1, 2, 0]]


def binary(a):
    a[..., 3] = np.where(a[..., 3] >= 128, 255, 0)


def haze(a):
    a[..., 3] = np.maximum(a[..., 3], 2)


def colors(k):
    def g(im, style):
        a = np.asarray(im).copy()
        q = im.convert("RGB").quantize(k, dither=0).convert("RGB")
        a[..., :3] = np.asarray(q)
        return Image.fromarray(a)

    return g


def jpeg(q):
    def g(im, style):
        a = np.asarray(im).copy()
        b = io.BytesIO()
        bg = Image.new("RGB", im.size, (255, 255, 255))
        bg.paste(im, mask=im.getchannel("A"))
        bg.save(b, "JPEG", quality=q)
        a[..., :3] = np.asarray(Image.open(b).convert("RGB"))
        return Image.fromarray(a)

    return g


def rescale(f, how, back=None):
    def g(im, style):
        small = im.resize((max(1, round(im.width / f)), max(1, round(im.height / f))), how)
        return small.resize(im.size, back or how)

    return g


def filt(flt):
    return lambda im, style: im.filter(flt)


def scaled(f):  # content of each cell scaled about feet
    def g(im, style):
        n = im.width
        m = max(1, round(n * f))
        s = im.resize((m, m), Image.NEAREST if style == "pixel" else Image.LANCZOS)
        out = Image.new("RGBA", im.size)
        out.paste(s, ((n - m) // 2, n - m - round((1 - f) * n * 0.1) if f < 1 else n - m))
        return out

    return g


def shift(dx, dy):
    def g(im, style):
        k = STYLES[style] / 96
        out = Image.new("RGBA", im.size)
        out.paste(im, (round(dx * k), round(dy * k)))
        return out

    return g


def mirror(im, style):
    return im.transpose(Image.FLIP_LEFT_RIGHT)


def onion(im, style):
    n = STYLES[style]
    im2 = im.copy()
    prev = im.crop((n, 0, 2 * n, n))
    a = np.asarray(prev).copy()
    a[..., 3] = a[..., 3] * 0.3
    base = Image.fromarray(a)
    base = base.transform(base.size, Image.AFFINE, (1, 0, -n * 0.04, 0, 1, 0))
    cell = im.crop((2 * n, 0, 3 * n, n))
    base.alpha_composite(cell)
    im2.paste(base, (2 * n, 0))
    return im2


def deco(draw):
    def f(im, style):
        im = im.copy()
        d = ImageDraw.Draw(im)
        draw(d, im.width, style)
        return im

    return f


def text(s, x, y):
    return lambda d, n, st: d.text((n * x, n * y), s, fill=(90, 90, 90, 255))


guides = lambda d, n, st: (
    d.line([(n // 2, 0), (n // 2, n)], fill=(0, 160, 255, 255)),
    d.line([(0, int(n * 0.9)), (n, int(n * 0.9))], fill=(0, 160, 255, 255)),
)
frame_box = lambda d, n, st: d.rectangle([0, 0, n - 1, n - 1], outline=(255, 0, 255, 255))
inner_box = lambda d, n, st: d.rectangle([2, 2, n - 3, n - 3], outline=(120, 120, 120, 255))
ruler = lambda d, n, st: [
    d.line([(i, 0), (i, 3 if i % 16 else 6)], fill=(60, 60, 60, 255)) for i in range(0, n, 4)
]
smudge = lambda d, n, st: d.ellipse(
    [int(n * 0.06), int(n * 0.1), int(n * 0.06) + max(3, n // 16), int(n * 0.1) + max(2, n // 20)],
    fill=(60, 40, 40, 130),
)
stray = lambda d, n, st: [
    d.point([(int(n * x), int(n * y))], fill=(20, 20, 20, 255))
    for x, y in ((0.07, 0.08), (0.9, 0.12), (0.05, 0.6))
]


def numbers(im, style):
    im = im.copy()
    d = ImageDraw.Draw(im)
    for i, (x, y, n) in enumerate(cells(im, style)):
        d.text((x + 2, y + 1), str(i + 1), fill=(200, 0, 0, 255))
    return im


def order(perm):
    def g(im, style):
        n = STYLES[style]
        out = im.copy()
        for i, j in enumerate(perm):
            out.paste(im.crop((j * n, 0, j * n + n, n)), (i * n, 0))
        return out

    return g


def cut_sides(im, style):
    n = STYLES[style]
    k = n // 96 or 1
    s = im.resize((round(n * 1.5), round(n * 1.5)), Image.NEAREST if style == "pixel" else Image.LANCZOS)
    off = round(n * 0.25)
    return s.crop((off, round(n * 0.45), off + n, round(n * 0.45) + n))


def cut_bottom(im, style):
    bb = im.getbbox()
    out = im.copy()
    a = np.asarray(out).copy()
    a[bb[1] + (bb[3] - bb[1]) * 2 // 3 :] = 0
    return Image.fromarray(a)


def big(f):
    def g(im, style):
        bb = im.getbbox()
        c = im.crop(bb)
        c = c.resize(
            (round(c.width * f), round(c.height * f)), Image.NEAREST if style == "pixel" else Image.LANCZOS
        )
        out = Image.new("RGBA", im.size)
        cx, cy = (bb[0] + bb[2]) // 2, (bb[1] + bb[3]) // 2
        out.paste(c, (cx - c.width // 2, cy - c.height // 2))
        return out

    return g


MISTAKES = []


def m(kind, name, edits):
    MISTAKES.append((kind, name, edits))


m("opacity", "outfit at 60 %", {"cat_pet_coat": opacity(0.6)})
m("opacity", "hat at 50 %", {"overlay_hat": opacity(0.5)})
m("opacity", "one frame at 50 %", {"dog_pet": on_cell(opacity(0.5))})
m("opacity", "one frame half clear", {"dog_pet": on_cell(arr(half_clear))})
m("opacity", "onion skin", {"fox_pet": onion})
m("opacity", "outfit at 90 %", {"fox_pet_robe": opacity(0.9)})
m("leftovers", "guide lines in all cells", {"cat_pet": on_all(deco(guides))})
m("leftovers", "frame around all cells", {"cat_pet": on_all(deco(frame_box))})
m("leftovers", "inner frame in all cells", {"dog_pet_robe": on_all(deco(inner_box))})
m("leftovers", "watermark in all cells", {"fox_pet": on_all(deco(text("(c)me", 0.02, 0.0)))})
m("leftovers", "layer name in one frame", {"fox_pet": on_cell(deco(text("body", 0.02, 0.02)))})
m("leftovers", "frame numbers", {"dog_pet": numbers})
m("leftovers", "ruler", {"cat_pet_happy": on_all(deco(ruler))})
m("leftovers", "smudge in one frame", {"cat_pet": on_cell(deco(smudge))})
m("leftovers", "stray pixels", {"overlay_scarf": deco(stray)})
m("leftovers", "stray pixels in one frame", {"dog_pet": on_cell(deco(stray))})
m("leftovers", "haze of alpha 2", {"fox_pet_coat": arr(haze)})
m("leftovers", "haze on overlay", {"overlay_hat": arr(haze)})
m("order", "frames 2 and 4 swapped", {"cat_pet": order([0, 1, 4, 3, 2, 5])})
m("order", "two equal frames", {"cat_pet": order([0, 1, 1, 3, 4, 5])})
m("order", "one frame mirrored", {"fox_pet": on_cell(mirror)})
m("order", "outfit mirrored", {"fox_pet_coat": on_all(mirror)})
m("size", "one frame at 110 %", {"cat_pet": on_cell(scaled(1.1))})
m("size", "one frame at 80 %", {"cat_pet": on_cell(scaled(0.8))})
m("size", "outfit at 85 %", {"dog_pet_coat": on_all(scaled(0.85))})
m("size", "overlay twice as large", {"overlay_crown": big(2)})
m("size", "overlay half as large", {"overlay_crown": big(0.5)})
m("size", "outfit 20 px lower", {"cat_pet_robe": on_all(shift(0, 12))})
m("size", "outfit 8 px lower", {"cat_pet_robe": on_all(shift(0, 7))})
m(
    "size",
    "locale at another density",
    {"greeting_de": lambda im, s: im.resize((im.width * 2, im.height * 2), Image.LANCZOS)},
)
m("wrong art", "species swapped", {"cat_pet": "dog_pet", "dog_pet": "cat_pet"})
m(
    "wrong art",
    "outfits swapped between species",
    {"cat_pet_coat": "dog_pet_coat", "dog_pet_coat": "cat_pet_coat"},
)
m("wrong art", "two items, one picture", {"overlay_beret": "overlay_crown"})
m("wrong art", "room duplicated", {"room_night": "room_day"})
m("wrong art", "mood duplicated", {"cat_pet_sad": "cat_pet_happy"})
m("wrong art", "mood equal to plain", {"cat_pet_sad": "cat_pet"})
m("wrong art", "outfit is base shifted 2 px", {"cat_pet_coat": ("cat_pet", on_all(shift(2, 0)))})
m("wrong art", "outfit of other item", {"fox_pet_robe": "fox_pet_coat"})
m("wrong art", "locale duplicated", {"greeting_fr": "greeting_en"})
m("color", "one frame washed out", {"cat_pet": on_cell(arr(washed))})
m("color", "one frame of doubled gamma", {"dog_pet": on_cell(arr(gamma))})
m("color", "one frame gray", {"dog_pet": on_cell(arr(gray))})
m("color", "outfit of other hues (whole)", {"cat_pet_coat": arr(hue)})
m("color", "outfit washed out", {"cat_pet_coat": arr(washed)})
m("color", "pet gray", {"fox_pet_sad": arr(gray)})
m("color", "8 colors", {"cat_pet_coat": colors(8)})
m("color", "16 colors", {"dog_pet_robe": colors(16)})
m("color", "binary alpha", {"cat_pet_coat": arr(binary)})
m("color", "binary alpha hat", {"overlay_hat": arr(binary)})
m("color", "jpeg damage", {"cat_pet_coat": jpeg(40)})
m("color", "jpeg damage in hat", {"overlay_crown": jpeg(40)})
m("color", "room as jpeg", {"room_day": jpeg(35)})
m("color", "room gray", {"room_beach": arr(gray)})
m("resampling", "nearest 2x", {"cat_pet_coat": rescale(2, Image.NEAREST)})
m("resampling", "nearest 1.5x", {"cat_pet_coat": rescale(1.5, Image.NEAREST)})
m("resampling", "bicubic 2x", {"cat_pet_coat": rescale(2, Image.BICUBIC)})
m("resampling", "bicubic 2x hat", {"overlay_hat": rescale(2, Image.BICUBIC)})
m("resampling", "Lanczos 2x", {"dog_pet": rescale(2, Image.LANCZOS)})
m("resampling", "sharpened", {"cat_pet_coat": filt(ImageFilter.UnsharpMask(2, 200, 0))})
m("resampling", "blurred", {"fox_pet_robe": filt(ImageFilter.GaussianBlur(1.5))})
m("resampling", "one frame blurred", {"fox_pet": on_cell(filt(ImageFilter.GaussianBlur(1.5)))})
m("resampling", "one frame nearest 2x", {"fox_pet": on_cell(rescale(2, Image.NEAREST))})
m("cut", "cut at both sides", {"cat_pet_coat": on_all(cut_sides)})
m("cut", "bottom of hat cut", {"overlay_hat": cut_bottom})
m("cut", "bottom of scarf cut", {"overlay_scarf": cut_bottom})
m("cut", "one frame cut", {"dog_pet": on_cell(cut_sides)})


m("opacity", "outfit at 40 %", {"dog_pet_kimono": opacity(0.4)})
m("opacity", "one walking frame at 70 %", {"fox_pet": on_cell(opacity(0.7), 8)})
m("leftovers", "text in one walking frame", {"cat_pet_coat": on_cell(deco(text("arm", 0.02, 0.02)), 9)})
m("leftovers", "stray pixels on a hat", {"overlay_hat": deco(stray)})
m("leftovers", "ruler in an outfit", {"fox_pet_coat": on_all(deco(ruler))})
m("order", "one walking frame mirrored", {"dog_pet_robe": on_cell(mirror, 9)})
m(
    "order",
    "two equal walking frames",
    {
        "fox_pet": lambda im, style: on_cell(
            lambda c, st: im.crop((2 * im.width // 6, im.height // 2, 3 * im.width // 6, im.height)), 9
        )(im, style)
    },
)
m("order", "pet mirrored", {"dog_pet": on_all(mirror)})
m("size", "one frame at 90 %", {"dog_pet": on_cell(scaled(0.9))})
m("size", "outfit at 115 %", {"fox_pet_kimono": on_all(scaled(1.15))})
m(
    "size",
    "locale half as large",
    {"greeting_fr": lambda im, s: im.resize((im.width // 2, im.height // 2), Image.LANCZOS)},
)
m(
    "wrong art",
    "a walking frame of another species",
    {"cat_pet": lambda im, style: on_cell(lambda c, st: pet(style, "dog", 3, anim="walk"), 9)(im, style)},
)
m("wrong art", "scarf is the bow", {"overlay_scarf": "overlay_bow"})
m("wrong art", "mood of another species", {"cat_pet_sad": "fox_pet_sad"})
m("color", "one frame of other hues", {"cat_pet": on_cell(arr(hue))})
m("color", "one frame washed out in an outfit", {"fox_pet_robe": on_cell(arr(washed), 8)})
m("color", "gamma of an outfit", {"dog_pet_coat": arr(gamma)})
m("color", "gray beret", {"overlay_beret": arr(gray)})
m("color", "room in 8 colors", {"room_day": colors(8)})
m("color", "jpeg damage in an outfit at 75", {"dog_pet_robe": jpeg(75)})
m("resampling", "room blurred", {"room_beach": filt(ImageFilter.GaussianBlur(1.5))})
m("resampling", "crown blurred", {"overlay_crown": filt(ImageFilter.GaussianBlur(1.5))})
m("resampling", "pet at 2x, bilinear", {"fox_pet": rescale(2, Image.BILINEAR)})


def catalog(style):
    side = STYLES[style]
    values = [{"id": "plain"}, {"id": "happy"}, {"id": "sad"}]
    slots = {
        "hat": "head",
        "crown": "head",
        "beret": "head",
        "scarf": "neck",
        "bow": "neck",
        "glasses": "eyes",
    }
    return {
        "catalogVersion": 1,
        "name": "mistakes",
        "sources": ["art"],
        "canvas": {"width": side, "height": side},
        "axes": {
            "mood": {"values": values, "sparse": True},
            "language": {"kind": "locale", "values": ["en", "de", "fr"]},
        },
        "slots": {"head": {}, "neck": {}, "eyes": {}},
        "naming": {"species": ["<species>_pet_<mood>", "<species>_pet"]},
        "species": [{"id": species} for species in SPECIES],
        "items": [{"id": outfit, "equipStyle": "replaceSprite"} for outfit in OUTFITS]
        + [{"id": item, "equipStyle": "overlay", "slot": slot} for item, slot in slots.items()],
        "images": [{"id": f"room_{room}"} for room in ("day", "night", "beach")]
        + [{"id": "greeting", "asset": "greeting_<language>"}],
        "sheets": {
            "*_pet*": {
                "grid": {"columns": FRAMES, "rows": 2},
                "animations": {
                    "idle": {"frames": f"0-{FRAMES - 1}", "fps": 6},
                    "walk": {"frames": f"{FRAMES}-{2 * FRAMES - 1}", "fps": 8},
                },
            }
        },
        "targets": [{"id": "game", "kind": "atlas", "scales": [1]}],
    }


def edited(files, style, edits):
    """The files, some of them edited, or replaced by other files, edited or not."""
    result = dict(files)
    for name, edit in edits.items():
        if isinstance(edit, str):
            result[name] = files[edit]
        elif isinstance(edit, tuple):
            result[name] = edit[1](files[edit[0]], style)
        else:
            result[name] = edit(files[name], style)
    return result


def write(folder, style, files):
    art = folder / "art"
    art.mkdir(parents=True)
    for name, image in files.items():
        image.save(art / f"{name}.png", compress_level=1)
    (folder / "catalog.json").write_text(json.dumps(catalog(style)))


def validate(kiln, folder):
    done = subprocess.run([kiln, "validate", "--json"], cwd=folder, capture_output=True, text=True)
    try:
        document = json.loads(done.stdout)
    except json.JSONDecodeError:
        raise SystemExit(f"{folder}: no JSON, exit {done.returncode}\n{done.stderr}")
    return [(found["id"], found["severity"], found["message"]) for found in document["diagnostics"]]


def count_mistakes(kiln, only, lists):
    rows, seen, total = collections.OrderedDict(), 0, 0
    with tempfile.TemporaryDirectory() as place:
        for style in STYLES:
            files = build(style)
            clean = pathlib.Path(place) / style
            write(clean, style, files)
            known = set(validate(kiln, clean))
            for check, severity, message in sorted(known):
                print(f"false: {style}: {severity}[{check}]: {message}")

            def attempt(number):
                kind, name, edits = MISTAKES[number]
                folder = pathlib.Path(place) / f"{style}-{number}"
                changed = edited(files, style, edits)
                # Pixel art has few colors and hard edges anyway.
                if all(changed[name].tobytes() == files[name].tobytes() for name in edits):
                    return kind, name, None
                write(folder, style, changed)
                found = [finding for finding in validate(kiln, folder) if finding not in known]
                shutil.rmtree(folder)
                return kind, name, found

            wanted = [n for n, row in enumerate(MISTAKES) if not only or only in row[1]]
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                for kind, name, found in pool.map(attempt, wanted):
                    rows.setdefault((kind, name), []).append(found)
                    total += found is not None
                    seen += bool(found)
    for (kind, name), styles in rows.items():
        words = [" ".join(check for check, _, _ in found or []) or "-" for found in styles]
        print(f"{kind:11} {name:38} {' | '.join(words)}")
        for found in styles if lists else []:
            for _, _, message in found or []:
                print(f"    {message}")
    print(f"found {seen} of {total}")


def count_false(kiln, folders):
    for folder in folders:
        with tempfile.TemporaryDirectory() as place:
            source = pathlib.Path(folder).resolve()
            subprocess.run([kiln, "init", "--from", source, "."], cwd=place, check=True, capture_output=True)
            found = collections.Counter(check for check, _, _ in validate(kiln, place))
            pictures = sum(1 for path in source.rglob("*") if path.suffix in (".png", ".jpg", ".aseprite"))
            print(f"{folder}: {pictures} pictures, {dict(found)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kiln", required=True)
    parser.add_argument("--only", help="mistakes whose names contain this")
    parser.add_argument("--list", action="store_true", help="print what was found")
    parser.add_argument("--clean", action="append", help="a folder with art without mistakes")
    arguments = parser.parse_args()
    tool = str(pathlib.Path(arguments.kiln).resolve())
    if arguments.clean:
        count_false(tool, arguments.clean)
    else:
        count_mistakes(tool, arguments.only, arguments.list)
