#!/usr/bin/env python3
"""Prints the objects in FOLDERs that SwiftPM built, one per line. For Swift modules, prints only those of existing
files."""

import json
import sys
from pathlib import Path


def objects(folder):
    outputs = folder / "output-file-map.json"
    if not outputs.exists():
        return list(folder.rglob("*.o"))
    files = json.loads(outputs.read_text()).values()
    return [Path(file["object"]) for file in files if "object" in file]


for argument in sys.argv[1:]:
    for path in objects(Path(argument)):
        if path.exists():
            print(f'"{path}"')
