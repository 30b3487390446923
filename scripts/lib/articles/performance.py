"""The tables of measurements, from Benchmarks/RESULTS.md. Their limits must be those of thresholds.json."""

import json
import re

INTRODUCTION = """# Performance

Measured times and sizes, their limits, and the commands that measure them.

## Overview

The figures come from `Benchmarks/RESULTS.md`, which describes the conditions, and the limits from `Benchmarks/thresholds.json`. Each row has a
reference that was measured in the same run. On a different computer, compare the ratio of the two. For the cost of the plugins, see
<doc:UseThePlugins>.
"""

# The sections of RESULTS.md, with the title here and the command that measures them.
SECTIONS = {
    "Measurements": ("Generating and building", "scripts/bench"),
    "The whole catalog": ("The whole catalog", "Benchmarks/bench.py .build/release/authgen"),
    "The runtime": ("The runtime", "scripts/bench runtime"),
    "An API": ("An API", "scripts/bench api"),
    "A desktop": ("A desktop", "scripts/bench native"),
}


def article(results, thresholds):
    limits = json.loads(thresholds.read_text(encoding="utf-8"))
    lines = [INTRODUCTION]
    for title, text in sections(results.read_text(encoding="utf-8")):
        rows = list(measured(text, limits))
        if not rows:
            continue
        if title not in SECTIONS:
            raise SystemExit(f"RESULTS.md has a section '{title}' that performance.py doesn't know")
        name, command = SECTIONS[title]
        lines += [f"## {name}", "", f"Measured by `{command}`:", "",
                  "| Measurement | Result | Limit | Reference, in the same run |", "| --- | ---: | ---: | --- |", *rows, ""]
    return "\n".join(lines).rstrip() + "\n"


def sections(text):
    parts = re.split(r"^#{1,2} (.*)$", text, flags=re.MULTILINE)
    return zip(parts[1::2], parts[2::2])


def measured(text, limits):
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != 5 or "`" not in cells[0]:
            continue
        key = re.search(r"\(`([^`]+)`\)$", cells[0])[1]
        limit = limits.get(key, {}).get("max")
        if key not in limits or (limit is not None and not same(cells[2], limit)):
            raise SystemExit(f"RESULTS.md: {key} is limited to {limit} in thresholds.json, and here to {cells[2]}")
        yield f"| {cells[0]} | {cells[1]} | {cells[2]} | {cells[3]} |"


def same(cell, limit):
    return float(cell.split(",")[0]) == float(limit)
