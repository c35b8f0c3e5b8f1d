#!/usr/bin/env python3
"""Scores `kiln slice` on sheets with known truth (make.py).

  score.py --set DIR --kiln PATH [--jobs N] [--only KIND] [--verbose]

Each sheet is cut twice through the command: as its artist would, with the count (and rows, where
there are two), and without. With the count, boxes and foot lines are judged:

  count    as many figures as there are
  boxes    no edge more than one pixel outside of what may be right: from the box of all that was drawn
           with alpha of at least 128 to that of all that is seen; where two figures overlap by n
           pixels, n more at the sides on which they touch, because nobody can tell whose these are
  feet     foot lines of registered frames within one pixel of their median

Prints a row for each kind, and what failed. Exit status 1 if anything did.
"""
import argparse
import concurrent.futures
import json
import os
import statistics
import subprocess
import sys
import tempfile


def sliced(kiln, path, *options):
    """What `kiln slice --json` says; None where it fails, with its words."""
    with tempfile.TemporaryDirectory() as folder:
        sheet = os.path.join(folder, "sheet.png")
        command = [kiln, "slice", path, "--key", "auto", "--sheet", sheet, "--json", *options]
        run = subprocess.run(command, capture_output=True, text=True)
    return (json.loads(run.stdout), "") if run.returncode == 0 else (None, run.stderr.strip())


def edges_off(figure, after, frame):
    """How far the edges of a box are outside of what may be right: left, top, right, bottom."""
    found = [frame["x"], frame["y"], frame["x"] + frame["width"], frame["y"] + frame["height"]]
    off = []
    for side, (value, solid, seen) in enumerate(zip(found, figure["box"], figure["seen"])):
        low, high = min(solid, seen), max(solid, seen)
        slack = figure["overlap"] if side == 0 else after["overlap"] if after and side == 2 else 0
        if side in (1, 3):
            slack = max(figure["overlap"], after["overlap"] if after else 0)
        off.append(max(0, low - slack - value, value - high - slack))
    return off


def judged(kiln, folder, sheet):
    path = os.path.join(folder, sheet["file"])
    figures = sheet["figures"]
    options = ["--count", str(len(figures))] + (["--rows", "2"] if sheet["rows"] == 2 else [])
    cut, error = sliced(kiln, path, *options)
    free, _ = sliced(kiln, path)
    result = {"sheet": sheet, "count": False, "boxes": False, "feet": False, "worst": 0, "why": error}
    result["free"] = free is not None and len(free["frames"]) == len(figures)
    if cut is None or len(cut["frames"]) != len(figures):
        return result
    result["count"] = True
    afters = figures[1:] + [None]
    off = [edges_off(f, a, frame) for f, a, frame in zip(figures, afters, cut["frames"])]
    result["worst"] = max(max(o) for o in off)
    result["boxes"] = result["worst"] <= 1
    feet = [
        figure["foot"] - frame["y"] + frame["correction"]["place"]["y"]
        for figure, frame in zip(figures, cut["frames"])
    ]
    middle = statistics.median_low(feet)
    result["unlevel"] = max(abs(foot - middle) for foot in feet)
    result["feet"] = result["unlevel"] <= 1
    if not result["boxes"]:
        result["why"] = f"edges off by {result['worst']}: {off}"
    elif not result["feet"]:
        result["why"] = f"feet off by {result['unlevel']}: {feet}"
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--set", required=True)
    parser.add_argument("--kiln", required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", help="sheets of one kind")
    parser.add_argument("--verbose", action="store_true", help="name every sheet that failed")
    options = parser.parse_args()
    with open(os.path.join(options.set, "truth.json")) as file:
        sheets = [s for s in json.load(file) if options.only in (None, s["kind"])]
    results = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        # Threads only wait: each sheet is cut by processes of its own.
        for result in pool.map(lambda sheet: judged(options.kiln, options.set, sheet), sheets):
            results.append(result)
            if len(results) % 20 == 0:
                print(f"{len(results)} of {len(sheets)} sheets", file=sys.stderr, flush=True)
    print(f"{'kind':12} sheets  count  boxes   feet  count unsaid")
    for kind in sorted({s["kind"] for s in sheets}) + ["all"]:
        own = [r for r in results if kind in (r["sheet"]["kind"], "all")]
        shares = [sum(r[name] for r in own) for name in ("count", "boxes", "feet", "free")]
        print(f"{kind:12} {len(own):6} {shares[0]:6} {shares[1]:6} {shares[2]:6} {shares[3]:13}")
    failed = [r for r in results if not (r["count"] and r["boxes"] and r["feet"])]
    for r in failed[: None if options.verbose else 10]:
        sheet = r["sheet"]
        told = f"{sheet['kind']}, {sheet['character']}, quality {sheet['quality']}"
        print(f"{sheet['file']} ({told}): {r['why'][:300]}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
