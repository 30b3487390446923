"""The table of the costs for consumers, in the article on the plugins, and its limits."""

import os
import statistics
import time

from consumer_costs import TRAITS
from consumers import ROOT

ARTICLE = ROOT / "Documentation.docc/UseThePlugins.md"
BEGIN, END = "<!-- measurements begin -->", "<!-- measurements end -->"
# The description, the key, and the limit in seconds.
ROWS = [
    ("A cold build of the runtime without traits", "runtime.cold_s", None),
    ("The same with a client that the prebuilt tool generates", "prebuilt.cold_s", None),
    ("The plugin's part of that (compiling both plugins and running the tool), compared with the same client committed",
     "prebuilt.share_s", 5),
    ("The same without compiling the plugins", "prebuilt.kept_share_s", None),
    ("The same client, with the tool built from source", "source.cold_s", None),
    ("A cold build of six consumers with every trait and the tool from source", "umbrella.cold_s", None),
    ("A build without a change, one consumer", "prebuilt.no_op_s", None),
    ("After touching a descriptor, compared with a build without a change", "prebuilt.touched_over_no_op_s", 3),
    ("After a change of a descriptor, compared with a build without a change", "prebuilt.edited_over_no_op_s", None),
    ("After adding a source file, with the prebuilt tool", "prebuilt.added_s", None),
    ("A build without a change, six consumers, with the tool from source", "umbrella.no_op_s", None),
    ("After touching a descriptor, compared with that", "umbrella.touched_over_no_op_s", 3),
    ("After a change of a descriptor, compared with that", "umbrella.edited_over_no_op_s", None),
    ("After adding a source file, with the tool from source", "umbrella.added_s", None),
]
# The description, the key, and the limit in seconds. The limit applies to the fastest run.
TOOL = [
    ("One run of the tool, built for debugging", "consumers.tool.debug", 0.5),
    ("The same for a descriptor with a template and settings", "consumers.tool.debug.own", 0.5),
    ("One run of the prebuilt tool", "consumers.tool.prebuilt", 0.05),
    ("The same for a descriptor with a template and settings", "consumers.tool.prebuilt.own", 0.05),
]
# Kilobytes.
SIZE_LIMIT = 60


def table(found, systems, providers):
    """Lines of Markdown."""
    return times(found, systems) + [""] + tool(found) + [""] + sizes(found, providers) + [""] + programs(found)


def times(found, systems):
    rows = ["| Measurement | Limit | " + " | ".join(f"`{system}`" for system in systems) + " |",
            "| --- | ---: |" + " ---: |" * len(systems)]
    for name, key, limit in ROWS:
        values = [f"{found[f'consumers.{system}.{key}']:.1f} s" for system in systems]
        rows.append(f"| {name} | {f'{limit} s' if limit else '–'} | {' | '.join(values)} |")
    return rows


def tool(found):
    rows = ["| Measurement | Limit | Fastest | Median |", "| --- | ---: | ---: | ---: |"]
    values = [(name, limit, found[f"{key}_s"], found[f"{key}_median_s"]) for name, key, limit in TOOL]
    return rows + [f"| {name} | {limit} s | {best:.3f} s | {median:.3f} s |" for name, limit, best, median in values]


def sizes(found, providers):
    rows = ["| Size that a client adds to a release program | Limit | Result |", "| --- | ---: | ---: |"]
    values = {provider: found[size_key(provider)] for provider in providers}
    largest = max(values, key=values.get)
    rows.append(f"| The largest, `{largest}` | {SIZE_LIMIT} KB | {values[largest]:.0f} KB |")
    rows.append(f"| The median | – | {statistics.median(values.values()):.0f} KB |")
    return rows + [f"| `{provider}` | {SIZE_LIMIT} KB | {value:.0f} KB |" for provider, value in values.items()]


def programs(found):
    rows = ["| A release program that uses the runtime | Result |", "| --- | ---: |"]
    for trait in TRAITS:
        name = f"with only the trait `{trait}`" if trait else "without traits"
        rows.append(f"| {name} | {found[program_key(trait)]:.1f} MB |")
    return rows


def missing(found, systems, providers):
    """The table's values that haven't been measured."""
    keys = [f"consumers.{system}.{key}" for _, key, _ in ROWS for system in systems]
    keys += [key + ending for _, key, _ in TOOL for ending in ["_s", "_median_s"]]
    keys += [size_key(provider) for provider in providers] + [program_key(trait) for trait in TRAITS]
    return [key for key in keys if key not in found]


def exceeded(found, systems, providers):
    limits = {f"consumers.{system}.{key}": limit for _, key, limit in ROWS if limit for system in systems}
    limits |= {f"{key}_s": limit for _, key, limit in TOOL}
    limits |= {size_key(provider): SIZE_LIMIT for provider in providers}
    return [name for name, limit in limits.items() if not noise(name, found) < found[name] <= limit]


def size_key(provider):
    return f"consumers.size.{provider}_kb"


def program_key(trait):
    return f"consumers.program.{trait or 'none'}_mb"


def noise(name, found):
    """The tolerance for a negative difference, because two builds without a change differ too. A value below it is a
    measurement error."""
    base = found[name.replace("touched_over_", "")] if "touched_over_" in name else 0
    return -max(1, 0.05 * base)


def write(rows):
    day = time.strftime("%Y-%m-%d")
    cores = os.cpu_count()
    head = (f"Elapsed time on {cores} cores of Linux x86_64, {day}, with packages already fetched. Each build ran once. "
            "The tool ran fifteen times, and the table shows the fastest run, because the others include waiting times:")
    before, rest = ARTICLE.read_text().split(BEGIN)
    _, after = rest.split(END)
    ARTICLE.write_text(before + "\n".join([BEGIN, "", head, "", *rows, "", END]) + after)
