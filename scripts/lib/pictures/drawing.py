"""A terminal as SVG, in the colors of the diagrams."""
from xml.sax.saxutils import escape

from diagrams.svg import CODE, DARK, LIGHT, Canvas

from .terminal import COLUMNS, folded

SIZE, LEADING, ADVANCE = 14, 20, 8.43
SIDE, BAR, FOOT = 9, 30, 12
WIDTH = round(COLUMNS * ADVANCE + 2 * SIDE)


def drawn(transcript):
    """The light and the dark picture of pairs of a command and its output."""
    return {suffix: draw(transcript, colors) for suffix, colors in (("", LIGHT), ("~dark", DARK))}


def draw(transcript, colors):
    lines = [line for command, output in transcript for line in rows(command, output)]
    canvas = Canvas(WIDTH, colors)
    canvas.height = BAR + len(lines) * LEADING + FOOT
    canvas.box(0.5, 0.5, WIDTH - 1, canvas.height - 1, radius=9)
    for index in range(3):
        canvas.add("circle", cx=SIDE + 7 + 16 * index, cy=BAR / 2, r=5, fill=canvas.color("faint"))
    for index, (text, is_command) in enumerate(lines):
        put(canvas, BAR + (index + 0.72) * LEADING, text, is_command)
    return canvas.finish()


def rows(command, output):
    for line in f"$ {command}".splitlines():
        if len(line) > COLUMNS:
            raise ValueError(f"'{line}' is wider than the terminal")
        yield line, True
    for line in output.splitlines():
        for part in folded(line):
            yield part, False


def put(canvas, y, text, is_command):
    """One line of text. Its length is fixed, because the fonts of readers differ in width."""
    if not text.strip():
        return
    indent = len(text) - len(text.lstrip())
    text = text.strip()
    length = len(text) * ADVANCE
    inner = escape(text)
    if is_command and text.startswith("$ "):
        inner = f'<tspan fill="{canvas.color("accent")}">$</tspan>{inner[1:]}'
    weight = ' font-weight="600"' if is_command else ""
    canvas.parts.append(
        f'  <text x="{SIDE + indent * ADVANCE:.1f}" y="{y:.1f}" font-family="{CODE}" font-size="{SIZE}" '
        f'fill="{canvas.color("ink")}" textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs"{weight} '
        f'xml:space="preserve">{inner}</text>')
