"""Habbit: one badge that gets its colors from the catalog, a plant that grows, a garden for widgets."""

from math import cos, pi, sin

from .paths import Drawing, arc, circle, curve, moved, rounded

SCALE = 2
WHITE, INK = "#FFFFFF", "#40506A"
LEAF, DARK_LEAF, POT, DARK_POT = "#7CC08A", "#5DA56F", "#E9A27E", "#CF8260"


def leaf(x, y, length, turn, plump=0.55):
    """From its stalk at (x, y), to where `turn` (degrees) points."""
    a = turn * pi / 180
    shape = curve((0, 0), (length * 0.2, -length * plump), (length * 0.75, -length * plump * 0.8), (length, 0),
                  (length * 0.75, length * plump * 0.35), (length * 0.3, length * plump * 0.35), (0, 0))
    return [(x + px * cos(a) - py * sin(a), y + px * sin(a) + py * cos(a)) for px, py in shape]


def badge():
    """A blossom with a sprout cut out of it: white, for the catalog gives it its color."""
    drawing = Drawing(48, 48, SCALE)
    petals = [circle(24 + 15 * cos(i * pi / 4), 24 + 15 * sin(i * pi / 4), 8) for i in range(8)]
    drawing.fill(petals + [circle(24, 24, 16)], WHITE)
    drawing.stroke(curve((24, 33), (24, 30), (24, 27), (24, 24)), 2.6, None)
    drawing.fill(leaf(24, 25.5, 10.5, -35), None)
    drawing.fill(moved([(-x, y) for x, y in leaf(0, 0, 10.5, -35)], 24, 25.5), None)
    return drawing


def ring():
    """Around the plant, in the color of the progress; white, too."""
    drawing = Drawing(96, 96, SCALE)
    drawing.fill([circle(48, 48, 46), circle(48, 48, 39)], WHITE, evenodd=True)
    return drawing


def plant(progress):
    """A seed, a sprout, a bud, a flower; the ring goes around it."""
    drawing = Drawing(96, 96, SCALE)
    base = 62
    tall = {"red": 0, "orange": 13, "blue": 25, "green": 28}[progress]
    if tall:
        drawing.stroke([(48, base), (48, base - tall)], 3, DARK_LEAF)
    if progress == "red":
        drawing.fill(circle(48, 52, 4.4, 6, turn=0.5), "#A87452")
        drawing.fill(circle(46.8, 50.2, 1.2, 2, turn=0.5), "#D9A884")
        drawing.stroke(arc(48, 52, 10, 215, 250), 1.8, "#F6C26B")
        drawing.stroke(arc(48, 52, 10, 290, 325), 1.8, "#F6C26B")
    else:
        pairs = [(0, 17)] if progress == "orange" else [(-11, 19), (0, 15)]
        for up, length in pairs:
            y = base - tall - (0 if progress == "orange" else up) + (0 if progress == "orange" else 8)
            drawing.fill(leaf(48, y, length, -28), LEAF)
            drawing.fill(moved([(-x, py) for x, py in leaf(0, 0, length, -28)], 48, y), DARK_LEAF)
    if progress == "blue":
        drawing.fill(circle(48, base - tall - 3, 6, 8), "#7DB3E8")
        drawing.fill(curve((42, base - tall), (42, base - tall + 8), (54, base - tall + 8), (54, base - tall), (51, base - tall + 3), (50, base - tall - 3), (48, base - tall - 4), (46, base - tall - 3), (45, base - tall + 3), (42, base - tall)), DARK_LEAF)
    elif progress == "green":
        x, y = 48, base - tall - 6
        for i in range(6):
            a = i * pi / 3 + pi / 6
            drawing.fill(circle(x + 8 * cos(a), y + 8 * sin(a), 6.4), "#B48FD9")
            drawing.fill(circle(x + 8 * cos(a), y + 8 * sin(a) - 0.8, 5), "#C9ACE6")
        drawing.fill(circle(x, y, 5.4), "#F7CF63")
        for side in (-1, 1):
            drawing.fill(circle(x + side * 1.9, y - 0.6, 0.8, 1.1), INK)
        drawing.stroke(arc(x, y + 0.6, 1.8, 20, 160), 0.9, INK)
    drawing.fill([(35, 62), (61, 62), (58, 79), (56, 81), (40, 81), (38, 79)], POT)
    drawing.fill([(54, 62), (61, 62), (58, 79), (56, 81), (52, 81)], DARK_POT)
    drawing.fill(rounded(32.5, 59.5, 31, 7.5, 2.5), DARK_POT)
    drawing.fill(rounded(32.5, 59.5, 31, 6, 2.5), POT)
    for side in (-1, 1):
        drawing.fill(circle(47 + side * 5, 71, 1.5, 1.9), "#6B4234")
    drawing.stroke(arc(47, 72.5, 2.4, 20, 160), 1.3, "#6B4234")
    return drawing


def garden():
    """Behind widgets: large, small and wide cuts of it all show hills and something that grows."""
    drawing = Drawing(169, 177, 4)
    drawing.fill([(0, 0), (169, 0), (169, 177), (0, 177)], "#DDEFFB")
    drawing.fill(circle(128, 62, 17), "#FBE3A0")
    drawing.fill(circle(128, 62, 12.5), "#F9CF6B")
    for x, y, size in ((36, 66, 1), (92, 36, 0.7), (20, 24, 0.6), (140, 20, 0.8)):
        puffs = [circle(x, y, 9 * size), circle(x + 11 * size, y - 5 * size, 10 * size), circle(x + 23 * size, y, 8 * size),
                 rounded(x - 9 * size, y - 1, 40 * size, 9.5 * size, 4 * size)]
        drawing.fill(puffs, WHITE)
    drawing.fill(circle(34, 172, 78, 80), "#BFE5D3")
    drawing.fill(circle(146, 186, 84, 84), "#A5D8C0")
    drawing.fill(circle(70, 216, 110, 92), "#8FCFAF")
    for x, y, color in ((20, 136, "#B48FD9"), (48, 128, "#7DB3E8"), (80, 128, "#F3A6B5"), (112, 134, "#B48FD9"), (36, 158, "#F3A6B5"),
                        (98, 156, "#7DB3E8"), (140, 152, "#F7CF63"), (66, 166, "#B48FD9")):
        flower(drawing, x, y, color)
    return drawing


def flower(drawing, x, y, color):
    drawing.stroke([(x, y), (x, y + 11)], 1.6, DARK_LEAF)
    drawing.fill(leaf(x, y + 10, 6, -35), DARK_LEAF)
    drawing.fill([circle(x + 3 * cos(i * 2 * pi / 5 - pi / 2), y + 3 * sin(i * 2 * pi / 5 - pi / 2), 2.6) for i in range(5)], color)
    drawing.fill(circle(x, y, 2), "#FFF3C8")


def save(folder):
    badge().save(folder / "badge@2x.png")
    ring().save(folder / "ring@2x.png")
    for progress in ("red", "orange", "blue", "green"):
        plant(progress).save(folder / f"plant_{progress}@2x.png")
    garden().save(folder / "garden@2x.png")
