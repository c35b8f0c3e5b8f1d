#!/usr/bin/env python3
"""Cuts art out of known backgrounds by eleven careless methods, with known truth.

  make.py --art DIR [--art DIR]... --out DIR [--each 30] [--seed 1]

Each DIR of art holds cut-out PNG files with straight alpha. Writes truth/NAME.png, cut/NAME.png and
cuts.json, which tells each cut's method and background. Needs numpy and Pillow. The same seed makes
the same cuts.
"""
import argparse
import glob
import io
import json
import os

import numpy
from PIL import Image, ImageFilter

BACKGROUNDS = [
    (255, 255, 255), (0, 0, 0), (128, 128, 128), (0, 255, 0), (255, 0, 255),
    (0, 177, 64), (200, 30, 40), (40, 90, 200), (235, 225, 205), (60, 60, 66),
]


def distance(image, color):
    """The greatest channel difference of each pixel to a color."""
    return numpy.abs(image - numpy.array(color, float)).max(-1)


def blurred(mask, radius):
    picture = Image.fromarray((mask * 255).round().astype("uint8"))
    return numpy.asarray(picture.filter(ImageFilter.GaussianBlur(radius)), float) / 255


def grown(mask, radius):
    picture = Image.fromarray((mask * 255).astype("uint8"))
    return numpy.asarray(picture.filter(ImageFilter.MaxFilter(2 * radius + 1))) > 127


def flooded(like):
    """What of a mask is connected with the picture's border."""
    height, width = like.shape
    seen = numpy.zeros_like(like)
    stack = [(y, x) for y in range(height) for x in range(width)
             if like[y, x] and (y in (0, height - 1) or x in (0, width - 1))]
    for y, x in stack:
        seen[y, x] = True
    while stack:
        y, x = stack.pop()
        for v, u in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
            if 0 <= v < height and 0 <= u < width and like[v, u] and not seen[v, u]:
                seen[v, u] = True
                stack.append((v, u))
    return seen


# Each takes a generator, the picture over the background as floats, the true alpha (0...1) and the
# background, and returns the colors and the alpha that a careless tool would save.


def wand(rng, image, alpha, color):
    """A magic wand: a flood fill with a tolerance, hard edges."""
    return image, 1.0 - flooded(distance(image, color) <= rng.uniform(8, 40))


def threshold(rng, image, alpha, color):
    """Every pixel close to the background is cleared, hard edges."""
    return image, (distance(image, color) > rng.uniform(8, 32)) * 1.0


def wide_ramp(rng, image, alpha, color):
    """Alpha is a wide ramp over the distance to the background: bodies leak."""
    low, width = rng.uniform(0, 20), rng.uniform(60, 180)
    return image, numpy.clip((distance(image, color) - low) / width, 0, 1)


def rim(rng, image, alpha, color):
    """A mask drawn one or two pixels too large."""
    return image, grown(alpha > 0.02, int(rng.integers(1, 3))) * 1.0


def matted(rng, image, alpha, color):
    """The true alpha over colors that still hold the background."""
    return image, alpha


def premultiplied(rng, image, alpha, color):
    """Premultiplied colors, or a picture flattened on white, saved as straight ones."""
    return image, alpha


def jpeg(rng, image, alpha, color):
    """Stored as JPEG before a threshold with a short ramp."""
    data = io.BytesIO()
    Image.fromarray(image.round().astype("uint8")).save(data, "JPEG", quality=int(rng.integers(75, 93)))
    image = numpy.asarray(Image.open(data).convert("RGB"), float)
    return image, numpy.clip((distance(image, color) - rng.uniform(16, 32)) / rng.uniform(8, 32), 0, 1)


def wrong_formula(rng, image, alpha, color):
    """Keyed by a formula for another color: the background stays as haze."""
    other = numpy.array(color, float) + rng.uniform(20, 50) * rng.choice([-1, 1], 3)
    away = numpy.sqrt(((image - other) ** 2).sum(-1))
    ground = numpy.sqrt(((numpy.array(color) - other) ** 2).sum())
    haze, width = rng.uniform(4, 28) / 255, rng.uniform(60, 160)
    return image, numpy.clip((away - ground) / width + haze, 0, 1)


def few_levels(rng, image, alpha, color):
    """The true alpha in a few levels, over colors that still hold the background."""
    levels = int(rng.integers(2, 6))
    return image, (alpha * levels).round() / levels


def feathered(rng, image, alpha, color):
    """The silhouette, grown and softened outward."""
    return image, blurred(grown(alpha > 0.5, int(rng.integers(1, 3))) * 1.0, rng.uniform(0.7, 1.6))


def remover(rng, image, alpha, color):
    """A network's mask: computed small, enlarged smoothly, bodies not quite solid."""
    height, width = alpha.shape
    factor = rng.uniform(2.5, 4)
    small = Image.fromarray((alpha * 255).round().astype("uint8")).resize(
        (max(1, round(width / factor)), max(1, round(height / factor))), Image.BOX)
    mask = numpy.asarray(small.resize((width, height), Image.BICUBIC), float) / 255
    noise = Image.fromarray(rng.uniform(0, 255, (height // 8 + 1, width // 8 + 1)).astype("uint8"))
    noise = numpy.asarray(noise.resize((width, height), Image.BICUBIC), float) / 255
    return image, numpy.clip(mask - rng.uniform(0.02, 0.08) * noise, 0, 1)


METHODS = [wand, threshold, wide_ramp, rim, matted, premultiplied, jpeg, wrong_formula, few_levels,
           feathered, remover]


def art(folders):
    """Paths of pictures that are cut out and large enough to tell."""
    for folder in folders:
        for path in sorted(glob.glob(os.path.join(folder, "**", "*.png"), recursive=True)):
            with Image.open(path) as picture:
                if picture.has_transparency_data and 40 <= min(picture.size) and max(picture.size) <= 400:
                    yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--art", action="append", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--each", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = numpy.random.default_rng(options.seed)
    for part in ("truth", "cut"):
        os.makedirs(os.path.join(options.out, part), exist_ok=True)
    # Folders count alike, however many pictures they hold.
    paths = [list(art([folder])) for folder in options.art]
    cuts = []
    for method in METHODS:
        number = 0
        while number < options.each:
            of = paths[int(rng.integers(len(paths)))]
            truth = Image.open(of[int(rng.integers(len(of)))]).convert("RGBA")
            truth = numpy.asarray(truth.crop(truth.getbbox()), float)
            truth = numpy.pad(truth, ((6, 6), (6, 6), (0, 0)))
            alpha = truth[..., 3] / 255
            color = BACKGROUNDS[int(rng.integers(len(BACKGROUNDS)))]
            if method is premultiplied:
                color = [(0, 0, 0), (255, 255, 255)][int(rng.integers(2))]
            visible = alpha > 0.5
            # Nobody cuts black art from black.
            if visible.sum() < 400 or (distance(truth[..., :3], color)[visible] < 48).mean() > 0.15:
                continue
            image = truth[..., :3] * alpha[..., None] + numpy.array(color) * (1 - alpha[..., None])
            colors, mask = method(rng, image.round(), alpha, color)
            pixels = numpy.concatenate([colors, mask[..., None] * 255], -1).round().astype("uint8")
            pixels[pixels[..., 3] == 0] = 0
            name = f"{method.__name__}-{number:03}"
            Image.fromarray(truth.astype("uint8")).save(os.path.join(options.out, "truth", name + ".png"))
            Image.fromarray(pixels).save(os.path.join(options.out, "cut", name + ".png"))
            cuts.append({"name": name, "method": method.__name__, "background": list(color)})
            number += 1
    with open(os.path.join(options.out, "cuts.json"), "w") as file:
        json.dump(cuts, file, indent=1)


if __name__ == "__main__":
    main()
