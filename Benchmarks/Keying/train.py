#!/usr/bin/env python3
"""Trains the weights by which whole key-hued areas are judged opaque or translucent.

  train.py --tools DIR [--seeds N]

They stand in Sources/ChromaKey/Translucency/HueComponents.swift. DIR of --tools holds make.py, whose
drawings are made anew with other seeds than the benchmark's: N of each kind to learn from (default 24),
half as many to judge by. Each lies over an exact, a noisy and an uneven screen, which is known here.
Areas, and what is summed up over them, are those of `Trimap` and `HueComponents` for clean pictures.
Needs numpy and Pillow. Prints the weights, and how often they and the shipped ones are wrong.
"""
import argparse
import random
import sys

import numpy as np

NAMES = ["keyDrop", "greatestRise", "leastRise", "near", "ln(count + 1)", "faint", "sd solidity",
         "sd vlahos", "scatter", "1"]
SHIPPED = np.array([7.77, 10.99, -3.35, 2.28, 0.452, -8.59, 5.43, -19.45, 7.76, -7.14])
LEAST_PIXELS = 12
# An area is opaque when more than this share of its pixels has an alpha of 250 and more.
OPAQUE_SHARE = 0.5


def dilated(mask, reach):
    """Pixels with one of the mask within `reach` columns and rows."""
    for axis in (0, 1):
        padding = [(reach, reach) if a == axis else (0, 0) for a in (0, 1)]
        padded = np.pad(mask, padding)
        size = mask.shape[axis]
        steps = range(2 * reach + 1)
        mask = np.logical_or.reduce([padded.take(range(i, i + size), axis) for i in steps])
    return mask


def eroded(mask, reach):
    return ~dilated(~mask, reach)


def components(mask):
    """A number for each pixel, the same for pixels of the mask that are connected by their sides."""
    none = mask.size
    labels = np.where(mask, np.arange(mask.size).reshape(mask.shape), none)
    while True:
        least = labels.copy()
        least[1:] = np.minimum(least[1:], labels[:-1])
        least[:-1] = np.minimum(least[:-1], labels[1:])
        least[:, 1:] = np.minimum(least[:, 1:], labels[:, :-1])
        least[:, :-1] = np.minimum(least[:, :-1], labels[:, 1:])
        least = np.where(mask, least, none)
        least[mask] = least.ravel()[least[mask]]
        if (least == labels).all():
            return labels
        labels = least


def areas(picture, screen, noise, alpha):
    """The readings of each area of a picture, and whether it is opaque; code values, alpha 0...255."""
    difference = picture - screen
    length = np.sqrt((difference**2).sum(-1))
    rise = np.maximum(difference, 0) / np.maximum(255 - screen, 1)
    drop = np.maximum(-difference[..., 1], 0) / np.maximum(screen[..., 1], 1)
    up = np.maximum(difference[..., 1], 0) / np.maximum(255 - screen[..., 1], 64)
    most, fewest = np.maximum(rise[..., 0], rise[..., 2]), np.minimum(rise[..., 0], rise[..., 2])
    vlahos = np.minimum(drop + most, 1)
    solidity = 0.80 * np.maximum(drop, up) + 0.83 * most - 0.43 * fewest

    background = length < np.sqrt(3) * max(2, 1.25 * noise)
    unknown = dilated(background, 1)
    key_hued = vlahos < 1 - (0.03 + 0.006 * noise)
    if noise > 1.5:
        unknown |= dilated(background, 2) & key_hued
    asked = key_hued & ~unknown & ~background
    near = dilated(background, 5)
    asked &= ~(asked & ~dilated(eroded(asked, 1), 1) & near)

    direction = difference / np.maximum(length, 1)[..., None]
    faint = length < np.sqrt(3) * (30 + noise)
    weight = np.where(dilated(background, 2), 1e-3, 1.0)
    labels = components(asked)[asked]
    columns = [solidity, solidity**2, vlahos, vlahos**2, drop, most, fewest,
               *np.moveaxis(direction, -1, 0), faint, near, alpha >= 250, np.ones_like(vlahos)]
    _, area = np.unique(labels, return_inverse=True)
    sums = np.stack([np.bincount(area, (column * weight)[asked]) for column in columns], -1)
    sums = sums[sums[:, -1] >= LEAST_PIXELS] if len(sums) else np.zeros((0, len(columns)))
    count = sums[:, -1]
    mean = sums / count[:, None]
    deviation = lambda first: np.sqrt(np.maximum(mean[:, first + 1] - mean[:, first] ** 2, 0))
    scatter = 1 - (mean[:, 7:10] ** 2).sum(-1)
    readings = np.stack([mean[:, 4], mean[:, 5], mean[:, 6], mean[:, 11], np.log(count + 1),
                         mean[:, 10], deviation(0), deviation(2), scatter, np.ones_like(count)], -1)
    return readings, mean[:, 12] > OPAQUE_SHARE


def drawn(make, split, seeds, size=256):
    """All areas of the drawings of a split."""
    readings, answers = [], []
    for name, draw in make.KINDS:
        for seed in range(seeds):
            art = np.clip(draw(random.Random("%s-%s-%d" % (split, name, seed)), size), 0, 1)
            art = np.rint(art * 255)
            share = art[..., 3:] / 255
            flat = np.zeros((size, size, 3)) + np.array([0, 255, 0])
            generator = np.random.default_rng(sum(map(ord, split + name)) * 1000 + seed)
            uneven = make.uneven(size, (4, 244, 4), generator).astype(float) * 255
            for screen, sigma in ((flat, 0), (flat, 3), (uneven, 0)):
                picture = art[..., :3] * share + screen * (1 - share)
                picture = np.clip(np.rint(picture + generator.normal(0, sigma, picture.shape)), 0, 255)
                # As `ScreenSurface` measures it: 99 of 100 screen pixels are nearer.
                noise = 1.8 * sigma if sigma else 0.5
                found = areas(picture, screen, noise, art[..., 3])
                readings.append(found[0])
                answers.append(found[1])
    return np.concatenate(readings), np.concatenate(answers)


def trained(readings, answers, ridge=0.003, rounds=50):
    """Logistic regression by Newton's method, both answers weighing the same.

    Drawn areas can nearly all be told apart; the ridge, for each area, keeps weights from growing until
    they are.
    """
    scale = np.maximum(readings.std(0), 1e-9)
    scale[-1] = 1
    x = readings / scale
    balance = np.where(answers, 0.5 / answers.mean(), 0.5 / (1 - answers.mean()))
    weights = np.zeros(x.shape[1])
    ridge *= len(answers)
    for _ in range(rounds):
        chance = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (balance * (answers - chance)) - ridge * weights
        bend = (x * (balance * chance * (1 - chance))[:, None]).T @ x + ridge * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights / scale


def errors(weights, readings, answers):
    """How many of 100 opaque, of 100 translucent areas are on the wrong side, and the mean of both."""
    wrong = (readings @ weights > 0) != answers
    shares = 100 * wrong[answers].mean(), 100 * wrong[~answers].mean()
    return "opaque %5.1f %%  translucent %5.1f %%  mean %5.1f %%" % (*shares, sum(shares) / 2)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", required=True)
    parser.add_argument("--seeds", type=int, default=24)
    options = parser.parse_args()
    sys.path.insert(0, options.tools)
    import make

    learned = drawn(make, "areas", options.seeds)
    judged = drawn(make, "areas-judged", (options.seeds + 1) // 2)
    weights = trained(*learned)
    print("%-14s %8s %8s" % ("", "trained", "shipped"))
    for row in zip(NAMES, weights, SHIPPED):
        print("%-14s %8.2f %8.2f" % row)
    for title, (readings, answers) in (("learned from", learned), ("judged by", judged)):
        print("%s %d areas, %d opaque; wrong:" % (title, len(answers), answers.sum()))
        print("  trained  " + errors(weights, readings, answers))
        print("  shipped  " + errors(SHIPPED, readings, answers))


if __name__ == "__main__":
    main()
