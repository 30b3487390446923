"""The shapes of the diagrams, as SVG in the colors of a scheme."""
from xml.sax.saxutils import escape

from .text import spans

FONT = "-apple-system, BlinkMacSystemFont, 'Helvetica Neue', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
CODE = "ui-monospace, SFMono-Regular, Menlo, 'Cascadia Mono', 'Roboto Mono', 'DejaVu Sans Mono', monospace"

# Each text has a contrast of at least 4.5 to 1 against its background. `draw.py` checks that.
LIGHT = {
    "page": "#ffffff", "ink": "#1d1d1f", "soft": "#56565b", "line": "#9a9aa0", "faint": "#d2d2d7", "box": "#f5f5f7",
    "accent": "#0060c0", "tint": "#e8f1fb", "good": "#0a6b34", "goodtint": "#e6f4ea", "bad": "#b3261e", "badtint": "#fcebea",
}
DARK = {
    "page": "#000000", "ink": "#f5f5f7", "soft": "#b2b2b8", "line": "#7c7c82", "faint": "#424245", "box": "#1d1d1f",
    "accent": "#5eb0ff", "tint": "#0d2238", "good": "#5fd38d", "goodtint": "#0e2a1a", "bad": "#ff8a80", "badtint": "#361512",
}


# The width of a drawing for a phone, and the size of its text: code is a little smaller, and narrow phones show less than this.
PHONE, PHONE_SIZE = 350, 14


def number(value):
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Canvas:
    def __init__(self, width, colors):
        self.width, self.height, self.colors, self.parts = width, 0, colors, []

    def color(self, name):
        return self.colors[name] if name in self.colors else name

    def add(self, tag, **attributes):
        text = "".join(
            f' {name.replace("_", "-")}="{number(value) if isinstance(value, (int, float)) else escape(str(value))}"'
            for name, value in attributes.items() if value is not None)
        self.parts.append(f"  <{tag}{text}/>")

    def box(self, x, y, width, height, fill="box", stroke="faint", radius=8, dash=None):
        self.add(
            "rect", x=x, y=y, width=width, height=height, rx=radius, fill=self.color(fill),
            stroke=self.color(stroke) if stroke else None, stroke_dasharray=dash)

    def line(self, x1, y1, x2, y2, stroke="line", width=1.5, dash=None):
        self.add(
            "line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=self.color(stroke), stroke_width=width, stroke_dasharray=dash)

    def arrow(self, points, stroke, dash=None):
        """A line through the points, with an arrowhead at its end."""
        (x1, y1), (x2, y2) = points[-2:]
        along = ((x2 > x1) - (x2 < x1), (y2 > y1) - (y2 < y1))
        across = (-along[1], along[0])
        base = (x2 - 8 * along[0], y2 - 8 * along[1])
        path = " ".join(f"{number(x)},{number(y)}" for x, y in [*points[:-1], base])
        self.add(
            "polyline", points=path, fill="none", stroke=self.color(stroke), stroke_width=1.6, stroke_dasharray=dash)
        head = [(x2, y2)] + [(base[0] + side * 4.5 * across[0], base[1] + side * 4.5 * across[1]) for side in (1, -1)]
        self.add("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in head), fill=self.color(stroke))

    def text(self, x, y, text, size, fill="ink", anchor="middle", bold=False):
        inner = "".join(
            f'<tspan font-family="{CODE}" font-size="{number(size * 0.94)}">{escape(span.text)}</tspan>'
            if span.code else escape(span.text) for span in spans(text))
        weight = ' font-weight="600"' if bold else ""
        self.parts.append(
            f'  <text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{self.color(fill)}" '
            f'text-anchor="{anchor}"{weight} xml:space="preserve">{inner}</text>')

    def lines(self, x, y, lines, size, **options):
        """Lines of text, starting at the first one's baseline. Returns the last one's baseline."""
        for index, line in enumerate(lines):
            self.text(x, y + index * size * 1.32, line, size, **options)
        return y + (len(lines) - 1) * size * 1.32

    def finish(self):
        size = f'width="{number(self.width)}" height="{number(self.height)}"'
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {number(self.width)} {number(self.height)}" '
            f'font-family="{FONT}">', *self.parts, "</svg>", ""])
