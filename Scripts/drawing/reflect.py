"""Reflect: faces of moods in three packs, and greetings in the languages of the app."""

from math import cos, pi, sin

from .paths import Drawing, arc, circle, curve, moved, rounded, star

SIDE, SCALE = 64, 3
INK = "#3F3550"
MOODS = ["horrible", "bad", "average", "good", "great"]
COLORS = {
    "horrible": ("#F08A8A", "#D96C74"), "bad": ("#F7B07A", "#E0905A"), "average": ("#F8D672", "#E2B84C"),
    "good": ("#A9D98B", "#86BD6B"), "great": ("#7CCFC0", "#58B0A2"),
}
# The packs: what they lack is shown by the pack "classic".
DRAWN = {
    "classic": MOODS + ["missing", "placeholder"],
    "paws": MOODS + ["missing"],
    "weather": MOODS,
}


def features(drawing, mood, dx=0, dy=0, wide=1.0):
    """Eyes and mouth around the middle of a face."""
    def at(x, y):
        return (32 + dx + (x - 32) * wide, y + dy)

    left, right = at(23, 29), at(41, 29)
    if mood == "great":
        for x, y in (left, right):
            drawing.stroke(arc(x, y + 2, 4.2, 200, 340), 3, INK)
        smile = arc(*at(32, 36), 9.5, 0, 180, 10)
        drawing.fill(smile, INK)
        drawing.fill(arc(*at(32, 44), 5.5, 180, 360, 3.6) + arc(*at(32, 43.5), 5.5, 0, 180, 1.6), "#F0707E")
    elif mood == "good":
        for x, y in (left, right):
            eye(drawing, x, y)
        drawing.stroke(arc(*at(32, 34.5), 8.5, 20, 160, 8), 3, INK)
    elif mood == "average":
        for x, y in (left, right):
            eye(drawing, x, y)
        drawing.stroke([at(25.5, 41), at(38.5, 41)], 3, INK)
    elif mood == "bad":
        for side, (x, y) in ((-1, left), (1, right)):
            eye(drawing, x, y)
            drawing.stroke([(x + side * 5, y - 6.2), (x - side * 3, y - 8.6)], 2.4, INK)
        drawing.stroke(arc(*at(32, 47.5), 8, 208, 332, 7), 3, INK)
    elif mood == "horrible":
        for side, (x, y) in ((-1, left), (1, right)):
            drawing.stroke([(x + side * 4.5, y - 3), (x - side * 3.5, y + 0.5), (x + side * 4.5, y + 3)], 2.8, INK)
        drawing.fill(arc(*at(32, 48), 8.5, 180, 360, 9) + [at(40.5, 48), at(23.5, 48)], INK)
        drawing.fill(arc(*at(32, 47.8), 5.2, 180, 360, 3.2), "#F0707E")
        tear = curve(at(48, 33), at(50, 36), at(52, 38.5), at(52, 41), at(52, 46), at(44, 46), at(44, 41), at(44, 38.5), at(46, 36), at(48, 33))
        drawing.fill(tear, "#9AD8F7")
    if mood in ("good", "great"):
        for x, y in (at(16.5, 37), at(47.5, 37)):
            drawing.fill(circle(x, y, 4, 2.8), "#F58C94", alpha=0.75)


def eye(drawing, x, y):
    drawing.fill(circle(x, y, 3.3, 4.1), INK)
    drawing.fill(circle(x - 1, y - 1.5, 1.2), "#FFFFFF")


def classic(mood):
    drawing = Drawing(SIDE, SIDE, SCALE)
    if mood == "missing":
        dashes(drawing, circle(32, 32, 25), 14, "#B9B3C6")
        drawing.stroke(arc(32, 26.5, 6, 190, 400) + [(32.5, 34), (32, 37)], 3.6, "#A79FB8")
        drawing.fill(circle(32, 44, 2.5), "#A79FB8")
        return drawing
    if mood == "placeholder":
        drawing.fill(circle(32, 32, 27), "#E4E0EA")
        for x in (21, 32, 43):
            drawing.fill(circle(x, 32, 3.4), "#B9B3C6")
        return drawing
    fill, shade = COLORS[mood]
    drawing.fill(circle(32, 32, 28), shade)
    drawing.fill(circle(32, 30.6, 26.6), fill)
    drawing.fill(circle(22, 15, 7, 3.4, turn=-0.6), "#FFFFFF", alpha=0.45)
    features(drawing, mood)
    return drawing


def dashes(drawing, points, count, color):
    """A dashed circle."""
    each = len(points) / count
    for dash in range(count):
        first = int(dash * each)
        drawing.stroke(points[first:first + max(2, int(each * 0.6)) + 1], 3.2, color)


def paws(mood):
    """The same moods as cats have them."""
    drawing = Drawing(SIDE, SIDE, SCALE)
    if mood == "missing":
        for x, y, radius in ((32, 40, 11), (17, 28, 5), (26.5, 19, 5.4), (37.5, 19, 5.4), (47, 28, 5)):
            dots = circle(x, y, radius, radius * (0.85 if radius > 9 else 1.2))
            drawing.stroke(dots, 2.8, "#B9B3C6", closed=True)
        return drawing
    fill, shade = COLORS[mood]
    flat = 6 if mood in ("bad", "horrible") else 0
    for side in (-1, 1):
        ear = curve((32 + side * 8, 16), (32 + side * 12, 9), (32 + side * (19 + flat), 4 + flat), (32 + side * (23 + flat * 0.7), 6 + flat),
                    (32 + side * 27, 12), (32 + side * 27, 22), (32 + side * 26, 28))
        drawing.fill(ear, shade)
        inner = curve((32 + side * 13, 16), (32 + side * 16, 12), (32 + side * (19 + flat), 9 + flat), (32 + side * (21.5 + flat * 0.7), 11 + flat),
                      (32 + side * 23.5, 15), (32 + side * 23.5, 20), (32 + side * 22, 24))
        drawing.fill(inner, "#F9B9C0")
    drawing.fill(circle(32, 36, 28, 23.5), shade)
    drawing.fill(circle(32, 34.8, 26.6, 22.2), fill)
    for x in (27.5, 32, 36.5):
        drawing.stroke([(x, 15), (x, 19.5 if x == 32 else 18)], 2.2, shade)
    drawing.fill(circle(32, 42.5, 11, 8), "#FFFFFF", alpha=0.6)
    for side in (-1, 1):
        for dy in (0, 5):
            drawing.stroke([(32 + side * 20, 39 + dy), (32 + side * 30, 37.5 + dy * 1.4)], 1.5, INK, alpha=0.6)
    left, right = (21.5, 32), (42.5, 32)
    if mood in ("great",):
        for x, y in (left, right):
            drawing.stroke(arc(x, y + 2, 4, 200, 340), 3, INK)
    elif mood == "horrible":
        for side, (x, y) in ((-1, left), (1, right)):
            drawing.stroke([(x + side * 4, y - 3), (x - side * 3.4, y + 0.5), (x + side * 4, y + 3)], 2.8, INK)
        drawing.fill(curve((50, 36), (52, 39), (54, 41), (54, 43.5), (54, 48), (46, 48), (46, 43.5), (46, 41), (48, 39), (50, 36)), "#9AD8F7")
    else:
        for side, (x, y) in ((-1, left), (1, right)):
            eye(drawing, x, y)
            if mood == "bad":
                drawing.stroke([(x + side * 5, y - 6), (x - side * 3, y - 8)], 2.4, INK)
    drawing.fill(curve((29, 37), (30, 36), (34, 36), (35, 37), (35, 39), (33, 40.5), (32, 40.5), (31, 40.5), (29, 39), (29, 37)), "#E8718A")
    if mood in ("good", "great"):
        if mood == "great":
            drawing.fill(arc(32, 44, 5, 0, 180, 6), INK)
            drawing.fill(circle(32, 47.5, 2.8, 1.8), "#F0707E")
        for side in (-1, 1):
            drawing.stroke(arc(32 + side * 3.8, 41.5, 3.8, 0, 180, 3.6), 2.6, INK)
    elif mood == "average":
        drawing.stroke([(28, 45), (36, 45)], 2.6, INK)
    else:
        drawing.stroke(arc(32, 49, 5, 205, 335, 5), 2.6, INK)
    return drawing


def weather(mood):
    """A storm, rain, clouds, sun behind a cloud, sun."""
    drawing = Drawing(SIDE, SIDE, SCALE)
    sun = ("#F9C84A", "#F0A63C")
    if mood in ("good", "great"):
        x, y, radius = (32, 32, 17) if mood == "great" else (42, 22, 12)
        for ray in range(8 if mood == "good" else 12):
            angle = 2 * pi * ray / (8 if mood == "good" else 12)
            inner, outer = radius + 4, radius + (8 if mood == "good" else 10)
            drawing.stroke([(x + inner * cos(angle), y + inner * sin(angle)), (x + outer * cos(angle), y + outer * sin(angle))], 3.4, sun[1])
        drawing.fill(circle(x, y, radius), sun[1])
        drawing.fill(circle(x, y - 0.8, radius - 1.2), sun[0])
    if mood == "great":
        for side in (-1, 1):
            drawing.stroke(arc(32 + side * 6.5, 30.5, 3, 200, 340), 2.6, INK)
            drawing.fill(circle(32 + side * 10.5, 35.5, 2.8, 2), "#F58C94", alpha=0.8)
        drawing.fill(arc(32, 34.5, 5.6, 0, 180, 6), INK)
        drawing.fill(circle(32, 38.6, 3, 1.6), "#F0707E")
        return drawing
    fill, shade = {
        "good": ("#FFFFFF", "#D5E2F2"), "average": ("#E6EDF6", "#BCCADD"),
        "bad": ("#B9C7DC", "#94A6C2"), "horrible": ("#8D96B2", "#6C7594"),
    }[mood]
    top = {"good": 8, "average": 2, "bad": -6, "horrible": -6}[mood]

    def puffs(grow, dy):
        return [moved(circle(*p[:2], p[2] + grow), 0, top + dy) for p in ((19, 36, 10), (31, 28, 13), (44, 34, 11))] + \
            [rounded(9 - grow, 32 + top + dy - grow, 46 + grow * 2, 14 + grow * 2, 7 + grow)]

    drawing.fill(puffs(1.4, 0.6), shade)
    drawing.fill(puffs(0, -0.6), fill)
    y = 36 + top
    for side in (-1, 1):
        if mood == "horrible":
            drawing.stroke([(31 + side * 10.5, y - 2.5), (31 + side * 5.5, y), (31 + side * 10.5, y + 2.5)], 2.4, INK)
        else:
            drawing.fill(circle(31 + side * 8, y, 2.5, 3.1), INK)
            drawing.fill(circle(31 + side * 8 - 0.8, y - 1.2, 0.9), "#FFFFFF")
    if mood == "good":
        drawing.stroke(arc(31, y + 2.5, 4.4, 20, 160, 4), 2.4, INK)
        for side in (-1, 1):
            drawing.fill(circle(31 + side * 13, y + 4.5, 2.8, 1.9), "#F58C94", alpha=0.8)
    elif mood == "average":
        drawing.stroke([(27.5, y + 5.5), (34.5, y + 5.5)], 2.4, INK)
    else:
        drawing.stroke(arc(31, y + 8.5, 4.4, 205, 335, 4), 2.4, INK)
    if mood == "bad":
        for x, dy in ((17, 0), (27, 5), (37, 0), (47, 5)):
            drawing.stroke([(x, 48 + dy), (x - 2.2, 54 + dy)], 3.2, "#6FB3E3")
    elif mood == "horrible":
        bolt = [(33, 42), (23, 53), (29.5, 53), (26, 62), (39, 50), (32.5, 50), (38, 42)]
        drawing.fill(bolt, sun[1])
        drawing.fill(moved(bolt, 3.1, 5.2, 0.9), sun[0])
        for x in (15, 48):
            drawing.stroke([(x, 48), (x - 2.2, 54)], 3.2, "#6FB3E3")
    return drawing


def outline(mood):
    """A face as one shape with holes, which apps give a color: a template."""
    drawing = Drawing(SIDE, SIDE, SCALE)
    ink = "#000000"
    if mood == "missing":
        dashes(drawing, circle(32, 32, 26), 14, ink)
        drawing.stroke(arc(32, 26.5, 6, 190, 400) + [(32.5, 34), (32, 37)], 3.6, ink)
        drawing.fill(circle(32, 44, 2.5), ink)
        return drawing
    if mood == "placeholder":
        drawing.fill([circle(32, 32, 28)] + [circle(x, 32, 3.6) for x in (21, 32, 43)], ink, evenodd=True)
        return drawing
    drawing.fill([circle(32, 32, 28), circle(32, 32, 24.4)], ink, evenodd=True)
    for side in (-1, 1):
        x = 32 + side * 9
        if mood == "great":
            drawing.stroke(arc(x, 29, 4, 200, 340), 3.4, ink)
        elif mood == "horrible":
            drawing.stroke([(x + side * 4, 24), (x - side * 3, 27), (x + side * 4, 30)], 3.2, ink)
        else:
            drawing.fill(circle(x, 27, 3.2, 3.8), ink)
    if mood == "great":
        drawing.fill(arc(32, 36, 10, 0, 180, 10.5), ink)
    elif mood == "good":
        drawing.stroke(arc(32, 34, 9, 20, 160, 8.5), 3.4, ink)
    elif mood == "average":
        drawing.stroke([(24.5, 41.5), (39.5, 41.5)], 3.4, ink)
    elif mood == "bad":
        drawing.stroke(arc(32, 47.5, 8.4, 208, 332, 7), 3.4, ink)
    else:
        drawing.fill(arc(32, 47, 9, 180, 360, 8.5), ink)
    return drawing


# Letters as strokes on a field of 20 units, ascenders at 0, the line at 20.
def dot(x, y):
    return [(x, y), (x + 0.01, y)]


def ring(x, y, rx, ry):
    return circle(x, y, rx, ry, steps=28) + [(x + rx, y)]


LETTERS = {
    "H": (13, [[(0, 1), (0, 20)], [(11, 1), (11, 20)], [(0, 10.5), (11, 10.5)]]),
    "O": (17, [ring(7.5, 10.5, 7.5, 9.5)]),
    "S": (12, [curve((10, 4), (8, 0), (0, -0.5), (0, 5.5), (0, 11), (10.5, 9.5), (10.5, 15), (10.5, 21.5), (1.5, 21.5), (-0.5, 17))]),
    "a": (12, [ring(4.5, 14.5, 4.5, 5.5), [(9.2, 9), (9.2, 20)]]),
    "i": (4, [[(1, 9), (1, 20)], dot(1, 3)]),
    "l": (5, [[(1, 0), (1, 20)]]),
    "o": (13, [ring(5, 14.5, 5, 5.5)]),
    "á": (12, [ring(4.5, 14.5, 4.5, 5.5), [(9.2, 9), (9.2, 20)], [(4, 4.5), (7, 1)]]),
    "u": (12, [curve((0, 9), (0, 14), (-0.5, 20), (4.5, 20), (8, 20), (9, 17), (9, 15)), [(9, 9), (9, 20)]]),
    "t": (9, [curve((3, 3), (3, 8), (3, 12), (3, 16), (3, 19), (5, 20.5), (8, 19.5)), [(0, 9), (7.5, 9)]]),
    "!": (4, [[(1, 0), (1, 13)], dot(1, 20)]),
    "¡": (6, [[(1, 12), (1, 25)], dot(1, 5)]),
    "や": (24, [curve((0, 11), (5, 8), (13, 4), (17, 5), (22, 6.5), (22, 13), (15, 13.5)), [(10, 0), (12, 4)], curve((4, 2), (6, 8), (9, 15), (11, 22))]),
    "あ": (23, [[(2, 5), (18, 4)], curve((9, 0), (8, 6), (8, 14), (10, 20)), curve((15, 8), (13, 14), (7, 21), (3, 19), (-1.5, 16), (4, 10), (11, 10), (19, 10), (22, 19), (13, 21.5))]),
    "안": (24, [ring(6, 6, 5.2, 5), [(16.5, 0), (16.5, 14)], [(16.5, 7), (21, 7)], [(4, 15), (4, 21.5), (18, 21.5)]]),
    "녕": (24, [[(1, 1.5), (1, 10), (9, 10)], [(10, 4), (17, 4)], [(10, 8), (17, 8)], [(17, 0), (17, 13)], ring(10.5, 18.5, 6.5, 4)]),
}
GREETINGS = {"": "Hi!", "de": "Hallo!", "es": "¡Hola!", "fr": "Salut!", "ja": "やあ!", "ko": "안녕!", "pt": "Olá!"}


def greeting(words, color):
    """A speech bubble."""
    drawing = Drawing(96, 56, SCALE)
    bubble = rounded(3, 3, 90, 38, 17)
    tail = curve((24, 38), (24, 45), (20, 50), (15, 52), (24, 52), (33, 48), (38, 38))
    drawing.fill([moved(bubble, 0, 1.6), moved(tail, 0, 1.6)], "#D3C8E6")
    drawing.fill([bubble, tail], "#FFFFFF")
    wide = sum(LETTERS[letter][0] for letter in words) + 3 * (len(words) - 1) - 2
    x = 48 - wide / 2
    for letter in words:
        width, strokes = LETTERS[letter]
        for line in strokes:
            drawing.stroke(moved(line, x, 12), 3.2 if ord(letter) < 0x3000 else 2.6, color)
        x += width + 3
    return drawing


def save(folder):
    packs = {"classic": classic, "paws": paws, "weather": weather}
    for pack, draw in packs.items():
        for mood in DRAWN[pack]:
            draw(mood).save(folder / f"{pack}_{mood}@3x.png")
    for mood in MOODS + ["missing", "placeholder"]:
        outline(mood).save(folder / f"outline_{mood}@3x.png")
    for locale, words in GREETINGS.items():
        greeting(words, "#6C55A8").save(folder / ("greeting" + (f"_{locale}" if locale else "") + "@3x.png"))
