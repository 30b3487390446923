"""Draws the diagrams, or compares them with the files."""
import sys
from pathlib import Path

from . import card, checks, flow, sequence
from .svg import DARK, LIGHT

CATALOG = Path(__file__).resolve().parents[3] / "Documentation.docc"
# DocC combines files with the same base name into one resource, so a source needs another base name than its picture.
SUFFIX = ".diagram.txt"
KINDS = {"sequence": sequence, "checks": checks, "flow": flow, "card": card}
PAIRS = [
    ("ink", "page"), ("ink", "box"), ("ink", "tint"), ("ink", "goodtint"), ("soft", "page"), ("soft", "box"), ("soft", "tint"),
    ("accent", "tint"), ("bad", "badtint"), ("page", "accent"), ("page", "soft"), ("page", "bad"),
]


def contrast(first, second):
    """As the Web Content Accessibility Guidelines 2.2 define it."""
    def luminance(color):
        parts = [int(color[index:index + 2], 16) / 255 for index in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def pictures(source):
    """The files of a diagram, by name."""
    lines = [line.strip() for line in source.read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    kind, _, ground = lines[0].partition(" ")
    light = DARK if ground == "dark" else LIGHT
    name = source.name.removesuffix(SUFFIX)
    made = {}
    for suffix, colors in (("", light), ("~dark", DARK)):
        made[f"{name}{suffix}.svg"] = KINDS[kind].draw(lines[1:], colors)
        if hasattr(KINDS[kind], "draw_for_phone"):
            made[f"{name}-phone{suffix}.svg"] = KINDS[kind].draw_for_phone(lines[1:], colors)
    return made


def main(arguments):
    if arguments not in ([], ["--check"]):
        print("usage: scripts/draw-diagrams [--check]", file=sys.stderr)
        return 2
    for colors in (LIGHT, DARK):
        for text, ground in PAIRS:
            assert contrast(colors[text], colors[ground]) >= 4.5, f"{text} cannot be read on {ground}"
    drawn = {}
    for source in sorted((CATALOG / "Diagrams").glob(f"*{SUFFIX}")):
        try:
            drawn |= pictures(source)
        except (KeyError, ValueError) as problem:
            print(f"draw-diagrams: {source.name}: {problem}", file=sys.stderr)
            return 1
    return compare(drawn) if arguments else write(drawn)


def existing():
    return {file.name: file for file in (CATALOG / "Resources" / "Diagrams").glob("*.svg")}


def write(drawn):
    (CATALOG / "Resources" / "Diagrams").mkdir(parents=True, exist_ok=True)
    for name, file in existing().items():
        if name not in drawn:
            file.unlink()
    for name, text in drawn.items():
        (CATALOG / "Resources" / "Diagrams" / name).write_text(text, encoding="utf-8")
    print(f"{len(drawn)} pictures")
    return 0


def compare(drawn):
    files = existing()
    stale = [name for name, text in drawn.items() if name not in files or files[name].read_text(encoding="utf-8") != text]
    stale += [name for name in files if name not in drawn]
    for name in sorted(stale):
        print(f"draw-diagrams: Resources/Diagrams/{name} is not what Diagrams says; run scripts/draw-diagrams", file=sys.stderr)
    return 1 if stale else 0
