"""The width of strings, and their line breaks. The widths are Helvetica's, with room for wider fonts."""
import re
from dataclasses import dataclass

ROOM = 1.17  # DejaVu Sans, the fallback on Linux, is this much wider
MONO = 0.60
_WIDTHS = {
    222: "ijl'", 278: " tfI!,./:;\\|[]()", 333: "r-()`*", 500: "ckvxyzsJ", 556: "abdeghnopqu0123456789L_?$#",
    584: "+<>=~", 611: "FTZ", 667: "ABEKPSVXY&", 722: "CDHNRUw", 778: "GOQ", 833: "mM", 944: "W", 1000: "—→…@%",
}
_WIDTH = {letter: width for width, letters in _WIDTHS.items() for letter in letters}


@dataclass(frozen=True)
class Span:
    text: str
    code: bool


def spans(text):
    """The text, split into prose and code."""
    return [Span(part, index % 2 == 1) for index, part in enumerate(text.split("`")) if part]


def width(text, size, bold=False):
    total = 0.0
    for span in spans(text):
        if span.code:
            total += len(span.text) * MONO * size * 0.94
        else:
            total += sum(_WIDTH.get(letter, 600) for letter in span.text) / 1000 * size * ROOM * (1.06 if bold else 1)
    return total


def wrap(text, size, limit, bold=False):
    """Lines of at most this width. Code isn't split."""
    words = re.findall(r"(?:`[^`]*`|[^\s`])+", text)
    lines, line = [], ""
    for word in words:
        if width(word, size, bold) > limit:
            raise ValueError(f"'{word}' is wider than its line")
        longer = f"{line} {word}".strip()
        if line and width(longer, size, bold) > limit:
            lines.append(line)
            line = word
        else:
            line = longer
    return lines + [line] if line else lines
