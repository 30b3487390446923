"""See scripts/lib/release-assets."""

import argparse
import pathlib
import sys

from dependencies import packages
from release import assets
from release.changelog import Problem

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("version")
    parser.add_argument("--bundle", type=pathlib.Path)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    options = parser.parse_args()
    try:
        print("\n".join(assets.write(ROOT, ROOT, options.version, options.bundle, options.output)))
    except (Problem, packages.Problem) as problem:
        sys.exit(f"release-assets: {problem}")


main()
