#!/usr/bin/env python3
"""Prints a module interface of the Linux toolchain, edited so that it compiles for an Apple platform."""

import argparse
import pathlib
import re

# Function bodies aren't needed to check types, and skipping them makes the standard library compile in seconds.
FLAGS = "-Onone -experimental-skip-all-function-bodies"


def toolchain(target, text):
    """The interface of a module that was built with library evolution."""
    text = re.sub(r"-target \S+", f"-target {target}", text, count=1)
    text = text.replace(" -O ", f" {FLAGS} ", 1)
    text = re.sub(r"^ *@backDeployed\(.*\)\n", "", text, flags=re.MULTILINE)
    return re.sub(r"^(@_exported )?import (Glibc|_Builtin_float)\n", "", text, flags=re.MULTILINE)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["toolchain"])
    parser.add_argument("target", help="the target triple")
    parser.add_argument("file", type=pathlib.Path, help="the interface")
    options = parser.parse_args()
    print(toolchain(options.target, options.file.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
