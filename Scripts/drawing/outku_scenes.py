"""Outku's scenes and icons, in the ten colors of the theme "cream"; themes exchange them by role."""

from .pixels import Grid

WIDTH, HEIGHT, FLOOR = 96, 69, 54
THEMES = {
    "cream": ["#FFF3DC", "#FFFDF6", "#4A3B32", "#A08B78", "#E8A87C", "#DCC9B0", "#FFD37F", "#F2936B", "#8DBF8B", "#F26B5E"],
    "sage": ["#E3EEDD", "#FAFCF7", "#2F3E34", "#82977F", "#7FB58D", "#BFD1B9", "#F7E09A", "#E5A77D", "#5E9C76", "#E0785A"],
    "lavender": ["#EAE2F8", "#FCFAFF", "#3B3150", "#9486B0", "#A98FD8", "#CFC3E6", "#F8D9B4", "#E092B8", "#86B59B", "#E56B8C"],
    "peach": ["#FFE4D6", "#FFF9F5", "#503530", "#A98478", "#F79C7C", "#EBC9B8", "#FFD894", "#F07E70", "#9DBE86", "#E0504A"],
    "sky": ["#DCEEFB", "#F9FCFF", "#26394C", "#7E99B2", "#6FB3E3", "#B9D3E8", "#FFE39A", "#F5A27A", "#7CBFA5", "#EF6F6C"],
}
ROLES = [
    "background", "cardBackground", "primaryText", "secondaryText", "accent",
    "timeline", "sunrise", "sunset", "taskComplete", "streakActive",
]
BACK, CARD, INK, SOFT, ACCENT, LINE, SUNRISE, SUNSET, DONE, STREAK = THEMES["cream"]


def wall(color, ground, edge):
    scene = Grid(WIDTH, HEIGHT)
    scene.rect(0, 0, WIDTH, FLOOR, color)
    scene.rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, ground)
    scene.rect(0, FLOOR, WIDTH, 1, edge)
    return scene


def framed(scene, x, y, width, height, fill, line=INK):
    scene.rect(x, y, width, height, line)
    scene.rect(x + 1, y + 1, width - 2, height - 2, fill)


def disc(scene, x, y, radius_x, radius_y, fill, line=INK):
    """Lies on the floor."""
    flat = Grid(WIDTH, HEIGHT)
    flat.ellipse(x, y, radius_x, radius_y, fill)
    scene.draw(flat.outlined(line))


def cloud(scene, x, y, color, size=1):
    scene.rect(x, y + 2, 13 + 4 * size, 3, color)
    scene.rect(x + 2, y + 1, 6, 1, color)
    scene.rect(x + 3, y, 4, 1, color)
    scene.rect(x + 7, y - 1, 6 + 2 * size, 3, color)
    scene.rect(x + 8, y - 2, 4 + 2 * size, 1, color)


def plant(scene, x, y, pot=ACCENT):
    for dx, dy, length in ((-4, -7, 5), (0, -10, 8), (4, -7, 5)):
        for step in range(length):
            scene.put(x + 3 + dx * (length - step) // length, y - 1 - (length - step) - 2, DONE)
        scene.ellipse(x + 3 + dx, y + dy - 2, 2, 2.2, DONE)
    scene.rect(x - 1, y - 4, 9, 2, INK)
    scene.polygon([(x, y - 2), (x + 6, y - 2), (x + 5, y + 3), (x + 1, y + 3)], pot)


def indoor():
    scene = wall(BACK, LINE, INK)
    for x in range(4, WIDTH, 12):
        for y in range(5, FLOOR - 6, 10):
            scene.put(x + (6 if y % 20 == 5 else 0), y, CARD)
    scene.rect(0, FLOOR - 3, WIDTH, 3, CARD)
    for x in range(10, WIDTH, 22):
        scene.rect(x, FLOOR + 1, 1, 5, SOFT)
        scene.rect((x + 11) % WIDTH, FLOOR + 7, 1, 5, SOFT)
    scene.rect(0, FLOOR + 6, WIDTH, 1, SOFT)
    # The window, with the sun coming up.
    framed(scene, 8, 9, 28, 26, CARD)
    scene.rect(9, 26, 26, 8, DONE)
    scene.ellipse(22, 25, 6.3, 6.3, SUNRISE)
    scene.rect(9, 26, 26, 8, DONE)
    scene.ellipse(14, 27, 6, 3, DONE)
    scene.ellipse(30, 27, 7, 3, DONE)
    scene.rect(21, 9, 1, 26, INK)
    scene.rect(8, 21, 28, 1, INK)
    for side in (0, 1):
        edge = 5 if side == 0 else 33
        scene.rect(edge, 8, 6, 29, INK)
        scene.rect(edge + 1, 9, 4, 27, ACCENT)
        scene.rect(edge + 2 + side, 9, 1, 27, SUNSET)
    scene.rect(3, 7, 38, 2, INK)
    # A picture of a heart, and a lamp.
    framed(scene, 51, 12, 15, 13, CARD)
    scene.text(55, 16, ["hh.hh", "hhhhh", ".hhh.", "..h.."], {"h": STREAK})
    scene.rect(84, 32, 1, 22, INK)
    scene.rect(80, 53, 9, 1, INK)
    scene.polygon([(80, 22), (88, 22), (92, 32), (76, 32)], INK)
    scene.polygon([(81, 23), (87, 23), (90, 31), (78, 31)], SUNRISE)
    plant(scene, 67, 50, SUNSET)
    # The rug that the pet stands on.
    disc(scene, 47.5, 62, 24, 4.4, ACCENT)
    scene.ellipse(47.5, 62, 20, 3.4, CARD)
    scene.ellipse(47.5, 62, 18, 2.4, ACCENT)
    return scene


def outdoor():
    scene = wall(BACK, DONE, INK)
    scene.ellipse(78, 14, 8.3, 8.3, SUNSET)
    scene.ellipse(78, 14, 6.5, 6.5, SUNRISE)
    cloud(scene, 6, 9, CARD, 2)
    cloud(scene, 46, 17, CARD)
    scene.ellipse(20, 58, 34, 18, INK)
    scene.ellipse(20, 58, 33, 17, LINE)
    scene.ellipse(82, 60, 34, 16, INK)
    scene.ellipse(82, 60, 33, 15, LINE)
    scene.rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, DONE)
    scene.rect(0, FLOOR, WIDTH, 1, INK)
    # A tree with apples.
    scene.rect(12, 36, 5, 19, INK)
    scene.rect(13, 36, 3, 18, ACCENT)
    for x, y, radius in ((14, 25, 10), (7, 31, 6.5), (21, 31, 6.5)):
        scene.ellipse(x, y, radius + 1, radius, INK)
    for x, y, radius in ((14, 25, 10), (7, 31, 6.5), (21, 31, 6.5)):
        scene.ellipse(x, y, radius, radius - 1, DONE)
    for x, y in ((9, 26), (17, 22), (20, 31), (8, 33)):
        scene.rect(x, y, 2, 2, STREAK)
    # A fence, a path, flowers.
    for x in range(62, WIDTH, 9):
        framed(scene, x, 43, 5, 13, CARD)
        scene.put(x, 43, LINE)
        scene.put(x + 4, 43, LINE)
    scene.rect(60, 47, 36, 3, INK)
    scene.rect(60, 48, 36, 1, CARD)
    disc(scene, 47.5, 62, 21, 4.2, BACK, SOFT)
    for x, y, color in ((6, 60, STREAK), (15, 65, SUNRISE), (84, 61, ACCENT), (76, 66, STREAK), (90, 66, SUNRISE), (26, 57, CARD), (72, 57, CARD)):
        scene.text(x, y, [".f.", "fcf", ".f."], {"f": color, "c": SUNSET if color == SUNRISE else SUNRISE})
    for x, y in ((3, 65), (20, 60), (80, 58), (88, 58), (68, 64)):
        scene.text(x, y, ["s.s", ".s."], {"s": SOFT})
    return scene


def night():
    scene = wall(INK, SOFT, INK)
    for x, y in ((6, 7), (18, 20), (29, 5), (42, 14), (55, 6), (63, 22), (90, 32), (11, 34), (36, 28), (52, 33), (92, 6)):
        scene.put(x, y, CARD)
    for x, y, color in ((24, 12, SUNRISE), (48, 22, CARD), (8, 22, ACCENT)):
        scene.text(x, y, [".s.", "sss", ".s."], {"s": color})
    scene.ellipse(77, 15, 9.4, 9.4, SUNRISE)
    scene.ellipse(73, 12, 8, 8, INK)
    for x, y in ((79, 19), (83, 14)):
        scene.rect(x, y, 2, 2, SUNSET)
    for y, x, width in ((40, 0, 60), (43, 40, 56)):
        scene.ellipse(x + width / 2, 58, width / 2 + 8, 58 - y, SOFT)
    scene.rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, SOFT)
    # A house in which somebody is still up.
    scene.rect(71, 35, 18, 20, INK)
    scene.rect(72, 36, 16, 18, BACK)
    scene.polygon([(68, 36), (80, 25), (91, 36)], INK)
    scene.polygon([(71, 35), (80, 27), (88, 35)], STREAK)
    scene.rect(84, 25, 3, 6, INK)
    framed(scene, 75, 39, 7, 7, SUNRISE)
    scene.rect(78, 39, 1, 7, INK)
    framed(scene, 83, 44, 5, 11, ACCENT)
    # Firs.
    for x, y in ((10, 55), (22, 57), (58, 55)):
        scene.rect(x - 1, y, 3, 3, INK)
        for step, top in enumerate((y - 4, y - 9, y - 14)):
            half = 6 - step * 1.5
            scene.polygon([(x - half, top + 5), (x, top - 2), (x + half, top + 5)], INK)
        for step, top in enumerate((y - 4, y - 9, y - 14)):
            half = 4 - step * 1.2
            scene.polygon([(x - half, top + 4), (x, top), (x + half, top + 4)], DONE)
    disc(scene, 47.5, 62, 21, 4.2, LINE)
    for x, y in ((12, 64), (28, 60), (84, 64), (76, 60), (5, 60), (91, 59)):
        scene.text(x, y, ["s.s", ".s."], {"s": INK})
    return scene


def work():
    scene = wall(BACK, LINE, INK)
    scene.rect(0, FLOOR - 3, WIDTH, 3, CARD)
    # Shelves with books.
    for y, books in ((18, [ACCENT, DONE, DONE, SUNSET, SOFT, STREAK]), (34, [SUNRISE, SOFT, ACCENT, STREAK, DONE])):
        x = 6
        for number, book in enumerate(books):
            tall = 9 - number % 3
            framed(scene, x, y - tall, 5, tall + 1, book)
            scene.put(x + 2, y - tall + 2, CARD)
            x += 4
        scene.rect(3, y, 30, 2, INK)
    # The calendar: five days in a row.
    framed(scene, 40, 8, 19, 16, CARD)
    scene.rect(41, 9, 17, 3, STREAK)
    for number in range(10):
        x, y = 43 + number % 5 * 3, 14 + number // 5 * 4
        scene.rect(x, y, 2, 2, DONE if number < 7 else LINE)
    # A clock.
    scene.ellipse(82, 15, 8, 8, INK)
    scene.ellipse(82, 15, 7, 7, CARD)
    scene.rect(82, 10, 1, 6, INK)
    scene.rect(82, 15, 5, 1, STREAK)
    # The desk with a computer, a mug and a plant.
    framed(scene, 66, 27, 21, 15, SOFT)
    scene.rect(68, 29, 17, 11, INK)
    for number, width in enumerate((8, 11, 5, 9)):
        scene.rect(70 + number % 2 * 2, 31 + number * 2, width, 1, (SUNRISE, DONE, ACCENT, SUNSET)[number])
    scene.rect(75, 42, 3, 3, INK)
    scene.rect(71, 44, 11, 1, INK)
    framed(scene, 63, 45, 33, 4, ACCENT)
    scene.rect(92, 49, 2, 12, INK)
    scene.rect(66, 49, 2, 12, INK)
    framed(scene, 89, 38, 5, 7, STREAK)
    scene.put(94, 40, INK)
    scene.put(94, 42, INK)
    scene.put(91, 35, SOFT)
    scene.put(92, 34, SOFT)
    plant(scene, 5, 51, SUNSET)
    disc(scene, 47.5, 62, 21, 4.2, SUNRISE)
    return scene


ICONS = {
    "streak": (["....k....", "...kskk..", "...kssk..", "..ksssk.k", ".kkssskkk", "kssosssk.", "ksosooskk", "ksooyosk.", ".kooyyok.", "..kkkkk.."],
               {"k": INK, "s": STREAK, "o": SUNSET, "y": SUNRISE}),
    "task_done": ([".kkkkkkkk.", "kggggggggk", "kggggggwgk", "kgggggwwgk", "kgwggwwggk", "kgwwwwgggk", "kggwwggggk", "kggggggggk", "kggggggggk", ".kkkkkkkk."],
                  {"k": INK, "g": DONE, "w": CARD}),
    "task_open": ([".kkkkkkkk.", "kwwwwwwwwk", "kwllllllwk", "kwlwwwwlwk", "kwlwwwwlwk", "kwlwwwwlwk", "kwlwwwwlwk", "kwllllllwk", "kwwwwwwwwk", ".kkkkkkkk."],
                  {"k": INK, "w": CARD, "l": LINE}),
    "sunrise": ([".....s.....", "..s..s..s..", "...s...s...", "....ooo....", "s.ooyyyoo.s", "..oyyyyyo..", ".ooyyyyyoo.", "kkkkkkkkkkk", "...aaaaa..."],
                {"k": INK, "s": SUNRISE, "o": SUNSET, "y": SUNRISE, "a": ACCENT}),
}


def icon(name):
    rows, colors = ICONS[name]
    grid = Grid(12, 12)
    grid.text((12 - len(rows[0])) // 2, (12 - len(rows)) // 2, rows, colors)
    return grid


def card():
    """A card of 24 x 24 that stretches (nine-slice): round corners, a shadow."""
    grid = Grid(24, 24)
    grid.rect(2, 0, 20, 24, INK)
    grid.rect(0, 2, 24, 20, INK)
    grid.rect(1, 1, 22, 22, INK)
    grid.rect(2, 1, 20, 21, CARD)
    grid.rect(1, 2, 22, 19, CARD)
    grid.rect(2, 20, 20, 2, LINE)
    grid.rect(1, 19, 22, 2, LINE)
    return grid


SCENES = {"indoor": indoor, "outdoor": outdoor, "night": night, "work": work}
