"""The index of authgen's diagnostic codes, with the output of `authgen explain CODE`, grouped by area."""

import re
import subprocess
import textwrap

from text import escaped

INTRODUCTION = """# Diagnostics

Every code that authgen reports, with its meaning, the reason for the rule, and an example.

## Overview

A finding ends with its code in brackets: `acme.auth.yaml:4:3: error: … [unknown-key]`. A code never changes its meaning.
The descriptions below are the output of `authgen explain CODE`. A test validates every example: the wrong version causes
the finding, and the right version doesn't. An example without `schema` extends a descriptor of five lines, as in
<doc:AddAProvider>.
"""


def article(program, folder):
    lines = [INTRODUCTION]
    titles = areas(folder)
    listed = [line.split()[0] for line in explain(program).splitlines() if line.strip()]
    if sorted(listed) != sorted(titles):
        raise SystemExit(f"authgen's codes differ from those in {folder}: {set(listed) ^ set(titles)}; build authgen first")
    for before, code in zip([None, *listed], listed):
        if titles[code] != titles.get(before):
            lines += [f"## {titles[code]}", ""]
        lines += entry(explain(program, code), code)
    return "\n".join(lines).rstrip() + "\n"


def areas(folder):
    """The title of each code's area."""
    titles = {}
    for file in folder.glob("*.swift"):
        text = file.read_text(encoding="utf-8")
        title = re.search(r'let title = "(.*)"', text)[1]
        titles |= dict.fromkeys(re.findall(r'DiagnosticCode\(\n    "([a-z-]+)"', text), title)
    return titles


def explain(program, *code):
    return subprocess.run([program, "explain", *code], check=True, capture_output=True, text=True).stdout


def entry(text, code):
    parts = re.fullmatch(
        r"(?P<code>\S+)\n\n(?P<meaning>.*?)\n\nWhy: (?P<why>.*?)\n\n"
        r"(?:No example: (?P<none>.*?)|Wrong:\n\n(?P<wrong>.*?)\n\nRight:\n\n(?P<right>.*?))\n", text, re.DOTALL)
    if parts is None:
        raise SystemExit(f"the explanation of {code} has an unexpected format:\n{text}")
    lines = [f"### {code}", "", paragraph(parts["meaning"]), "", f"*Why:* {paragraph(parts['why'])}", ""]
    if parts["none"]:
        return lines
    return lines + ["Wrong:", "", *block(parts["wrong"], code), "", "Right:", "", *block(parts["right"], code), ""]


def paragraph(text):
    return escaped(" ".join(text.split()))


def block(text, code):
    return ["```" if "template" in code else "```yaml", *textwrap.dedent(text).splitlines(), "```"]
