"""Pixel art: a grid of colors, shapes without soft edges, outlines."""

from pathlib import Path

from . import png


def rgba(text):
    text = text.lstrip("#")
    return tuple(int(text[i:i + 2], 16) for i in (0, 2, 4)) + (255,)


class Grid:
    """Colors by place; what is not there is clear."""

    def __init__(self, width, height):
        self.width, self.height, self.at = width, height, {}

    def put(self, x, y, color):
        if color and 0 <= x < self.width and 0 <= y < self.height:
            self.at[x, y] = color

    def rect(self, x, y, width, height, color):
        for row in range(y, y + height):
            for column in range(x, x + width):
                self.put(column, row, color)

    def ellipse(self, x, y, radius_x, radius_y, color):
        """Around (x, y); a middle at .5 lies between two pixels."""
        for row in range(int(y - radius_y) - 1, int(y + radius_y) + 2):
            for column in range(int(x - radius_x) - 1, int(x + radius_x) + 2):
                if ((column - x) / radius_x) ** 2 + ((row - y) / radius_y) ** 2 <= 1:
                    self.put(column, row, color)

    def polygon(self, points, color):
        """Pixels whose middles lie inside, or on the line."""
        low, high = min(y for _, y in points), max(y for _, y in points)
        for y in range(int(low), int(high) + 1):
            crossings = []
            for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]):
                if (y0 <= y) != (y1 <= y):
                    crossings.append(x0 + (y - y0) * (x1 - x0) / (y1 - y0))
            crossings.sort()
            for left, right in zip(crossings[::2], crossings[1::2]):
                for x in range(int(left + 0.5), int(right + 0.5) + 1):
                    self.put(x, y, color)

    def text(self, x, y, rows, colors):
        """A drawing in letters; those that `colors` does not name are clear."""
        for dy, row in enumerate(rows):
            for dx, letter in enumerate(row):
                self.put(x + dx, y + dy, colors.get(letter))

    def shade(self, color, shaded, keep):
        """Gives another color to the pixels of one color for which `keep(x, y)` is not true."""
        for (x, y), found in list(self.at.items()):
            if found == color and not keep(x, y):
                self.at[x, y] = shaded

    def outlined(self, color):
        """With a line of one pixel around all that is drawn."""
        result = Grid(self.width, self.height)
        for x, y in self.at:
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                if (x + dx, y + dy) not in self.at:
                    result.put(x + dx, y + dy, color)
        result.at.update(self.at)
        return result

    def draw(self, other, x=0, y=0):
        for (column, row), color in other.at.items():
            self.put(column + x, row + y, color)

    def save(self, path):
        clear = (0, 0, 0, 0)
        png.write(
            Path(path), self.width, self.height,
            [rgba(self.at[x, y]) if (x, y) in self.at else clear
             for y in range(self.height) for x in range(self.width)],
        )


def row_of(grids):
    """Frames side by side."""
    sheet = Grid(sum(grid.width for grid in grids), grids[0].height)
    x = 0
    for grid in grids:
        sheet.draw(grid, x)
        x += grid.width
    return sheet
