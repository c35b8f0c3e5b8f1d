#!/usr/bin/env python3
"""Draws the art of the examples (Examples/*/assets-src); `draw-examples.py outku` that of one.

Needs nothing but Python, and draws the same pixels on every run. Baking never needs this.
"""

import sys
from pathlib import Path

sys.dont_write_bytecode = True
from drawing import forge, habbit, outku, reflect  # noqa: E402

EXAMPLES = Path(__file__).resolve().parent.parent / "Examples"

for game in (outku, habbit, forge, reflect):
    name = game.__name__.split(".")[-1]
    if sys.argv[1:] and name not in sys.argv[1:]:
        continue
    folder = EXAMPLES / name / "assets-src"
    for old in folder.rglob("*.png"):
        old.unlink()
    game.save(folder)
    files = list(folder.rglob("*.png"))
    print(f"{name}: {len(files)} pictures, {sum(f.stat().st_size for f in files)} bytes")
