"""The code and data from other projects in this repository."""

import dataclasses
import pathlib
import re
import subprocess

TABLE = pathlib.Path(__file__).with_name("copied.txt")
# The licenses that they may have, as SPDX expressions. MPL-2.0 applies only to the file itself.
ALLOWED = {"MPL-2.0"}
# The folders and files that products contain. Products don't contain scripts and tests.
FOLDERS = ["Sources", "Templates", "Providers", "Plugins", "Package.swift"]
# The phrases with which files name their license.
LICENSE = re.compile(
    r"SPDX-License-Identifier|Licensed under|Public License|Creative Commons|Permission is hereby granted"
    r"|Redistribution and use in source|Copyright \(c\)|©", re.IGNORECASE)


@dataclasses.dataclass(frozen=True)
class Part:
    name: str
    file: str
    license: str
    product: str
    purpose: str


def read(text):
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [Part(*(column.strip() for column in line.split("|"))) for line in lines]


def licensed(root):
    """The tracked files of products that name a license."""
    listed = subprocess.run(["git", "ls-files", "-z", "--", *FOLDERS], cwd=root, check=True, capture_output=True, text=True)
    files = [name for name in listed.stdout.split("\0") if name and (root / name).is_file()]
    return {name for name in files if LICENSE.search((root / name).read_text(encoding="utf-8", errors="replace"))}


def problems(parts, licensed):
    listed = [part.file for part in parts]
    for file in sorted(licensed - set(listed)):
        yield f"{file} names a license; if it's from another project, add it to scripts/lib/dependencies/copied.txt"
    for part in parts:
        if part.license not in ALLOWED:
            yield f"the license {part.license} of {part.name} isn't in ALLOWED in scripts/lib/dependencies/copied.py"
        if part.file not in licensed:
            yield f"{part.file} is missing or names no license; correct scripts/lib/dependencies/copied.txt"
