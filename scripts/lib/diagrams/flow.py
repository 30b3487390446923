"""Boxes on a grid, and arrows between them."""
import re

from .svg import Canvas
from .text import width, wrap

WIDTH, COLUMN, ROW, SIZE = 720, 60, 74, 14


def draw(lines, colours):
    canvas, boxes = Canvas(WIDTH, colours), {}
    for line in lines:
        box = re.fullmatch(r"(box|main) (\w+) ([\d.]+) ([\d.]+) ([\d.]+) ([^|]+)\|(.*)", line)
        arrow = re.fullmatch(r"(\w+) -> (\w+)(?:: (.+))?", line)
        if box:
            boxes[box[2]] = place(canvas, box[1] == "main", *map(float, box.group(3, 4, 5)), box[6].strip(), box[7].strip())
        elif arrow:
            join(canvas, boxes[arrow[1]], boxes[arrow[2]], arrow[3])
        else:
            raise ValueError(f"not understood: {line}")
    canvas.height = max(y + height for _, y, _, height in boxes.values()) + 2
    return canvas.finish()


def place(canvas, main, column, row, columns, title, text):
    x, y, wide = column * COLUMN + 1, row * ROW + 1, columns * COLUMN - 2
    lines = wrap(text, 12.5, wide - 22)
    if width(title, SIZE, bold=True) > wide - 16:
        raise ValueError(f"'{title}' is wider than its box")
    height = 36 + len(lines) * 12.5 * 1.32 + (4 if lines else 0)
    canvas.box(x, y, wide, height, fill="tint" if main else "box", stroke="accent" if main else "faint", radius=10)
    canvas.text(x + wide / 2, y + 23, title, SIZE, bold=True, fill="accent" if main else "ink")
    canvas.lines(x + wide / 2, y + 42, lines, 12.5, fill="soft")
    return x, y, wide, height


def join(canvas, start, end, text):
    """From side to side, or from the bottom to the top; around one corner where they are not in line."""
    x1, y1, w1, h1 = start
    x2, y2, w2, h2 = end
    if x2 > x1 + w1:
        from_, to = (x1 + w1 + 2, y1 + h1 / 2), (x2 - 3, y2 + h2 / 2)
        bend = (from_[0] + to[0]) / 2
        points = [from_, (bend, from_[1]), (bend, to[1]), to] if abs(from_[1] - to[1]) > 1 else [from_, (to[0], from_[1])]
    else:
        from_, to = (x2 + w2 / 2, y1 + h1 + 2), (x2 + w2 / 2, y2 - 3)
        points = [from_, to]
    canvas.arrow(points, "accent")
    if text:
        (xa, ya), (xb, yb) = points[-2:]
        horizontal = ya == yb
        canvas.text(
            (xa + xb) / 2 if horizontal else xa + 8, ya - 7 if horizontal else (ya + yb) / 2 + 4, text, 12.5, fill="soft",
            anchor="middle" if horizontal else "start")
