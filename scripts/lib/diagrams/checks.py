"""Checks from top to bottom, each with the message if it fails."""
from .svg import PHONE, PHONE_SIZE, Canvas
from .text import width, wrap

WIDTH, SIZE, LEFT = 680, 14, 400


def draw(lines, colors):
    canvas, y = Canvas(WIDTH, colors), 1
    for line in lines:
        if line.startswith("in: "):
            y = end(canvas, y, line[4:], "box", "line")
        elif line.startswith("out: "):
            canvas.arrow([(LEFT / 2, y), (LEFT / 2, y + 20)], "good")
            y = end(canvas, y + 20, line[5:], "goodtint", "good")
        elif line.startswith("== "):
            canvas.text(0, y + 25, line[3:], 13, fill="soft", anchor="start", bold=True)
            canvas.line(LEFT / 2, y, LEFT / 2, y + 12, stroke="line")
            y += 32
        else:
            y = check(canvas, y, *(part.strip() for part in line.split("|")))
    canvas.height = y + 2
    return canvas.finish()


def draw_for_phone(lines, colors):
    """The rejection below its question instead of to its right."""
    canvas, y = Canvas(PHONE, colors), 1
    for line in lines:
        if line.startswith("in: "):
            y = end(canvas, y, line[4:], "box", "line", PHONE / 2)
        elif line.startswith("out: "):
            y = end(canvas, y + 14, line[5:], "goodtint", "good", PHONE / 2)
        elif line.startswith("== "):
            canvas.text(0, y + 28, line[3:], PHONE_SIZE, fill="soft", anchor="start", bold=True)
            y += 32
        else:
            y = check_for_phone(canvas, y + 8, *(part.strip() for part in line.split("|")))
    canvas.height = y + 2
    return canvas.finish()


def check_for_phone(canvas, y, question, answer):
    lines = wrap(question, PHONE_SIZE, PHONE - 24)
    height = len(lines) * PHONE_SIZE * 1.32 + 14
    canvas.box(0.75, y, PHONE - 1.5, height, fill="tint", stroke=None)
    last = canvas.lines(12, y + 20, lines, PHONE_SIZE, anchor="start")
    assert last < y + height
    y += height
    canvas.arrow([(18, y), (18, y + 20), (44, y + 20)], "bad")
    canvas.box(48, y + 5, width(answer, PHONE_SIZE) + 24, 30, fill="badtint", stroke=None, radius=15)
    canvas.text(60, y + 25, answer, PHONE_SIZE, fill="bad", anchor="start")
    return y + 36


def end(canvas, y, text, fill, stroke, middle=LEFT / 2):
    canvas.box(middle - 150, y, 300, 40, fill=fill, stroke=stroke, radius=20)
    canvas.text(middle, y + 25, text, SIZE, bold=True)
    return y + 40


def check(canvas, y, question, answer):
    lines, y = wrap(question, SIZE, LEFT - 32), y + 12
    height = len(lines) * SIZE * 1.32 + 16
    canvas.box(0.75, y, LEFT - 1.5, height, fill="tint", stroke=None)
    canvas.lines(LEFT / 2, y + 21.5, lines, SIZE)
    middle = y + height / 2
    canvas.arrow([(LEFT, middle), (LEFT + 34, middle)], "bad")
    wide = width(answer, 13) + 22
    if LEFT + 40 + wide > WIDTH:
        raise ValueError(f"'{answer}' is wider than its place")
    canvas.box(LEFT + 38, middle - 14, wide, 28, fill="badtint", stroke=None, radius=14)
    canvas.text(LEFT + 49, middle + 4.5, answer, 13, fill="bad", anchor="start")
    return y + height
