"""Messages between actors, from top to bottom."""
import re

from .svg import PHONE, PHONE_SIZE, Canvas
from .text import width, wrap

WIDTH, SIZE, HEAD = 680, 14, 44
STYLES = {"->": ("accent", None), "-->": ("soft", "5 4"), "-x": ("bad", None)}


MESSAGE = re.compile(r"(\w+) (->|-->|-x) (\w+): (.+)")
ALONE = re.compile(r"(\w+(?:, \w+)*): (.+)")


def draw_for_phone(lines, colors):
    """A numbered list of the messages, each with its sender and its receiver."""
    canvas, titles, y, step = Canvas(PHONE, colors), {}, 1, 0
    for line in lines:
        message, alone = MESSAGE.fullmatch(line), ALONE.fullmatch(line)
        if line.startswith("actor "):
            name, title = line.split(maxsplit=2)[1:]
            titles[name] = title
        elif line.startswith("== "):
            canvas.line(0, y + 8, PHONE, y + 8, stroke="faint", width=1)
            canvas.text(PHONE / 2, y + 28, line[3:], PHONE_SIZE, fill="soft", bold=True)
            y += 40
        elif message:
            step += 1
            stroke, _ = STYLES[message[2]]
            rejected = ", which rejects it" if message[2] == "-x" else ""
            canvas.add("circle", cx=12, cy=y + 12, r=11, fill=canvas.color(stroke))
            canvas.text(12, y + 16.8, str(step), 13, fill="page", bold=True)
            head = wrap(f"{titles[message[1]]} → {titles[message[3]]}{rejected}", PHONE_SIZE, PHONE - 34, bold=True)
            last = canvas.lines(32, y + 17, head, PHONE_SIZE, anchor="start", bold=True, fill=stroke)
            last = canvas.lines(32, last + 20, wrap(message[4], PHONE_SIZE, PHONE - 34), PHONE_SIZE, anchor="start")
            y = last + 14
        else:
            text = wrap(alone[2], PHONE_SIZE, PHONE - 54)
            height = (len(text) + 1) * PHONE_SIZE * 1.32 + 15
            canvas.box(32, y, PHONE - 33, height, fill="tint", stroke=None)
            names = ", ".join(titles[name] for name in alone[1].split(", "))
            canvas.text(43, y + 21, names, PHONE_SIZE, anchor="start", bold=True)
            canvas.lines(43, y + 40, text, PHONE_SIZE, anchor="start")
            y += height + 10
    canvas.height = y + 2
    return canvas.finish()


def draw(lines, colors):
    actors = [line.split(maxsplit=2)[1:] for line in lines if line.startswith("actor ")]
    sequence = Sequence(Canvas(WIDTH, colors), actors)
    for line in lines:
        if not line.startswith("actor "):
            sequence.add(line)
    return sequence.finish()


class Sequence:
    def __init__(self, canvas, actors):
        self.canvas, self.y, self.step = canvas, HEAD + 14, 0
        self.gap = WIDTH / len(actors)
        self.x = {name: self.gap * (index + 0.5) for index, (name, _) in enumerate(actors)}
        self.titles = dict(actors)
        self.lifelines = len(canvas.parts)

    def add(self, line):
        message, alone = MESSAGE.fullmatch(line), ALONE.fullmatch(line)
        if line.startswith("== "):
            self.part(line[3:])
        elif message:
            self.message(self.x[message[1]], self.x[message[3]], message[2], message[4])
        elif alone:
            self.note([self.x[name] for name in alone[1].split(", ")], alone[2])
        else:
            raise ValueError(f"unknown line: {line}")

    def part(self, text):
        canvas, self.y = self.canvas, self.y + 14
        canvas.line(0, self.y + 10, WIDTH, self.y + 10, stroke="faint", width=1)
        half = width(text, 13, bold=True) / 2 + 12
        canvas.box(WIDTH / 2 - half, self.y - 2, 2 * half, 24, fill="page", stroke="faint", radius=12)
        canvas.text(WIDTH / 2, self.y + 14.5, text, 13, fill="soft", bold=True)
        self.y += 30

    def message(self, start, end, style, text):
        """An arrow below its text. If the arrow crosses a lifeline, the text gets a background."""
        stroke, dash = STYLES[style]
        self.step += 1
        room, middle = abs(end - start) - 26, (start + end) / 2
        lines = wrap(text, SIZE, room - 26)
        inner = max(width(line, SIZE) for line in lines)
        self.y += 24
        left = middle - inner / 2 + 12
        if abs(end - start) > self.gap * 1.5:  # the arrow crosses another lifeline
            self.canvas.box(left - 30, self.y - 14, inner + 36, len(lines) * SIZE * 1.32 + 3, fill="page", stroke=None)
        self.canvas.add("circle", cx=left - 16, cy=self.y - 5, r=9.5, fill=self.canvas.color(stroke))
        self.canvas.text(left - 16, self.y - 0.8, str(self.step), 12, fill="page", bold=True)
        last = self.canvas.lines(left, self.y, lines, SIZE, anchor="start")
        self.y = last + 11
        gap = 3 if end > start else -3
        self.canvas.arrow([(start + gap, self.y), (end - gap, self.y)], stroke, dash)
        if style == "-x":
            self.cross(middle)
        self.y += 6

    def cross(self, x):
        for side in (1, -1):
            self.canvas.line(x - 6, self.y - 6 * side, x + 6, self.y + 6 * side, stroke="bad", width=2.2)

    def note(self, places, text):
        middle = (min(places) + max(places)) / 2
        room = max(places) - min(places) + self.gap - 16
        lines = wrap(text, 13, room - 20)
        wide = min(room, max(width(line, 13) for line in lines) + 22)
        height = len(lines) * 13 * 1.32 + 13
        self.y += 10
        self.canvas.box(middle - wide / 2, self.y, wide, height, fill="tint", stroke=None)
        self.canvas.lines(middle, self.y + 19, lines, 13)
        self.y += height + 2

    def finish(self):
        canvas, below = self.canvas, self.y + 16
        drawn, canvas.parts = canvas.parts, []
        for name, x in self.x.items():
            canvas.line(x, HEAD, x, below, stroke="faint", width=1.5)
        for name, x in self.x.items():
            wide = min(self.gap - 12, width(self.titles[name], SIZE, bold=True) + 34)
            lines = wrap(self.titles[name], SIZE, wide - 12, bold=True)
            canvas.box(x - wide / 2, 1, wide, HEAD - 2, stroke="line")
            first = HEAD / 2 + 5 - (len(lines) - 1) * SIZE * 0.66
            canvas.lines(x, first, lines, SIZE, bold=True)
        canvas.parts += drawn
        canvas.height = below + 2
        return canvas.finish()
