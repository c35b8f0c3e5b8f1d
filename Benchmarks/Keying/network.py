#!/usr/bin/env python3
"""Trains the network that corrects edges, and writes its weights.

  network.py --tools DIR --kiln PATH --art DIR --data DIR --out FILE [--steps N]

DIR of --tools holds make.py, whose drawings are made with other seeds than the benchmark's. DIR of --art
holds cut-out PNG files that may be given away without conditions, as the weights are (CC0). Both are laid
over screens, damaged as cameras, encoders and image models do it, and keyed by PATH into DIR of --data,
unless that was done before. PATH is a kiln that was built with an empty file of weights: the network learns
what all steps before it leave. FILE of --out gets the weights (Sources/ChromaKey/Refinement/edges.weights).
Needs numpy, scipy and Pillow; takes 20 minutes on one core.
"""
import argparse
import glob
import io
import json
import os
import random
import struct
import subprocess
import sys
import time

import numpy as np
from PIL import Image
from scipy.ndimage import gaussian_filter, maximum_filter

SIZE = 256
DRAWINGS, CUTOUTS = 90, 800
HIDDEN = (128, 64)
WINDOW, INNER = 7, 5
BACKGROUNDS = np.array([(1, 1, 1), (0, 0, 0), (1, 0, 1)], np.float32)
# An output of 1 is a quarter of a channel's range.
OUTPUT_RANGE = 0.25


# ---------------------------------------------------------------- pictures
def planes(picture, work):
    return np.stack([np.asarray(work(Image.fromarray(np.ascontiguousarray(picture[..., c], np.float32))))
                     for c in range(picture.shape[2])], -1)


def straight(premultiplied):
    alpha = premultiplied[..., 3:]
    color = premultiplied[..., :3] / np.maximum(alpha, 1e-6)
    return np.where(alpha > 1 / 510, np.concatenate([color, alpha], -1), 0)


def cutouts(files, r):
    """One to three cut-outs of --art over each other, premultiplied."""
    result = np.zeros((SIZE, SIZE, 4), np.float32)
    for _ in range(r.choice([1, 2, 3])):
        image = Image.open(r.choice(files)).convert("RGBA")
        while not 24 <= max(image.size) <= 1200:
            image = Image.open(r.choice(files)).convert("RGBA")
        scale = r.uniform(60, 240) / max(image.size)
        pixels = np.asarray(image, np.float32) / 255
        pixels = np.concatenate([pixels[..., :3] * pixels[..., 3:], pixels[..., 3:]], -1)
        size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
        how = Image.BOX if scale < 0.34 else Image.HAMMING if scale < 1 else Image.BICUBIC
        pixels = planes(pixels, lambda plane: plane.resize(size, how)).clip(0, 1)
        pixels[..., :3] = np.minimum(pixels[..., :3], pixels[..., 3:])
        pixels[pixels[..., 3] < 0.5 / 255] = 0
        x, y = r.randint(0, max(0, SIZE - size[0])), r.randint(0, max(0, SIZE - size[1]))
        pixels = pixels[: SIZE - y, : SIZE - x]
        layer = np.zeros_like(result)
        layer[y : y + pixels.shape[0], x : x + pixels.shape[1]] = pixels
        result = layer + result * (1 - layer[..., 3:])
    if r.random() < 0.35:
        order = r.choice([(1, 0, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0)])
        result = np.concatenate([result[..., list(order)], result[..., 3:]], -1)
    return result


def noise_field(generator, cells):
    field = Image.fromarray(generator.normal(0, 1, (cells, cells)).astype(np.float32))
    return np.asarray(field.resize((SIZE, SIZE), Image.BICUBIC))


def screen(r, generator):
    kind = r.random()
    if kind < 0.04:
        color = r.choice([(255, 255, 255), (200, 200, 205), (128, 128, 128)])
    elif kind < 0.55:
        color = (r.choice([0, 0, 0, r.randint(0, 20)]), r.choice([255, 255, r.randint(225, 255)]),
                 r.choice([0, 0, r.randint(0, 30)]))
    elif kind < 0.9:
        color = r.randint(0, 70), r.randint(150, 255), r.randint(0, 90)
    else:
        color = r.randint(0, 40), r.randint(170, 230), r.randint(90, 150)
    color = np.array(color, float)
    result = np.zeros((SIZE, SIZE, 3), np.float32) + color
    y, x = np.mgrid[0:SIZE, 0:SIZE] / SIZE
    if r.random() < 0.13:  # from one green to another, or wall and floor
        change = np.array([r.uniform(-20, 20), r.uniform(-90, 60), r.uniform(-20, 20)])
        if r.random() < 0.6:
            turn = r.uniform(0, 6.28)
            share = ((x - 0.5) * np.cos(turn) + (y - 0.5) * np.sin(turn) + 0.5).clip(0, 1)
        else:
            share = ((y - r.uniform(0.4, 0.8)) / r.choice([0.003, 0.03])).clip(0, 1)
        result += share[..., None] * change
    if r.random() < 0.45:  # light and blotches
        x, y = 2 * x - 1, 2 * y - 1
        result[..., 1] += r.uniform(0, 10) * (1 - (x * x + y * y))
        result[..., 0] += r.uniform(-5, 5) * x
        result[..., 2] += r.uniform(-5, 5) * y
        strength = r.choice([0, 0, r.uniform(0, 4)])
        for channel in range(3):
            result[..., channel] += strength * noise_field(generator, 9)
    return result.clip(0, 255) / 255


def compressed(picture, quality, sampling):
    stream = io.BytesIO()
    Image.fromarray(picture).save(stream, "JPEG", quality=quality, subsampling=sampling)
    return stream


def pictures(options):
    """Writes truth and input of each picture."""
    sys.path.insert(0, options.tools)
    import make

    files = sorted(glob.glob(os.path.join(options.art, "**", "*.png"), recursive=True))
    drawings = dict(make.KINDS)
    names = [(name, index) for name in drawings for index in range(DRAWINGS)]
    for name, index in names + [("cutouts", index) for index in range(CUTOUTS)]:
        case = "%s-%d" % (name, index)
        r = random.Random("edges-" + case)
        generator = np.random.default_rng([index, sum(map(ord, name))])
        if name == "cutouts":
            art = cutouts(files, r)
        else:
            art = drawings[name](r, SIZE).clip(0, 1).astype(np.float32)
            art = np.concatenate([art[..., :3] * art[..., 3:], art[..., 3:]], -1)
        if r.random() < 0.35:  # painted texture
            texture = sum(strength * r.random() * noise_field(generator, cells)
                          for cells, strength in ((9, 0.12), (33, 0.08), (128, 0.05)))
            art[..., :3] = np.clip(art[..., :3] * (1 + texture[..., None]), 0, art[..., 3:])
        treatment = r.random() if "pixel" not in name else 1
        if treatment < 0.08:  # enlarged
            half = planes(art, lambda plane: plane.resize((SIZE // 2, SIZE // 2), Image.BOX))
            art = planes(half, lambda plane: plane.resize((SIZE, SIZE), Image.BICUBIC)).clip(0, 1)
            art[..., :3] = np.minimum(art[..., :3], art[..., 3:])
        elif treatment < 0.14:  # in motion
            length, turn = r.randrange(3, 12, 2), r.uniform(0, 3.14)
            steps = [round((step - length // 2) * way) for step in range(length)
                     for way in (np.sin(turn), np.cos(turn))]
            art = sum(np.roll(art, (steps[2 * i], steps[2 * i + 1]), (0, 1)) for i in range(length)) / length
        truth = np.rint(straight(art).clip(0, 1) * 255).astype(np.uint8)
        truth[truth[..., 3] == 0] = 0
        alpha, color = truth[..., 3:] / 255, truth[..., :3] / 255
        behind = screen(r, generator)
        if r.random() < 0.30:  # light of a painted screen on the art
            spill = make.blur(1 - alpha[..., 0], r.uniform(2, 7))[..., None] * r.uniform(0.05, 0.35)
            color = (color * (1 - spill * 0.5) + spill * (behind.mean((0, 1)) * 0.9 + 0.05)).clip(0, 1)
        picture = color * alpha + behind * (1 - alpha)
        if r.random() < 0.12:  # softened or sharpened
            blurred = planes(picture, lambda plane: plane.resize((SIZE // 2, SIZE // 2), Image.BOX)
                             .resize((SIZE, SIZE), Image.BICUBIC))
            picture = picture + r.uniform(-0.6, 0.8) * (picture - blurred)
        damage = r.random()
        sigma = r.uniform(1, 6) if damage < 0.22 else r.uniform(0.5, 2) if damage < 0.35 else 0
        picture = picture * 255 + (generator.normal(0, sigma, picture.shape) if sigma else 0)
        picture = np.rint(picture).clip(0, 255).astype(np.uint8)
        Image.fromarray(truth).save(os.path.join(options.data, "truth", case + ".png"))
        path = os.path.join(options.data, "input", case)
        if damage < 0.22:
            Image.fromarray(picture).save(path + ".png")
            continue
        if r.random() < 0.12:  # compressed twice
            picture = np.asarray(Image.open(compressed(picture, r.randint(75, 95), 2)).convert("RGB"))
        quality = r.choice([r.randint(60, 97), r.randint(70, 95), 75, 85, 90, 92, 95])
        stream = compressed(picture, quality, r.choice([2, 2, 2, 2, 1, 0]))
        if r.random() < 0.15:
            Image.open(stream).convert("RGB").save(path + ".png")
        else:
            with open(path + ".jpg", "wb") as file:
                file.write(stream.getvalue())


def keyed(options):
    """Keys the pictures, and notes the screens that were found."""
    paths, screens = sorted(glob.glob(os.path.join(options.data, "input", "*"))), {}
    for start in range(0, len(paths), 100):
        command = [options.kiln, "key", *paths[start : start + 100], "-o", os.path.join(options.data, "keyed"),
                   "--key", "auto", "--png", "fast", "--json", "-q"]
        for entry in json.loads(subprocess.run(command, stdout=subprocess.PIPE).stdout):
            found = entry.get("report", {}).get("screen")
            if found:
                screens[os.path.basename(entry["input"])] = {
                    "color": found["color"], "sub": entry["report"]["hasSubsampledChroma"]}
    with open(os.path.join(options.data, "meta.json"), "w") as file:
        json.dump(screens, file)


# ---------------------------------------------------------------- pixels
def premultiplied(pixels):
    pixels = pixels.astype(np.float32) / 255
    return np.concatenate([pixels[..., :3] * pixels[..., 3:], pixels[..., 3:]], -1)


def opened(*path):
    return Image.open(os.path.join(*path))


def near(mask, size):
    """Pixels with one of the mask in the square of `size` pixels around them."""
    return maximum_filter(mask.astype(np.uint8), size) > 0


def squares(difference):
    """Squared errors over white, black and magenta."""
    return sum(((difference[..., :3] - color * difference[..., 3:]) ** 2).sum(-1) for color in BACKGROUNDS)


def behind(picture, alpha, color):
    """About what the tool takes for the screen behind each pixel."""
    seen = (~near(alpha > 0, 7)).astype(np.float32)[..., None]
    size = SIZE // 4

    def small(values):
        return values.reshape(size, 4, size, 4, -1).mean((1, 3))

    colors, weights = small(picture * seen), small(seen)
    result = np.zeros((size, size, 3), np.float32) + np.array(color, np.float32)
    for reach in (10, 2.5):
        weight = gaussian_filter(weights, (reach, reach, 0))
        mean = gaussian_filter(colors, (reach, reach, 0)) / np.maximum(weight, 1e-6)
        result = np.where(weight > 0.03, mean, result)
    result = planes(result, lambda plane: plane.resize((SIZE, SIZE), Image.BILINEAR))
    return np.rint(result).clip(0, 255).astype(np.uint8)


class Samples:
    """Every pixel at an edge of the pictures to which the tool applies the network."""

    def __init__(self, data):
        with open(os.path.join(data, "meta.json")) as file:
            screens = json.load(file)
        pad = WINDOW // 2
        self.row = SIZE + 2 * pad
        pictures, results, truths, screens_behind = [], [], [], []
        self.places, self.weights = [], []
        for name, found in sorted(screens.items()):
            color = [int(found["color"][i : i + 2], 16) for i in (1, 3, 5)]
            # The tool turns other screens to green ones first.
            if not found["sub"] or color[1] < max(color[0], color[2]) - 6:
                continue
            case = os.path.splitext(name)[0]
            if not os.path.exists(os.path.join(data, "keyed", case + ".png")):
                continue
            picture = np.asarray(opened(data, "input", name).convert("RGB"))
            result = opened(data, "keyed", case + ".png").convert("RGBA")
            result = np.asarray(result).astype(np.int32)
            truth = premultiplied(np.asarray(opened(data, "truth", case + ".png").convert("RGBA")))
            alpha = result[..., 3]
            result = np.concatenate([(result[..., :3] * alpha[..., None] + 127) // 255, alpha[..., None]], -1)
            edge = near(alpha > 0, 3) & near(alpha < 255, 5)
            places = np.flatnonzero(edge.ravel())
            # A decibel counts the same in every picture.
            area = (truth[..., 3] > 0).sum() * 1.1 + 1
            weight = 1 / (squares(result / 255 - truth).sum() / 9 + 2e-4 * area)
            self.places.append(np.stack([np.full(len(places), len(pictures)), places], -1))
            self.weights.append(np.full(len(places), weight, np.float32))
            around = ((pad, pad), (pad, pad), (0, 0))
            pictures.append(np.pad(picture, around, mode="edge"))
            results.append(np.pad(result.astype(np.uint8), around, mode="edge"))
            truths.append(truth.astype(np.float16))
            screens_behind.append(behind(picture, alpha, color))
        self.pictures, self.results = np.concatenate(pictures).reshape(-1, 3), np.concatenate(results).reshape(-1, 4)
        self.truths, self.behind = np.stack(truths), np.stack(screens_behind)

        def offsets(reach):
            return np.array([y * self.row + x for y in range(-reach, reach + 1) for x in range(-reach, reach + 1)])

        self.window, self.inner = offsets(pad), offsets(INNER // 2)

    def __call__(self, places):
        """Inputs as the tool has them, by 256; the keyed pixels, and the true ones."""
        index, place = places[:, 0], places[:, 1]
        pad = WINDOW // 2
        own = index * self.row**2 + (place // SIZE + pad) * self.row + place % SIZE + pad
        screen = self.behind[index, place // SIZE, place % SIZE].astype(np.float32)
        around = self.pictures[own[:, None] + self.window] - screen[:, None]
        keyed = self.results[own[:, None] + self.inner].astype(np.float32)
        inputs = np.concatenate([part.reshape(len(own), -1) for part in (around, keyed, screen)], -1) / 256
        return (inputs.astype(np.float32), self.results[own].astype(np.float32) / 255,
                self.truths[index, place // SIZE, place % SIZE].astype(np.float32))


# ---------------------------------------------------------------- network
def forward(weights, inputs):
    first = np.maximum(inputs @ weights[0] + weights[1], 0)
    second = np.maximum(first @ weights[2] + weights[3], 0)
    return first, second, (second @ weights[4] + weights[5]) * OUTPUT_RANGE


# Of squares of pixels, one after the other.
TURNS = [lambda squares: squares[:, ::-1], lambda squares: squares[:, :, ::-1],
         lambda squares: squares.swapaxes(1, 2)]


def turned(inputs, work):
    """The inputs with `work` done to both squares."""
    split = WINDOW * WINDOW * 3, WINDOW * WINDOW * 3 + INNER * INNER * 4
    window, inner, screen = np.split(inputs, split, 1)
    window = work(window.reshape(-1, WINDOW, WINDOW, 3)).reshape(len(inputs), -1)
    inner = work(inner.reshape(-1, INNER, INNER, 4)).reshape(len(inputs), -1)
    return np.concatenate([window, inner, screen], -1)


def gain(samples, weights, judged):
    """Decibels that pictures win which were not learned from."""
    wins = []
    for picture in judged:
        inputs, keyed, truth = samples(samples.places[picture])
        result = np.clip(keyed + forward(weights, inputs)[2], 0, 1)
        result[:, :3] = np.minimum(result[:, :3], result[:, 3:])
        pad = WINDOW // 2
        whole = samples.results.reshape(-1, samples.row, samples.row, 4)[picture, pad:-pad, pad:-pad]
        before = squares(whole / 255 - samples.truths[picture]).sum()
        after = before - squares(keyed - truth).sum() + squares(np.rint(result * 255) / 255 - truth).sum()
        wins.append(10 * np.log10(max(before, 1e-4) / max(after, 1e-4)))
    return "%.2f dB, better in %.0f %% of %d" % (np.mean(wins), 100 * np.mean(np.array(wins) > 0), len(wins))


def trained(samples, steps):
    """Adam on errors over three backgrounds; large ones count by their size, not its square."""
    generator = np.random.default_rng(1)
    sizes = (WINDOW**2 * 3 + INNER**2 * 4 + 3, *HIDDEN, 4)
    weights = []
    for inputs, outputs in zip(sizes, sizes[1:]):
        weights.append(generator.normal(0, np.sqrt(2 / inputs), (inputs, outputs)).astype(np.float32))
        weights.append(np.zeros(outputs, np.float32))
    weights[4] *= 0.05
    means, spreads = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    judged = range(3, len(samples.places), 6)
    learned = [index for index in range(len(samples.places)) if index not in set(judged)]
    places = np.concatenate([samples.places[index] for index in learned])
    shares = np.concatenate([samples.weights[index] for index in learned])
    shares /= shares.mean()
    count, begin = 4096, time.time()
    for step in range(1, steps + 1):
        rate = 2e-3 * (1 - step / (steps + 1)) * min(1, step / 200)
        chosen = generator.integers(0, len(places), count)
        inputs, keyed, truth = samples(places[chosen])
        for work in TURNS:
            if generator.random() < 0.5:
                inputs = turned(inputs, work)
        first, second, outputs = forward(weights, inputs)
        error = keyed + outputs - truth
        slope = np.zeros_like(error)
        for color in BACKGROUNDS:
            part = np.clip(error[:, :3] - color * error[:, 3:], -0.25, 0.25)
            slope[:, :3] += part
            slope[:, 3] -= (part * color).sum(-1)
        slope *= shares[chosen][:, None] * OUTPUT_RANGE * 24 / count
        behind_second = (slope @ weights[4].T) * (second > 0)
        behind_first = (behind_second @ weights[2].T) * (first > 0)
        slopes = (inputs.T @ behind_first, behind_first.sum(0), first.T @ behind_second, behind_second.sum(0),
                  second.T @ slope, slope.sum(0))
        for index, (weight, change) in enumerate(zip(weights, slopes)):
            means[index] = 0.9 * means[index] + 0.1 * change
            spreads[index] = 0.999 * spreads[index] + 0.001 * change**2
            move = means[index] / (1 - 0.9**step) / (np.sqrt(spreads[index] / (1 - 0.999**step)) + 1e-8)
            weight -= rate * (move + (1e-3 * weight if weight.ndim > 1 else 0))
        if step % 4000 == 0 or step == steps:
            print("%5.0f s, step %d: %s" % (time.time() - begin, step, gain(samples, weights, judged)), flush=True)
    return weights


def integers(weights):
    """The file that `EdgeNetwork` reads."""
    result = b""
    for layer in range(3):
        matrix, bias = weights[2 * layer], weights[2 * layer + 1]
        # Hidden values are kept in steps of 1/256, outputs in sixteenths of code values.
        steps = 256 if layer < 2 else OUTPUT_RANGE * 255 * 16
        greatest_input = 255 if layer == 0 else 4095
        unit = np.maximum(np.abs(matrix).max(0), 1e-6) / 127
        rounded = np.rint(matrix / unit).clip(-127, 127).astype(np.int64)
        bias = np.rint(bias * 256 / unit).astype(np.int64)
        greatest = int((np.abs(rounded).sum(0) * greatest_input + abs(bias)).max())
        first = max(0, greatest.bit_length() - 19)
        factor = unit * steps / 256 * 2.0**first
        second = int(np.floor(np.log2(4095 / factor.max())))
        factor = np.rint(factor * 2.0**second).astype(np.int64)
        if greatest >= 2**31 or (greatest >> first) * int(factor.max()) >= 2**31 or not 1 <= second < 31:
            sys.exit("the weights are too large for integers of 32 bits")
        result += struct.pack("<HHBB", *matrix.shape, first, second)
        result += b"".join(struct.pack("<iH", int(b), int(f)) for b, f in zip(bias, factor))
        result += rounded.astype(np.int8).T.tobytes()
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("tools", "kiln", "art", "data", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--steps", type=int, default=14000)
    options = parser.parse_args()
    if not os.path.exists(os.path.join(options.data, "meta.json")):
        for folder in ("truth", "input", "keyed"):
            os.makedirs(os.path.join(options.data, folder), exist_ok=True)
        pictures(options)
        keyed(options)
    samples = Samples(options.data)
    print("%d pictures, %d pixels" % (len(samples.places), sum(map(len, samples.places))), flush=True)
    weights = trained(samples, options.steps)
    with open(options.out, "wb") as file:
        file.write(integers(weights))


if __name__ == "__main__":
    main()
