"""Text of a command in Markdown."""

import re


def escaped(text):
    """Text that means nothing in Markdown: what a command prints has none of it. What looks like an option is code."""
    text = re.sub(r"([\\`*_<\[\]])", r"\\\1", text)
    return re.sub(r"(?<![\w`-])(--[a-z][a-z-]*)", r"`\1`", text)
