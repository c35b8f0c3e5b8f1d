#!/usr/bin/env python3
"""Scores `kiln key` on generated cases with known truth.

  bench.py --tools DIR --bench DIR --kiln PATH [--mode best|fast|distance|gpuimage] [--option ARG]...

DIR of --tools holds make.py and score.py; DIR of --bench is what make.py wrote (truth, input, jpg,
cases.json). JPEG conditions are read from the JPEG files themselves, so that the decoder's own
sampling factors are used. Needs numpy and Pillow. Prints a row for each condition and the mean.
"""
import argparse
import os
import subprocess
import sys
import tempfile


def inputs(bench):
    """Paths to key: the JPEG file where there is one, the PNG otherwise."""
    for name in sorted(os.listdir(os.path.join(bench, "input"))):
        stem = os.path.splitext(name)[0]
        jpeg = os.path.join(bench, "jpg", stem + ".jpg")
        yield jpeg if os.path.exists(jpeg) else os.path.join(bench, "input", name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", required=True)
    parser.add_argument("--bench", required=True)
    parser.add_argument("--kiln", required=True)
    parser.add_argument("--mode", default="best")
    parser.add_argument("--option", action="append", default=[])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as keyed:
        paths = list(inputs(options.bench))
        # In portions: a command line has an end.
        for start in range(0, len(paths), 200):
            command = [options.kiln, "key", *paths[start : start + 200], "-o", keyed]
            subprocess.run([*command, "--mode", options.mode, *options.option], check=True)
        score = os.path.join(options.tools, "score.py")
        arguments = ["--bench", options.bench, "--keyed", keyed, "--by", "cond"]
        sys.exit(subprocess.run([sys.executable, score, *arguments]).returncode)


if __name__ == "__main__":
    main()
