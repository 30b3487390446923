"""Boxes on a grid, and arrows between them."""
import re

from .svg import PHONE, PHONE_SIZE, Canvas
from .text import width, wrap

WIDTH, COLUMN, ROW, SIZE = 720, 60, 74, 14


BOX = re.compile(r"(box|main) (\w+) ([\d.]+) ([\d.]+) ([\d.]+) ([^|]+)\|(.*)")
ARROW = re.compile(r"(\w+) -> (\w+)(?:: (.+))?")


def draw(lines, colors):
    canvas, boxes = Canvas(WIDTH, colors), {}
    for line in lines:
        box, arrow = BOX.fullmatch(line), ARROW.fullmatch(line)
        if box:
            boxes[box[2]] = place(canvas, box[1] == "main", *map(float, box.group(3, 4, 5)), box[6].strip(), box[7].strip())
        elif arrow:
            join(canvas, boxes[arrow[1]], boxes[arrow[2]], arrow[3])
        else:
            raise ValueError(f"unknown line: {line}")
    canvas.height = max(y + height for _, y, _, height in boxes.values()) + 2
    return canvas.finish()


def draw_for_phone(lines, colors):
    """The boxes below each other; those to which several arrows lead from one box are indented below it."""
    canvas, placed, y = Canvas(PHONE, colors), {}, 1
    targets = {}
    for arrow in filter(None, map(ARROW.fullmatch, lines)):
        targets.setdefault(arrow[1], []).append(arrow[2])
    for box in filter(None, map(BOX.fullmatch, lines)):
        source = next((name for name in targets if box[2] in targets[name] and name in placed), None)
        left, bottom = placed.get(source, (0, 0))
        is_one_of_many = source is not None and len(targets[source]) > 1
        x = left + 32 if is_one_of_many else left
        y += 26 if source and not is_one_of_many else 12 if placed else 0
        height = place_for_phone(canvas, box[1] == "main", x, y, box[6].strip(), box[7].strip())
        if is_one_of_many:
            canvas.arrow([(left + 14, bottom + 2), (left + 14, y + height / 2), (x - 3, y + height / 2)], "accent")
        elif source:
            canvas.arrow([(PHONE / 2, bottom + 2), (PHONE / 2, y - 3)], "accent")
        y += height
        placed[box[2]] = (x, y)
    canvas.height = y + 2
    return canvas.finish()


def place_for_phone(canvas, main, x, y, title, text):
    wide = PHONE - x - 2
    lines = wrap(text, PHONE_SIZE, wide - 24)
    height = 38 + len(lines) * PHONE_SIZE * 1.32
    canvas.box(x + 1, y, wide, height, fill="tint" if main else "box", stroke="accent" if main else "faint", radius=10)
    canvas.text(x + 1 + wide / 2, y + 24, title, PHONE_SIZE, bold=True, fill="accent" if main else "ink")
    canvas.lines(x + 1 + wide / 2, y + 44, lines, PHONE_SIZE, fill="soft")
    return height


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
    """Connects two boxes from side to side, or from bottom to top. The line has one corner if the boxes aren't aligned."""
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
