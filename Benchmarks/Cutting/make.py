#!/usr/bin/env python3
"""Makes sheets as models deliver them, with known truth, out of the fixtures' characters.

  make.py --fixtures DIR --out DIR [--sheets 360] [--seed 17]

Writes NNN.png or NNN.jpg and truth.json: for each sheet its figures in reading order, each with the
`box` of all that was drawn of it with alpha of at least 128, its sparkles too, that of all that is
`seen` (above 16, shadows too), and the foot line of the figure proper. Where figures overlap the last drawn is on top, and `overlap` says by how many pixels:
inside of it nobody can tell whose a pixel is. Needs numpy and Pillow. The same seed makes the same
sheets; the pictures are the fixtures', so they stay out of the repository.
"""
import argparse
import json
import os

import numpy
from PIL import Image, ImageDraw

from characters import SOLID, box_of, load_characters

KINDS = ["plain", "tight", "touching", "corner", "sparkles", "specks", "everything", "shadow"]


def posed(rng, character, height, noise):
    """One pose at about `height` pixels, with `noise` in its scale."""
    pose = character.poses[rng.integers(len(character.poses))]
    if character.hard:
        factor = max(1, round(height / 60))
        return pose.resize((pose.width * factor, pose.height * factor), Image.NEAREST)
    scale = height / pose.height * (1 + rng.uniform(-noise, noise))
    size = max(8, round(pose.width * scale)), max(8, round(pose.height * scale))
    return pose.resize(size, Image.LANCZOS)


def sparkle(rng, size):
    """A heart, a star, a drop or a ring of about `size` pixels."""
    big = Image.new("RGBA", (size * 8, size * 8))
    draw = ImageDraw.Draw(big)
    color = [(255, 220, 60), (250, 90, 140), (255, 255, 255), (120, 170, 255)][rng.integers(4)]
    s = size * 8 - 1
    shape = rng.integers(3)
    if shape == 0:
        points = [(0.5, 0), (0.62, 0.38), (1, 0.5), (0.62, 0.62), (0.5, 1), (0.38, 0.62), (0, 0.5), (0.38, 0.38)]
        draw.polygon([(x * s, y * s) for x, y in points], fill=color)
    elif shape == 1:
        draw.ellipse((0, 0, s * 0.55, s * 0.55), fill=color)
        draw.ellipse((s * 0.45, 0, s, s * 0.55), fill=color)
        draw.polygon([(s * 0.05, s * 0.42), (s * 0.95, s * 0.42), (s * 0.5, s)], fill=color)
    else:
        draw.ellipse((s * 0.1, s * 0.1, s * 0.9, s * 0.9), fill=color)
    return big.resize((size, size), Image.BOX)


def screen(rng, width, height):
    """An uneven green between (4,248,6) and (16,233,21)."""
    t = rng.uniform(0, 1)
    low, high = numpy.array([4.0, 248, 6]), numpy.array([16.0, 233, 21])
    ground = numpy.empty((height, width, 3))
    ground[:] = low + (high - low) * t
    style = rng.integers(4)
    if style:
        y, x = numpy.mgrid[0:height, 0:width]
        slope = (x / width * rng.uniform(-1, 1) + y / height * rng.uniform(-1, 1)) * 0.5
        ground += (high - low) * slope[..., None]
    if style >= 2:
        ground += rng.normal(0, rng.uniform(0.5, 2.5), ground.shape)
    return numpy.clip(ground, 0, 255)


def distance_to(mask, x, y, reach):
    """From a point to the nearest pixel of a mask, as far as `reach`."""
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    ys, xs = numpy.nonzero(mask[top : int(y + reach), left : int(x + reach)])
    return float(numpy.hypot(xs + left - x, ys + top - y).min()) if len(xs) else reach


class Sheet:
    """Figures on one canvas: who owns each pixel, and how much of it is seen."""

    def __init__(self, width, height):
        self.picture = Image.new("RGBA", (width, height))
        self.owner = numpy.zeros((height, width), numpy.int16)
        # Of what is drawn faintly too.
        self.seen = numpy.zeros((height, width), numpy.int16)
        self.shade = None

    def put(self, picture, x, y, owner):
        self.picture.alpha_composite(picture, (x, y))
        alpha = numpy.asarray(picture)[..., 3]
        part = self.owner[y : y + picture.height, x : x + picture.width]
        part[alpha >= SOLID] = owner
        part = self.seen[y : y + picture.height, x : x + picture.width]
        part[alpha > 16] = owner

    def draw_shadows(self, are_wanted, height):
        """Soft ellipses under the feet, which the screen shows through."""
        if not are_wanted:
            return
        self.shade = Image.new("L", self.picture.size)
        draw = ImageDraw.Draw(self.shade)
        for figure in range(1, int(self.owner.max()) + 1):
            left, _, right, bottom = box_of(self.owner == figure)
            deep = max(2, (right - left) // 12)
            area = left, bottom - deep, right, bottom + deep // 2
            draw.ellipse(area, fill=70)
            shadow = Image.new("1", self.picture.size)
            ImageDraw.Draw(shadow).ellipse(area, fill=1)
            self.seen[numpy.asarray(shadow) & (self.seen == 0)] = figure

    def is_clear(self, x, y, width, height, gap):
        around = (x - gap, y - gap, x + width + gap, y + height + gap)
        return self.picture.crop(around).getchannel("A").getbbox() is None


def contact(left, right, gap):
    """How far the left edge of `right` is from that of `left`, so that in one row they are `gap`
    pixels apart (below 0: they overlap by so many), bottoms level."""
    a, b = numpy.asarray(left)[..., 3] >= SOLID, numpy.asarray(right)[..., 3] >= SOLID
    rows = min(a.shape[0], b.shape[0])
    a, b = a[-rows:], b[-rows:]
    best = 0
    for row in range(rows):
        if a[row].any() and b[row].any():
            best = max(best, int(numpy.nonzero(a[row])[0].max()) + 1 - int(numpy.nonzero(b[row])[0].min()))
    return best + gap


def arranged(rng, kind, poses, height):
    """Left edges of one row's poses, and the overlap of each with the one before it."""
    lefts, overlaps, x = [], [], 0
    for index, pose in enumerate(poses):
        overlap = 0
        if index:
            before = poses[index - 1]
            touches = kind == "touching" and rng.random() < 0.6
            if touches or kind == "everything" and rng.random() < 0.2:
                overlap = int(rng.integers(0, max(2, height // 40) + 1))
                x = lefts[-1] + contact(before, pose, -overlap)
                overlap = max(overlap, 1)
            elif kind == "corner":
                x = lefts[-1] + contact(before, pose, int(rng.integers(1, 4)))
            elif kind == "tight":
                x = lefts[-1] + max(contact(before, pose, 0), 0) + int(rng.integers(2, 7))
            else:
                x = lefts[-1] + before.width + int(rng.integers(3 + height // 12, 8 + height // 2))
        lefts.append(x)
        overlaps.append(overlap)
    return lefts, overlaps


def make(rng, characters, kind):
    character = characters[rng.integers(len(characters))]
    count = int(rng.integers(2, 13))
    rows = 1 if count < 4 or rng.random() < 0.55 else 2
    height = int(rng.integers(56, 330 if count / rows <= 6 else 170))
    if character.hard:
        height = int(rng.choice([60, 120, 180, 240][: 4 if count / rows <= 6 else 2]))
    noise = rng.choice([0, 0.02, 0.05])
    poses = [posed(rng, character, height, noise) for _ in range(count)]
    per_row = -(-count // rows)
    lines = [poses[i : i + per_row] for i in range(0, count, per_row)]
    edge = int(rng.integers(8 + height // 3, 20 + height // 2))
    jitter = int(height * rng.choice([0, 0.02, 0.06]))
    corner = kind == "corner"
    placed, top, right = [], edge, 0
    for line in lines:
        lefts, overlaps = arranged(rng, kind, line, height)
        tallest = max(pose.height for pose in line)
        for pose, left, overlap in zip(line, lefts, overlaps):
            shift = 0 if kind in ("touching", "corner", "everything", "tight") else int(rng.integers(-jitter, jitter + 1))
            placed.append((pose, edge + left, top + tallest - pose.height + shift, overlap))
            right = max(right, edge + left + pose.width)
        # Rows stay apart by more than the sparkles between them.
        top += tallest + edge + height // 4
    sheet = Sheet(right + edge, top + jitter)
    for index, (pose, x, y, _) in enumerate(placed):
        sheet.put(pose, x, y, index + 1)
    if corner and count > 1:
        touch_at_corners(rng, sheet, placed)
    feet = [box_of(sheet.owner == i + 1)[3] for i in range(count)]
    sheet.draw_shadows(kind == "shadow", height)
    sparkles = 0
    if kind in ("sparkles", "everything"):
        sparkles = add_sparkles(rng, sheet, count, height)
    truth = [box_of(sheet.owner == i + 1) for i in range(count)]
    seen = [box_of(sheet.seen == i + 1) for i in range(count)]
    specks = add_specks(rng, sheet, height) if kind in ("specks", "everything") else 0
    return character, sheet, truth, seen, feet, [p[3] for p in placed], rows, sparkles, specks


def touch_at_corners(rng, sheet, placed):
    """Joins neighbors where they are nearest by pixels that touch at corners only."""
    for index in range(1, len(placed)):
        if rng.random() < 0.5:
            continue
        a, b = sheet.owner == index, sheet.owner == index + 1
        common = numpy.nonzero(a.any(axis=1) & b.any(axis=1))[0]
        if len(common) == 0:
            continue
        gaps = [int(numpy.nonzero(b[y])[0].min()) - int(numpy.nonzero(a[y])[0].max()) for y in common]
        y = int(common[int(numpy.argmin(gaps))])
        left, right = int(numpy.nonzero(a[y])[0].max()), int(numpy.nonzero(b[y])[0].min())
        if not 2 <= right - left <= 6:
            continue
        middle, pixels = (left + right) // 2, sheet.picture.load()
        for x in range(left + 1, right):
            row = y + (x % 2)
            if sheet.owner[row, x] == 0:
                pixels[x, row] = (40, 30, 60, 255)
                sheet.owner[row, x] = sheet.seen[row, x] = index if x <= middle else index + 1


def add_sparkles(rng, sheet, count, height):
    """Small parts beside figures, each clearly nearer to its own than to others."""
    made = 0
    for figure in range(1, count + 1):
        for _ in range(int(rng.integers(0, 4))):
            size = int(rng.integers(max(6, height // 16), max(8, height // 9)))
            left, top, right, bottom = box_of(sheet.owner == figure)
            x = int(rng.integers(left - size - height // 6, right + height // 6))
            y = int(rng.integers(top - size - height // 8, bottom - height // 8))
            if x < 2 or y < 2 or x + size > sheet.picture.width - 2 or y + size > sheet.picture.height - 2:
                continue
            if not sheet.is_clear(x, y, size, size, 3):
                continue
            center = x + size / 2, y + size / 2
            own = distance_to(sheet.owner == figure, *center, height)
            other = distance_to(
                (sheet.owner != figure) & (sheet.owner > 0), *center, height
            )
            if own < height / 4 and other > own + size + 6:
                sheet.put(sparkle(rng, size), x, y, figure)
                made += 1
    return made


def add_specks(rng, sheet, height):
    """Dirt of a few pixels that belongs to nobody."""
    largest = 2 if height < 100 else 3 if height < 200 else 4
    made, pixels = 0, sheet.picture.load()
    for _ in range(int(rng.integers(2, 9))):
        size = int(rng.integers(1, largest + 1))
        x, y = (int(rng.integers(2, n - 8)) for n in sheet.picture.size)
        if not sheet.is_clear(x, y, size, size, 5):
            continue
        color = tuple(int(c) for c in rng.integers(0, 256, 3) * numpy.array([1, 0.3, 1]))
        for dy in range(size):
            for dx in range(size):
                pixels[x + dx, y + dy] = (*color, 255)
        made += 1
    return made


def finished(rng, sheet):
    """The sheet over its screen, with soft shadows where its kind has them."""
    ground = screen(rng, *sheet.picture.size)
    if sheet.shade:
        ground *= 1 - numpy.asarray(sheet.shade)[..., None] / 255
    pixels = numpy.asarray(sheet.picture).astype(float)
    alpha = pixels[..., 3:] / 255
    return Image.fromarray((pixels[..., :3] * alpha + ground * (1 - alpha)).round().astype(numpy.uint8))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fixtures", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--sheets", type=int, default=360)
    parser.add_argument("--seed", type=int, default=17)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    characters = load_characters(options.fixtures)
    families = {}
    for character in characters:
        families.setdefault(character.name.split("-")[0], []).append(character)
    families = [families[name] for name in sorted(families)]
    told = []
    for index in range(options.sheets):
        rng = numpy.random.default_rng([options.seed, index])
        kind = KINDS[index % len(KINDS)]
        pool = families[rng.integers(len(families))]
        character, sheet, truth, seen, feet, overlaps, rows, sparkles, specks = make(rng, pool, kind)
        picture = finished(rng, sheet)
        # Smooth art comes as JPEG as often as not; pixel art now and then.
        quality = int(rng.choice([70, 80, 88, 92, 95])) if rng.random() < (0.2 if character.hard else 0.5) else None
        name = f"{index:03}.{'jpg' if quality else 'png'}"
        path = os.path.join(options.out, name)
        if quality:
            subsampling = int(rng.choice([0, 2]))
            picture.save(path, quality=quality, subsampling=subsampling)
        else:
            picture.save(path)
        told.append({
            "file": name, "kind": kind, "character": character.name, "hard": character.hard,
            "quality": quality, "rows": rows, "sparkles": sparkles, "specks": specks,
            "figures": [
                {"box": solid, "seen": all_of_it, "foot": foot, "overlap": overlap}
                for solid, all_of_it, foot, overlap in zip(truth, seen, feet, overlaps)
            ],
        })
    with open(os.path.join(options.out, "truth.json"), "w") as file:
        json.dump(told, file, indent=1)
    print(f"{len(told)} sheets, {sum(len(t['figures']) for t in told)} figures in {options.out}")


if __name__ == "__main__":
    main()
