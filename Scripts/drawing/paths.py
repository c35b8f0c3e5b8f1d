"""Drawings with smooth edges: filled paths and strokes, sampled on 4 lines a pixel."""

from math import cos, hypot, pi, sin
from pathlib import Path

from . import png

LINES = 4


def circle(x, y, radius_x, radius_y=None, turn=0, steps=64):
    radius_y = radius_x if radius_y is None else radius_y
    points = []
    for step in range(steps):
        a, b = radius_x * cos(2 * pi * step / steps), radius_y * sin(2 * pi * step / steps)
        points.append((x + a * cos(turn) - b * sin(turn), y + a * sin(turn) + b * cos(turn)))
    return points


def arc(x, y, radius, start, end, radius_y=None, steps=32):
    """Part of a circle, in degrees clockwise from the right; a line, not an area."""
    radius_y = radius if radius_y is None else radius_y
    angles = [(start + (end - start) * step / steps) * pi / 180 for step in range(steps + 1)]
    return [(x + radius * cos(a), y + radius_y * sin(a)) for a in angles]


def rounded(x, y, width, height, radius):
    corners = [(x + width - radius, y + radius, -90), (x + width - radius, y + height - radius, 0),
               (x + radius, y + height - radius, 90), (x + radius, y + radius, 180)]
    return [point for cx, cy, start in corners for point in arc(cx, cy, radius, start, start + 90, steps=12)]


def curve(*knots, steps=16):
    """A line of cubic curves: a point, then triples of two handles and a point."""
    points = [knots[0]]
    for at in range(1, len(knots), 3):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points[-1], *knots[at:at + 3]
        for step in range(1, steps + 1):
            t = step / steps
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3
            points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return points


def star(x, y, outer, inner, tips, turn=-90):
    points = []
    for step in range(tips * 2):
        radius, angle = (inner if step % 2 else outer), (turn + 180 * step / tips) * pi / 180
        points.append((x + radius * cos(angle), y + radius * sin(angle)))
    return points


def moved(points, dx, dy, scale=1):
    return [(x * scale + dx, y * scale + dy) for x, y in points]


class Drawing:
    """Premultiplied colors in 0...1; coordinates are pixels divided by `scale`."""

    def __init__(self, width, height, scale=1):
        self.scale = scale
        self.width, self.height = round(width * scale), round(height * scale)
        self.pixels = [(0.0, 0.0, 0.0, 0.0)] * (self.width * self.height)

    def cover(self, areas, evenodd):
        """How much of each pixel lies inside, by place."""
        edges = []
        for points in areas:
            scaled = [(x * self.scale, y * self.scale) for x, y in points]
            for (x0, y0), (x1, y1) in zip(scaled, scaled[1:] + scaled[:1]):
                if y0 != y1:
                    edges.append((y0, x0, y1, x1, 1) if y0 < y1 else (y1, x1, y0, x0, -1))
        covered = {}
        if not edges:
            return covered
        first = max(0, int(min(e[0] for e in edges)))
        last = min(self.height - 1, int(max(e[2] for e in edges)))
        for row in range(first, last + 1):
            for line in range(LINES):
                y = row + (line + 0.5) / LINES
                crossings = sorted(
                    (x0 + (y - y0) * (x1 - x0) / (y1 - y0), way)
                    for y0, x0, y1, x1, way in edges if y0 <= y < y1
                )
                winding = 0
                for (left, way), (right, _) in zip(crossings, crossings[1:]):
                    winding += way
                    if winding & 1 if evenodd else winding:
                        self.span(covered, row, left, right)
        return covered

    def span(self, covered, row, left, right):
        left, right = max(0.0, left), min(float(self.width), right)
        x = int(left)
        while x < right:
            part = min(right, x + 1) - max(left, x)
            covered[row, x] = covered.get((row, x), 0.0) + part / LINES
            x += 1

    def fill(self, areas, color, evenodd=False, alpha=1.0):
        """Fills one area or several; None cuts a hole."""
        if areas and isinstance(areas[0], tuple):
            areas = [areas]
        if not evenodd:
            # Areas wind the same way, so that those that overlap do not cancel out.
            areas = [area if area_of(area) > 0 else area[::-1] for area in areas]
        if color is not None:
            r, g, b = (int(color[i:i + 2], 16) / 255 for i in (1, 3, 5))
        for (row, x), part in self.cover(areas, evenodd).items():
            at, part = row * self.width + x, min(1.0, part) * alpha
            old = self.pixels[at]
            if color is None:
                self.pixels[at] = tuple(v * (1 - part) for v in old)
            else:
                self.pixels[at] = tuple(n * part + o * (1 - part) for n, o in zip((r, g, b, 1.0), old))

    def stroke(self, points, width, color, closed=False, alpha=1.0):
        """A line with round ends and corners."""
        areas, half = [], width / 2
        line = points + points[:1] if closed else points
        for (x0, y0), (x1, y1) in zip(line, line[1:]):
            length = hypot(x1 - x0, y1 - y0)
            if length:
                nx, ny = -(y1 - y0) / length * half, (x1 - x0) / length * half
                areas.append([(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)])
        areas += [circle(x, y, half, steps=20) for x, y in line]
        self.fill(areas, color, alpha=alpha)

    def save(self, path):
        png.write(Path(path), self.width, self.height, [self.straight(p) for p in self.pixels])

    def straight(self, pixel):
        r, g, b, a = pixel
        # 32 steps of alpha are enough for an edge, and compress well.
        alpha = min(255, round(round(a * 31) * 255 / 31))
        if alpha == 0 or a <= 0:
            return (0, 0, 0, 0)
        return tuple(min(255, int(v / a * 255 + 0.5)) for v in (r, g, b)) + (alpha,)


def area_of(points):
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]))
