"""A drawing for a card: one color, and lines of one width."""
from .svg import Canvas

# For each color: the background and the line, in light and in dark mode.
COLORS = {
    "blue": ("#e4effc", "#0060c0", "#0b2440", "#6cb6ff"), "green": ("#e3f3e8", "#0a6b34", "#0c2b1a", "#62d690"),
    "purple": ("#efe8fb", "#6b3fc4", "#241640", "#bd9bff"), "orange": ("#fdeedd", "#a34a00", "#38200a", "#ffad66"),
    "red": ("#fce8e8", "#b3261e", "#3a1614", "#ff8f86"), "teal": ("#dff3f4", "#006874", "#07292d", "#5cd0dc"),
}


def draw(lines, colors):
    canvas = Canvas(320, colors)
    canvas.height = 180
    ground, stroke = COLORS[lines[0].removeprefix("accent ")][2 if colors["page"] == "#000000" else 0:][:2]
    if lines[1] == "icon":  # a square without a background
        canvas.width = 180
        del lines[1]
    else:
        canvas.add("rect", width=320, height=180, fill=ground)
    canvas.parts.append(
        f'  <g transform="scale(2)" fill="none" stroke="{stroke}" stroke-width="2.6" stroke-linecap="round" '
        f'stroke-linejoin="round">')
    for line in lines[1:]:
        shape(canvas, stroke, *line.split(maxsplit=1))
    canvas.parts.append("  </g>")
    return canvas.finish()


def shape(canvas, stroke, kind, rest):
    filled, solid = {}, kind == "fill"
    if solid:
        kind, rest = rest.split(maxsplit=1)
        filled = {"fill": stroke, "stroke": "none"}
    if kind == "path":
        canvas.add("path", d=rest, **filled)
    elif kind == "circle":
        x, y, radius = map(float, rest.split())
        canvas.add("circle", cx=x, cy=y, r=radius, **filled)
    elif kind == "rect":
        x, y, width, height, radius = map(float, rest.split())
        canvas.add("rect", x=x, y=y, width=width, height=height, rx=radius, **filled)
    else:
        raise ValueError(f"unknown line: {kind} {rest}")
