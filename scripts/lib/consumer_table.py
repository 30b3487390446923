"""The table of what consumers pay, in the article on the plugins, and its limits."""

import os
import time

from consumer_costs import SYSTEMS
from consumers import ROOT

ARTICLE = ROOT / "Documentation.docc/UseThePlugins.md"
BEGIN, END = "<!-- measurements begin -->", "<!-- measurements end -->"
# What is told, its key, and the limit in seconds.
ROWS = [
    ("A cold build of the runtime without traits", "runtime.cold_s", None),
    ("The same with a client, made by the prebuilt tool", "prebuilt.cold_s", None),
    ("What a client takes of that (plugin, tool, its own compilation), over a build without a change", "prebuilt.share_s", 5),
    ("The same client, the tool built from source", "source.cold_s", None),
    ("A cold build of six consumers with every trait, the tool from source", "umbrella.cold_s", None),
    ("A build without a change, one consumer", "prebuilt.no_op_s", None),
    ("After touching a descriptor, over a build without a change", "prebuilt.touched_over_no_op_s", 3),
    ("After a change of a descriptor, over a build without a change", "prebuilt.edited_over_no_op_s", None),
    ("After adding a source file, the tool prebuilt", "prebuilt.added_s", None),
    ("A build without a change, six consumers", "umbrella.no_op_s", None),
    ("After touching a descriptor, over that", "umbrella.touched_over_no_op_s", 3),
    ("After a change of a descriptor, over that", "umbrella.edited_over_no_op_s", None),
    ("After adding a source file, the tool from source", "umbrella.added_s", None),
]
TOOL = [
    ("One run of the tool, built for debugging", "consumers.tool.debug_s", 0.5),
    ("One run of the prebuilt tool", "consumers.tool.prebuilt_s", 0.05),
]
SIZE_LIMIT = 60


def table(found):
    systems = [system for system in SYSTEMS if f"consumers.{system}.runtime.cold_s" in found]
    rows = ["| What | At most | " + " | ".join(f"`{system}`" for system in systems) + " |",
            "| --- | ---: |" + " ---: |" * len(systems)]
    for name, key, limit in ROWS:
        values = [f"{found[f'consumers.{system}.{key}']:.1f} s" for system in systems]
        rows.append(f"| {name} | {f'{limit} s' if limit else '–'} | {' | '.join(values)} |")
    rows += ["", "| What | At most | Measured |", "| --- | ---: | ---: |"]
    rows += [f"| {name} | {limit} s | {found[key]:.3f} s |" for name, key, limit in TOOL]
    for key, value in found.items():
        if key.startswith("consumers.size."):
            provider = key.removeprefix("consumers.size.").removesuffix("_kb")
            name = f"What the client of `{provider}` adds to a release program"
            rows.append(f"| {name} | {SIZE_LIMIT} KB | {value:.0f} KB |")
        if key.startswith("consumers.program."):
            trait = key.removeprefix("consumers.program.").removesuffix("_mb")
            name = "without traits" if trait == "none" else f"with the trait `{trait}`"
            rows.append(f"| A release program that uses the runtime {name} | – | {value:.1f} MB |")
    return rows


def exceeded(found):
    limits = {f"consumers.{system}.{key}": limit for _, key, limit in ROWS if limit for system in SYSTEMS}
    limits |= {key: limit for _, key, limit in TOOL}
    limits |= {key: SIZE_LIMIT for key in found if key.startswith("consumers.size.")}
    return [name for name, limit in limits.items() if not noise(name, found) < found.get(name, 0) <= limit]


def noise(name, found):
    """How far below nothing a difference may lie: two builds without a change differ too. What is less was measured wrongly."""
    base = found.get(name.replace("touched_over_", ""), 0) if "touched_over_" in name else 0
    return -max(1, 0.05 * base)


def write(rows):
    day = time.strftime("%Y-%m-%d")
    cores = os.cpu_count()
    head = (f"Seconds by the clock, on {cores} cores of Linux x86_64, {day}, packages fetched before. Builds ran once "
            "each; of the tool's own runs the quickest of fifteen counts:")
    before, rest = ARTICLE.read_text().split(BEGIN)
    _, after = rest.split(END)
    ARTICLE.write_text(before + "\n".join([BEGIN, "", head, "", *rows, "", END]) + after)
