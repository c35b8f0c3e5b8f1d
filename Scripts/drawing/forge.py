"""Forge: what every app begins with: an icon, tabs, three pages that welcome, a button."""

from .paths import Drawing, arc, circle, curve, moved, rounded, star

SCALE = 2
INK, IRON, LIGHT, EMBER, GLOW, PAPER = "#2B3148", "#5B6480", "#8D97B5", "#F2733F", "#FBB548", "#FFF6E9"


def anvil(drawing, x, y, scale, ink=INK, iron=IRON, light=LIGHT):
    """Seen from the side, its horn to the left; (x, y) is the middle of its foot."""
    def at(points):
        return [(x + px * scale, y + py * scale) for px, py in points]

    top = curve((-46, -58), (-40, -50), (-28, -44), (-16, -43), (-12, -36), (-12, -30), (-16, -22),
                (-20, -16), (-26, -14), (-28, -8), (-28, -4), (-28, 0), (-26, 0)) \
        + curve((26, 0), (28, 0), (28, -4), (28, -8), (26, -14), (20, -16), (16, -22), (12, -30), (14, -38), (20, -42), (30, -44), (38, -50), (38, -58)) \
        + [(38, -62), (-14, -62), (-18, -58)]
    drawing.fill(at(top), ink)
    body = moved(top, 0, -1.5, 0.9)
    drawing.fill(at([(px, py - 1.6) for px, py in body]), iron)
    drawing.fill(at(rounded(-13, -58, 46, 5, 2)), light)
    drawing.fill(at(rounded(-20, -9, 40, 3, 1.5)), light)


def icon():
    drawing = Drawing(128, 128, 8)
    drawing.fill([(0, 0), (128, 0), (128, 128), (0, 128)], "#FFE2B8")
    drawing.fill(circle(64, 58, 50), "#FFD394")
    drawing.fill(circle(64, 58, 34), "#FFC06A")
    anvil(drawing, 66, 108, 1.02)
    sparks(drawing, 74, 32, 1)
    return drawing


def sparks(drawing, x, y, scale):
    for dx, dy, size, color in ((0, 0, 19, EMBER), (-27, 6, 7, EMBER), (25, 8, 6, EMBER), (-15, -15, 4.5, EMBER), (19, -15, 4.5, EMBER)):
        drawing.fill(star(x + dx * scale, y + dy * scale, size * scale, size * 0.36 * scale, 4), color)
        drawing.fill(star(x + dx * scale, y + dy * scale, size * 0.62 * scale, size * 0.24 * scale, 4), GLOW)


def tab(name):
    """24 points, black: a template."""
    drawing, ink, wide = Drawing(24, 24, 3), "#000000", 2.2
    if name == "home":
        drawing.stroke([(3.5, 11.5), (12, 4), (20.5, 11.5)], wide, ink)
        drawing.stroke([(5.8, 10.5), (5.8, 20), (18.2, 20), (18.2, 10.5)], wide, ink)
        drawing.fill(rounded(9.8, 13.4, 4.4, 7, 1.6), ink)
    elif name == "search":
        drawing.stroke(circle(10.5, 10.5, 6.5), wide, ink, closed=True)
        drawing.stroke([(15.4, 15.4), (20.4, 20.4)], wide + 0.4, ink)
    elif name == "streaks":
        flame = curve((12.5, 2.5), (13.5, 6), (18.8, 9.5), (18.8, 14.6), (18.8, 18.6), (15.8, 21.3), (12, 21.3), (8.2, 21.3), (5.2, 18.6), (5.2, 14.8),
                      (5.2, 12.4), (6.3, 10.4), (7.6, 9), (8, 10.6), (8.8, 11.6), (9.8, 12), (9.4, 8.6), (10.4, 4.6), (12.5, 2.5))
        inner = curve((12.2, 12.6), (13.2, 14.2), (15, 15), (15, 16.9), (15, 18.6), (13.7, 19.6), (12.1, 19.6), (10.4, 19.6), (9.1, 18.6), (9.1, 16.9), (9.1, 15.2), (11.4, 14.8), (12.2, 12.6))
        drawing.fill(flame, ink)
        drawing.fill(inner, None)
    else:
        drawing.stroke(circle(12, 8.2, 4), wide, ink, closed=True)
        drawing.stroke(arc(12, 20.5, 7.6, 180, 360, 6.4), wide, ink)
    return drawing


def page(name):
    """Pages that welcome: 220 x 160 points."""
    drawing = Drawing(220, 160, SCALE)
    drawing.fill(circle(110, 84, 88, 66), "#FFF0D9")
    drawing.fill(circle(110, 142, 74, 9), "#F3D9B5")
    if name == "start":
        anvil(drawing, 108, 142, 1.15)
        sparks(drawing, 112, 46, 0.95)
    elif name == "habits":
        drawing.fill(rounded(62, 23, 96, 119, 12), INK)
        drawing.fill(rounded(65, 26, 90, 113, 10), PAPER)
        drawing.fill(rounded(90, 17, 40, 15, 6), INK)
        drawing.fill(rounded(93, 20, 34, 9, 4), LIGHT)
        for row, wide in enumerate((44, 34, 40, 28)):
            y = 46 + row * 23
            drawing.fill(rounded(74, y, 15, 15, 5), EMBER if row < 3 else "#EAD9BF")
            if row < 3:
                drawing.stroke([(77.6, y + 7.8), (80.6, y + 10.8), (85.6, y + 4.8)], 2.4, PAPER)
            drawing.fill(rounded(97, y + 4, wide, 7, 3.5), "#EAD9BF")
        drawing.fill(star(171, 44, 13, 5, 4), GLOW)
        drawing.fill(star(46, 98, 10, 4, 4), GLOW)
        drawing.fill(star(180, 104, 7, 2.8, 4), EMBER)
    else:
        for side in (-1, 1):
            drawing.stroke(arc(110 + side * 32, 60, 15, -95, 95) if side > 0 else arc(78, 60, 15, 85, 275), 9, INK)
            drawing.stroke(arc(110 + side * 32, 60, 15, -95, 95) if side > 0 else arc(78, 60, 15, 85, 275), 3.6, GLOW)
        cup = curve((76, 34), (76, 80), (88, 100), (104, 102), (104, 112), (102, 118), (92, 120)) + [(92, 126), (128, 126), (128, 120)] \
            + curve((128, 120), (118, 118), (116, 112), (116, 102), (132, 100), (144, 80), (144, 34))
        drawing.stroke(cup, 6, INK, closed=True)
        drawing.fill(cup, GLOW)
        drawing.fill(curve((128, 34), (128, 78), (124, 92), (112, 101), (132, 98), (144, 80), (144, 34)) + [(128, 34)], "#F09A3A")
        drawing.fill(rounded(86, 124, 48, 18, 4), INK)
        drawing.fill(rounded(90, 128, 40, 10, 2.5), IRON)
        drawing.fill(star(107, 62, 15, 6.4, 5), PAPER)
        drawing.stroke([(87, 44), (87, 62)], 3.6, "#FFE0A6")
        for x, y, size, color in ((40, 50, 8, EMBER), (56, 112, 6, GLOW), (178, 46, 9, GLOW), (172, 104, 7, EMBER), (58, 24, 5, EMBER), (160, 20, 5, GLOW)):
            drawing.fill(star(x, y, size, size * 0.4, 4), color)
    return drawing


def button():
    """White, for the catalog gives it its color; its middle stretches."""
    drawing = Drawing(32, 32, SCALE)
    drawing.fill(rounded(0, 0, 32, 32, 11), "#D9D9D9")
    drawing.fill(rounded(0, 0, 32, 29, 11), "#FFFFFF")
    return drawing


TABS, PAGES = ["home", "search", "streaks", "profile"], ["start", "habits", "done"]


def save(folder):
    icon().save(folder / "app_icon.png")
    for name in TABS:
        tab(name).save(folder / f"tab_{name}@3x.png")
    for name in PAGES:
        page(name).save(folder / f"welcome_{name}@2x.png")
    button().save(folder / "button@2x.png")
