"""The index of the codes that authgen finds: what `authgen explain CODE` says of each, in the groups of DiagnosticCode."""

import re
import subprocess
import textwrap

from text import escaped

INTRODUCTION = """# Diagnostics

Every code that authgen reports: what it means, why the rule exists, and what is right.

## Overview

A finding ends with its code in brackets: `acme.auth.yaml:4:3: error: … [unknown-key]`. A code never changes its meaning.
The text below is what `authgen explain CODE` prints, and a test reads every example: what is wrong makes the finding,
and what is right does not. Lines without `schema` are added to a descriptor of five lines, as in <doc:AddAProvider>.
"""


def article(program, source):
    lines = [INTRODUCTION]
    found = []
    for kind, value in groups(source):
        if kind == "group":
            lines += [f"## {value}", ""]
        else:
            found.append(value)
            lines += entry(explain(program, value), value)
    listed = [line.split()[0] for line in explain(program).splitlines() if line.strip()]
    if sorted(listed) != sorted(found):
        raise SystemExit(f"authgen knows other codes than {source.name}: {set(listed) ^ set(found)}; build it first")
    return "\n".join(lines).rstrip() + "\n"


def groups(source):
    """The groups and codes, in the order of the declaration."""
    for line in source.read_text(encoding="utf-8").splitlines():
        if group := re.fullmatch(r"  // (.*)", line):
            yield "group", group[1]
        elif code := re.fullmatch(r'  case \w+ = "([a-z-]+)"', line):
            yield "code", code[1]
        elif line == "}":
            return


def explain(program, *code):
    return subprocess.run([program, "explain", *code], check=True, capture_output=True, text=True).stdout


def entry(text, code):
    parts = re.fullmatch(
        r"(?P<code>\S+)\n\n(?P<meaning>.*?)\n\nWhy: (?P<why>.*?)\n\n"
        r"(?:No example: (?P<none>.*?)|Wrong:\n\n(?P<wrong>.*?)\n\nRight:\n\n(?P<right>.*?))\n", text, re.DOTALL)
    if parts is None:
        raise SystemExit(f"the text of {code} has another shape than this script knows:\n{text}")
    lines = [f"### {code}", "", paragraph(parts["meaning"]), "", f"*Why:* {paragraph(parts['why'])}", ""]
    if parts["none"]:
        return lines
    return lines + ["Wrong:", "", *block(parts["wrong"], code), "", "Right:", "", *block(parts["right"], code), ""]


def paragraph(text):
    return escaped(" ".join(text.split()))


def block(text, code):
    return ["```" if "template" in code else "```yaml", *textwrap.dedent(text).splitlines(), "```"]
