"""See scripts/lib/prepare-release."""

import argparse
import pathlib
import sys

from release import prepare, version
from release.changelog import Problem

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("version")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--check", action="store_true")
    group.add_argument("--next", action="store_true")
    options = parser.parse_args()
    try:
        if not version.VERSION.fullmatch(options.version):
            raise Problem(f"'{options.version}' isn't a version; use MAJOR.MINOR.PATCH, such as 0.1.0")
        action = prepare.check_prepared if options.check else prepare.begin_next if options.next else prepare.prepare
        action(ROOT, options.version)
    except Problem as problem:
        sys.exit(f"prepare-release: {problem}")


main()
