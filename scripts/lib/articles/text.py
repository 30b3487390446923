"""A command's text in Markdown."""

import re


def escaped(text):
    """The text without special meaning in Markdown. The output of commands has no markup. Options are shown as code."""
    text = re.sub(r"([\\`*_<\[\]])", r"\\\1", text)
    return re.sub(r"(?<![\w`-])(--[a-z][a-z-]*)", r"`\1`", text)
