#!/usr/bin/env python3
"""Scores `kiln key --also`: the figures of a bench over two and three screens.

  pairs.py --bench DIR [--kiln .build/release/kiln] [--only NAMES] [--every N]

DIR holds truth/*.png (bench.py makes it). Of each figure and condition the pictures are written, keyed, and
compared with the truth over white, black and magenta: mean PSNR in dB, 60 at most, over the figure and
four pixels around it. Needs numpy and Pillow.
"""
import argparse
import os
import subprocess
import tempfile

import numpy as np
from PIL import Image

GREEN, MAGENTA, BLUE = (0, 255, 0), (255, 0, 255), (0, 0, 255)
WHITE, BLACK = (255, 255, 255), (0, 0, 0)


def over(figure, screen):
    return figure[..., :3] * 255 + (1 - figure[..., 3:]) * np.asarray(screen, float)


def noisy(image, random):
    return image + random.normal(0, 3, image.shape)


def uneven(screen, shape):
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]]
    u, v = x / shape[1] * 2 - 1, y / shape[0] * 2 - 1
    light = (1 - 0.08 * u * u - 0.06 * v * v + 0.05 * u)[..., None]
    return np.clip(np.asarray(screen, float) * light + 10 * (1 + u * v)[..., None], 0, 255)


def halved(figure, x, y):
    """At half size, from pairs of pixels that begin at an offset."""
    padded = np.pad(figure, ((2, 2), (2, 2), (0, 0)))
    height, width = (figure.shape[0] + 2) // 2, (figure.shape[1] + 2) // 2
    part = padded[y : y + 2 * height, x : x + 2 * width]
    return part.reshape(height, 2, width, 2, 4).mean((1, 3))


def conditions(figure, random):
    """By name: the truth, the pictures, and how they are written."""
    half, plain = halved(figure, 0, 0), dict(format="PNG")
    moved = np.roll(figure, (-3, 5), (0, 1))
    result = {
        "exact gm": (figure, [over(figure, k) for k in (GREEN, MAGENTA)], plain),
        "exact wk": (figure, [over(figure, k) for k in (WHITE, BLACK)], plain),
        "exact gb": (figure, [over(figure, k) for k in (GREEN, BLUE)], plain),
        "uneven gm": (
            figure,
            [over(figure, uneven(k, figure.shape)) for k in (GREEN, MAGENTA)],
            plain,
        ),
        "shift gm": (figure, [over(figure, GREEN), over(moved, MAGENTA)], plain),
        "shift wk": (figure, [over(figure, WHITE), over(moved, BLACK)], plain),
        "half gm": (half, [over(half, GREEN), over(halved(figure, 1, 1), MAGENTA)], plain),
        "half wk": (half, [over(half, WHITE), over(halved(figure, 1, 0), BLACK)], plain),
    }
    for name, screens in (
        ("gm", (GREEN, MAGENTA)),
        ("wk", (WHITE, BLACK)),
        ("gmw", (GREEN, MAGENTA, WHITE)),
    ):
        pictures = [over(figure, k) for k in screens]
        result["noise " + name] = (figure, [noisy(p, random) for p in pictures], plain)
        for quality, sampling in ((90, 0), (90, 2), (75, 2)):
            written = dict(format="JPEG", quality=quality, subsampling=sampling)
            kind = "444" if sampling == 0 else "420"
            result[f"jpeg {quality} {kind} {name}"] = (figure, pictures, written)
    return result


def grown(mask, steps):
    for _ in range(steps):
        p = np.pad(mask, 1)
        mask = p[1:-1, 1:-1] | p[:-2, 1:-1] | p[2:, 1:-1] | p[1:-1, :-2] | p[1:-1, 2:]
    return mask


def psnr(truth, keyed):
    # As the files have it, in whole code values.
    found = keyed.astype(float) / 255
    found[..., :3] *= found[..., 3:]
    error = 0.0
    for ground in (WHITE, BLACK, MAGENTA):
        error += (((over(truth, ground) - over(found, ground)) / 255) ** 2).sum()
    area = max(1, int(grown(truth[..., 3] > 0, 4).sum()))
    return min(60.0, -10 * np.log10(max(error / (9 * area), 1e-9)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bench", required=True)
    parser.add_argument("--kiln", default=".build/release/kiln")
    parser.add_argument("--only", default="", help="conditions, comma separated")
    parser.add_argument("--every", type=int, default=1, help="every Nth figure")
    options = parser.parse_args()
    wanted = [name for name in options.only.split(",") if name]
    truths = os.path.join(options.bench, "truth")
    scores = {}
    for name in sorted(os.listdir(truths))[:: options.every]:
        pixels = np.asarray(Image.open(os.path.join(truths, name)).convert("RGBA"))
        figure = np.pad(pixels, ((12, 12), (12, 12), (0, 0))).astype(float) / 255
        figure[..., :3] *= figure[..., 3:]
        random = np.random.default_rng(sum(map(ord, name)))
        for condition, (truth, pictures, written) in conditions(figure, random).items():
            if wanted and condition not in wanted:
                continue
            with tempfile.TemporaryDirectory() as folder:
                ending = "png" if written["format"] == "PNG" else "jpg"
                files = [os.path.join(folder, f"{i}.{ending}") for i in range(len(pictures))]
                for path, picture in zip(files, pictures):
                    rounded = np.clip(np.rint(picture), 0, 255).astype(np.uint8)
                    Image.fromarray(rounded).save(path, **written)
                result = os.path.join(folder, "keyed.png")
                others = [word for path in files[1:] for word in ("--also", path)]
                run = subprocess.run(
                    [options.kiln, "key", files[0], *others, "-o", result, "--quiet"]
                )
                score = 0.0
                if run.returncode == 0:
                    score = psnr(truth, np.asarray(Image.open(result).convert("RGBA")))
            scores.setdefault(condition, []).append((score, name))
    for condition, found in sorted(scores.items()):
        mean = float(np.mean([score for score, _ in found]))
        worst, of = min(found)
        print(f"{condition:16s} {len(found):3d}  {mean:6.2f} dB  worst {worst:6.2f} {of}")


main()
