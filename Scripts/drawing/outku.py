"""Outku: pets of 40 x 40 pixels, rooms of 96 x 69, and icons, all drawn in flat colors."""

from .pixels import Grid, row_of

SIDE, MIDDLE, GROUND = 40, 19.5, 37
STAGES = ["baby", "child", "teen", "adult", "elder"]
MOODS = ["happy", "excited", "focused", "sleepy", "missing"]
INK, WHITE, BLUSH, TEAR = "#3A2A2E", "#FFFFFF", "#F2899A", "#7CC4F0"

# What is drawn; the others are shown by what they fall back to.
DRAWN = {
    "cat": {stage: MOODS for stage in STAGES},
    "dog": {"baby": MOODS[:1], "child": ["happy", "excited"], "teen": MOODS[:1], "adult": MOODS, "elder": ["happy", "sleepy"]},
    "bunny": {"baby": MOODS[:1], "child": ["happy", "sleepy"], "adult": MOODS, "elder": MOODS[:1]},
    "bird": {"baby": MOODS[:1], "child": MOODS[:1], "adult": ["happy", "excited", "sleepy", "missing"]},
    "dragon": {"baby": ["happy", "sleepy"], "child": MOODS[:1], "teen": MOODS[:1], "adult": MOODS, "elder": MOODS[:1]},
}

# Fur, its shade, belly, inside of the ears, what is special (ears, beak, wings), its shade.
COLORS = {
    "cat": ("#F5A954", "#DC8238", "#FFEBCB", "#F7B7A6", "#B8612B", "#964A20"),
    "dog": ("#E6BE8A", "#C99862", "#FFF3DF", "#E8A598", "#9A623B", "#7A4A2C"),
    "bunny": ("#F7F1F0", "#DACBD2", "#FFFFFF", "#F5AAB8", "#F5AAB8", "#DE8A9C"),
    "bird": ("#79B9EC", "#4F93CE", "#F4FAFF", "#F9C84A", "#F9B233", "#DD8B20"),
    "dragon": ("#82CC7C", "#57A862", "#FBEBB0", "#F9C84A", "#F07F5E", "#CE5B42"),
}
ELDER = {
    "cat": ("#E3B47E", "#C39261"), "dog": ("#D9C4A6", "#B79F80"), "bunny": ("#E6E2E6", "#C4BCC8"),
    "bird": ("#9DB9D2", "#7595B4"), "dragon": ("#98BF94", "#729C76"),
}


class Build:
    """Where head and body are, by stage; y of middles, then radii."""

    def __init__(self, head_y, head, body_y, body):
        self.head_y, self.head, self.body_y, self.body = head_y, head, body_y, body


BUILDS = {
    "baby": Build(25.5, (9, 7.6), 33, (6.4, 4)),
    "child": Build(24, (10, 8.6), 32, (7, 5)),
    "teen": Build(21, (10, 8.6), 31, (7.4, 6)),
    "adult": Build(18.5, (11, 9.2), 30, (8.6, 7)),
    "elder": Build(19.5, (11, 9.2), 30.5, (8.8, 6.6)),
}


def pet(form, stage, mood, bob=0, blink=False):
    """One frame; the head goes down by `bob` pixels."""
    fur, shade, belly, inner, special, special_shade = COLORS[form]
    if stage == "elder":
        fur, shade = ELDER[form]
    build, canvas = BUILDS[stage], Grid(SIDE, SIDE)
    hatching = stage == "baby" and form in ("bird", "dragon")
    head_y = build.head_y + bob - (2 if hatching else 0)
    (head_x, head_h), (body_x, body_h) = build.head, build.body
    colors = (fur, shade, belly, inner, special, special_shade)
    behind(canvas, form, stage, build, head_y, colors, mood, bob)

    body = Grid(SIDE, SIDE)
    body.ellipse(MIDDLE, build.body_y, body_x, body_h, fur)
    body.shade(fur, shade, lambda x, y: ((x - MIDDLE + 2) / body_x) ** 2 + ((y - build.body_y + 1.5) / body_h) ** 2 <= 1)
    body.ellipse(MIDDLE, build.body_y + 1, body_x * 0.6, body_h * 0.85, belly)
    for row in range(GROUND, SIDE):
        for column in range(SIDE):
            body.at.pop((column, row), None)
    for x in (19, 20):
        body.at.pop((x, GROUND - 1), None)
    for side in (-1, 1):
        foot = special if form == "bird" else fur if form != "cat" else belly
        for dx in range(-2, 3):
            for dy in range(2 if abs(dx) < 2 else 1):
                body.put(round(MIDDLE + side * (body_x * 0.55 + 0.5) + dx), GROUND - 1 - dy, foot)
    canvas.draw(body.outlined(INK))
    arms(canvas, form, stage, build, colors, mood, bob)

    head = Grid(SIDE, SIDE)
    head.ellipse(MIDDLE, head_y, head_x, head_h, fur)
    if form in ("cat", "dog", "bunny"):
        head.ellipse(MIDDLE, head_y + head_h * 0.35, head_x * 1.02, head_h * 0.62, fur)
    ears(head, canvas, form, stage, head_x, head_h, head_y, colors)
    head.shade(fur, shade, lambda x, y: ((x - MIDDLE + 2) / (head_x + 1)) ** 2 + ((y - head_y + 2) / (head_h + 0.6)) ** 2 <= 1 or y < head_y - head_h + 3)
    marks(head, form, stage, head_x, head_h, head_y, colors)
    canvas.draw(head.outlined(INK))
    face(canvas, form, stage, mood, head_x, head_y, colors, blink)
    extras(canvas, form, stage, build, head_x, head_h, head_y, colors, bob)
    if hatching:
        shell(canvas, form)
    signs(canvas, mood, head_x, head_h, head_y, bob)
    return canvas


def behind(canvas, form, stage, build, head_y, colors, mood, bob):
    """Tails and wings."""
    fur, shade, belly, inner, special, special_shade = colors
    part, big = Grid(SIDE, SIDE), {"baby": 0, "child": 1, "teen": 2, "adult": 3, "elder": 3}[stage]
    x, y = round(MIDDLE + build.body[0]), GROUND - 3
    if form == "cat":
        up = 4 + big * 2 - bob
        for step in range(up):
            part.rect(x + 2 + (1 if 1 < step < up - 2 else 0), y - step, 2, 1, fur if step < up - 2 else special)
        part.rect(x - 1, y, 4, 2, shade)
    elif form == "dog":
        lift = 1 if mood in ("happy", "excited") else 0
        part.ellipse(x + 1.5, y - 1 - lift - bob, 2 + big * 0.4, 2, fur)
        part.ellipse(x + 2.5 + big * 0.3, y - 3 - lift - bob, 1.2, 2, belly)
    elif form == "bunny":
        part.ellipse(x, y, 2.2, 2.2, belly)
    elif form == "bird":
        part.polygon([(x - 2, y - 2), (x + 3 + big, y - 3), (x + 1 + big, y + 1), (x - 2, y + 2)], shade)
    elif form == "dragon":
        part.polygon([(x - 3, y + 2), (x + 3 + big, y + 2), (x + 5 + big, y - 3 - bob), (x + 1, y - 1)], shade)
        part.polygon([(x + 3 + big, y - 4 - bob), (x + 5 + big, y - 7 - bob), (x + 7 + big, y - 3 - bob)], special)
        if stage != "baby":
            span, top = 3 + big * 1.2, build.body_y - 3 - big - bob * 2
            for side in (-1, 1):
                at = lambda dx, dy: (MIDDLE + side * (build.body[0] - 2 + dx), top + dy)
                part.polygon([at(0, 4), at(span, -2 - big * 0.4), at(span + 3, 3), at(span + 1, 3), at(span, 6), at(span - 3, 5), at(0, 8)], special)
    canvas.draw(part.outlined(INK))


def arms(canvas, form, stage, build, colors, mood, bob):
    fur, shade, belly, inner, special, special_shade = colors
    if stage == "baby" and form in ("bird", "dragon"):
        return
    raised = mood == "excited"
    for side in (-1, 1):
        part = Grid(SIDE, SIDE)
        x, y = MIDDLE + side * (build.body[0] - 0.6), build.body_y - 1 + bob
        if raised:
            part.ellipse(x + side * 1.6, y - 2, 1.6, 3, fur if form != "bird" else shade)
        elif form == "bird":
            part.ellipse(x, y, 2, build.body[1] * 0.6, shade)
        else:
            part.ellipse(x - side * 1.4, y + 1.5, 1.6, 2.2, fur)
            part.put(round(x - side * 1.4), round(y + 3), belly)
        canvas.draw(part.outlined(INK))


def ears(head, canvas, form, stage, head_x, head_h, head_y, colors):
    fur, shade, belly, inner, special, special_shade = colors
    top, small = head_y - head_h, stage == "baby"
    for side in (-1, 1):
        at = lambda dx, dy: (MIDDLE + side * dx, top + dy)
        if form == "cat":
            head.polygon([at(head_x * 0.25, 2), at(head_x * 0.75, -3 + small), at(head_x * 0.95, 6)], fur)
            head.polygon([at(head_x * 0.5, 2), at(head_x * 0.72, -0.5 + small), at(head_x * 0.82, 4)], inner)
        elif form == "dog":
            ear = Grid(SIDE, SIDE)
            ear.ellipse(*at(head_x * 0.98, head_h * (0.72 if small else 0.8)), 2.6, head_h * (0.5 if small else 0.62), special)
            ear.shade(special, special_shade, lambda x, y: y < top + head_h)
            canvas.draw(ear.outlined(INK)) if side < 0 else canvas.draw(ear.outlined(INK))
        elif form == "bunny":
            long = 3 if small else 6.2 if stage != "child" else 5
            x = head_x * 0.45
            if stage == "elder" and side > 0:
                head.ellipse(MIDDLE + x + 2, top - 2, 4, 2, fur)
                head.ellipse(MIDDLE + x + 3, top - 2, 2.4, 0.9, inner)
                continue
            head.ellipse(MIDDLE + side * x, top - long + 3.5, 2.3, long, fur)
            head.ellipse(MIDDLE + side * x, top - long + 4, 1, long - 2, inner)
        elif form == "dragon" and not small:
            head.polygon([at(head_x * 0.4, 2), at(head_x * 0.62, -3), at(head_x * 0.8, 4)], "#FFF6DA")
    if form == "bird":
        for dx, dy in ((0, 0), (0, -1), (1, -2), (2, -2), (-1, 0), (1, -1)):
            head.put(round(MIDDLE - 0.5) + dx, round(top) + dy, fur)
    if form == "dragon":
        for step in range(2 if small else 3):
            head.put(round(MIDDLE - 0.5), round(top) - step + 1, special)
            head.put(round(MIDDLE + 0.5), round(top) - step + 1, special)


def marks(head, form, stage, head_x, head_h, head_y, colors):
    """What fur shows: stripes, patches, muzzles."""
    fur, shade, belly, inner, special, special_shade = colors
    top = round(head_y - head_h)
    if form == "cat":
        for x in (17, 19.5, 22):
            for step in range(3 if x == 19.5 else 2):
                head.put(round(x - 0.5), top + 1 + step, special)
                if x == 19.5:
                    head.put(20, top + 1 + step, special)
        head.ellipse(MIDDLE, head_y + head_h * 0.52, head_x * 0.42, head_h * 0.34, belly)
    elif form == "dog":
        head.ellipse(MIDDLE + head_x * 0.48, head_y - 0.5, head_x * 0.4, head_h * 0.5, special)
        head.ellipse(MIDDLE, head_y + head_h * 0.5, head_x * 0.46, head_h * 0.42, belly)
        head.rect(19, top + 1, 2, round(head_h), belly)
    elif form == "bunny":
        head.ellipse(MIDDLE, head_y + head_h * 0.55, head_x * 0.4, head_h * 0.3, belly)
    elif form == "bird":
        for side in (-1, 1):
            head.ellipse(MIDDLE + side * head_x * 0.42, head_y + head_h * 0.22, head_x * 0.46, head_h * 0.62, belly)
    else:
        head.ellipse(MIDDLE, head_y + head_h * 0.55, head_x * 0.62, head_h * 0.38, belly)


def face(canvas, form, stage, mood, head_x, head_y, colors, blink):
    fur, shade, belly, inner, special, special_shade = colors
    small = stage == "baby"
    apart, y = round(head_x * 0.5), round(head_y) + (1 if small else 0)
    left, right = round(MIDDLE - apart - 0.5), round(MIDDLE + apart - 0.5)
    ink = INK
    for side, x in ((-1, left), (1, right)):
        out = x if side < 0 else x + 1  # the pixel farther from the middle
        if blink or mood == "sleepy":
            canvas.rect(x - 1 + (side > 0), y + 1, 3, 1, ink)
            canvas.put(out + side, y, ink) if not blink else None
        elif mood == "excited":
            canvas.text(x - 1 if side < 0 else x, y - 1, [".#.", "#.#", "#.#"], {"#": ink})
        elif mood == "focused":
            canvas.rect(x, y, 2, 2, ink)
            canvas.put(x, y, WHITE)
            canvas.rect(x - 1 + (side > 0), y - 1, 3, 1, ink)
        else:
            canvas.rect(x, y - 1, 2, 3, ink)
            canvas.put(x, y - 1, WHITE)
            if mood == "missing":
                canvas.put(x + 1, y + 1, TEAR)
                canvas.put(out - side, y - 3, ink)
                canvas.put(out, y - 3, ink)
                canvas.put(out + side, y - 2, ink)
        if mood in ("happy", "excited", "missing") or small:
            canvas.rect(x - 1 if side < 0 else x + 1, y + 3, 2, 1, BLUSH)
    if mood == "missing":
        canvas.text(left - 1, y + 2, [".T", "TT"], {"T": TEAR})
    mouth(canvas, form, mood, y + 3, colors)


def mouth(canvas, form, mood, y, colors):
    special, special_shade = colors[4:]
    if form == "bird":
        rows = {"excited": [".bb.", "bbbb", ".rr.", ".BB."], "missing": [".bb.", "bBBb"]}.get(mood, ["bbbb", ".BB."])
        canvas.text(18, y - 1, rows, {"b": special, "B": special_shade, "r": "#C0474E"})
        return
    nose = {"cat": "#D9647A", "dog": INK, "bunny": "#E8798F"}.get(form)
    if nose:
        canvas.rect(19, y - 1, 2, 1, nose)
        canvas.rect(19, y - 2, 2, 1, nose) if form == "dog" else None
    else:
        canvas.put(17, y - 1, colors[1])
        canvas.put(22, y - 1, colors[1])
    shapes = {
        "happy": ["#....#", ".####."] if not nose else ["#.##.#", ".#..#."],
        "excited": ["######", "#rrrr#", ".####."],
        "focused": ["..###."],
        "sleepy": ["..##..", "..rr.."],
        "missing": [".####.", "#....#"],
    }
    canvas.text(17, y, shapes[mood], {"#": INK, "r": "#E0626C"})


def extras(canvas, form, stage, build, head_x, head_h, head_y, colors, bob):
    """What tells a teenager from a grandparent."""
    top, neck = round(head_y - head_h), round(head_y + head_h)
    if stage == "child":
        canvas.text(24, top, ["p.p", "ppp", "p.p"] if form in ("cat", "bunny") else [], {"p": "#E5607C"})
    elif stage == "teen":
        # A headband.
        y = top + 3
        for x in range(SIDE):
            if ((x - MIDDLE) / head_x) ** 2 + ((y - head_y) / head_h) ** 2 <= 1.02:
                canvas.put(x, y, "#E5607C")
                canvas.put(x, y + 1, "#B9405F") if ((x - MIDDLE) / head_x) ** 2 < 0.72 else None
    elif stage == "adult":
        y = neck
        for x in range(round(MIDDLE - 5.5), round(MIDDLE + 6.5)):
            canvas.put(x, y, "#D8495B")
            canvas.put(x, y - 1, INK) if abs(x - MIDDLE) > 5 else None
        canvas.text(18, y, ["yyyy", "yYYy", ".yy."], {"y": "#F9CE5A", "Y": "#D99A2B"})
    elif stage == "elder":
        y = round(head_y)
        for x in (round(MIDDLE - head_x * 0.5 - 0.5), round(MIDDLE + head_x * 0.5 - 0.5)):
            canvas.text(x - 2, y - 3, [".gggg.", "g....g", "g....g", "g....g", "g....g", ".gggg."], {"g": "#7A6A9C"})
        canvas.rect(18, y - 1, 4, 1, "#7A6A9C")
        for side in (-1, 1):
            for step in range(3):
                canvas.put(round(MIDDLE - 0.5 + side * (head_x * 0.5 + step - 1) + (side > 0) * 0), y - 5 - (step == 1), WHITE)
        for x in range(round(MIDDLE - 7.5), round(MIDDLE + 8.5)):
            canvas.put(x, neck, "#6C8FC7")
            canvas.put(x, neck + 1, "#4F71A8" if x % 3 else "#E9EEF8")
        canvas.rect(23, neck + 2, 3, 4, "#6C8FC7")
        canvas.rect(23, neck + 5, 3, 1, "#E9EEF8")


def shell(canvas, form):
    """The lower half of an egg, which a baby sits in."""
    egg = Grid(SIDE, SIDE)
    white, dark, spot = ("#FFF8E6", "#E5D3B3", "#F0B45E") if form == "bird" else ("#E9F6E4", "#BFDDBB", "#7FBF84")
    egg.ellipse(MIDDLE, 31, 8.6, 6.4, white)
    egg.shade(white, dark, lambda x, y: ((x - MIDDLE + 2) / 9) ** 2 + ((y - 30) / 6.4) ** 2 <= 1)
    for x in range(SIDE):
        edge = 32 + (1 if x % 4 in (0, 3) else -1)
        for y in range(edge):
            egg.at.pop((x, y), None)
    for x, y in ((14, 33), (15, 33), (14, 34), (23, 34), (24, 34), (24, 33), (19, 35), (20, 35)):
        egg.put(x, y, spot)
    canvas.draw(egg.outlined(INK))


def signs(canvas, mood, head_x, head_h, head_y, bob):
    """What floats beside the head."""
    top = max(2, round(head_y - head_h) - 2)
    right = round(MIDDLE + head_x)
    if mood == "excited":
        star = [".y.", "yWy", ".y."]
        canvas.text(right + 1, top + 1 + bob, star, {"y": "#F9C23C", "W": "#FFF3C0"})
        canvas.text(round(MIDDLE - head_x) - 4, top + 3 - bob, star, {"y": "#F9C23C", "W": "#FFF3C0"})
    elif mood == "sleepy":
        canvas.text(right + 4, top - 2 + bob, ["zzzz", "..z.", ".z..", "zzzz"], {"z": "#6C8FC7"})
        canvas.text(right + 2, top + 3 - bob, ["zzz", ".z.", "zzz"], {"z": "#9AB4DE"})
    elif mood == "focused":
        canvas.text(right + 1, top + bob, ["..o", ".oo", "ooo", "oWo", ".o."], {"o": TEAR, "W": WHITE})
    elif mood == "missing":
        canvas.text(right, top - 1 + bob, ["rr.rr", "rWrrr", ".rrr.", "..r.."], {"r": "#EF6E85", "W": "#FFC9D2"})


def sheet(form, stage, mood):
    """Standing, breathing, blinking."""
    return row_of([pet(form, stage, mood), pet(form, stage, mood, bob=1), pet(form, stage, mood, blink=True)])


def save(folder):
    from . import outku_scenes as scenes

    for form, stages in DRAWN.items():
        for stage, moods in stages.items():
            for mood in moods:
                sheet(form, stage, mood).save(folder / "pets" / f"{form}_{stage}_{mood}.png")
    # What themes change the colors of is called so.
    for name, draw in scenes.SCENES.items():
        draw().save(folder / "scenes" / f"theme_{name}.png")
    for name in scenes.ICONS:
        scenes.icon(name).save(folder / "icons" / f"theme_{name}.png")
    scenes.card().save(folder / "icons" / "theme_card.png")
