"""See scripts/check-dependencies."""

import argparse
import pathlib
import sys

from dependencies import check, outdated, self_test
from dependencies.packages import Problem

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser()
    for option in ("update", "offline", "self-test"):
        parser.add_argument(f"--{option}", action="store_true")
    options = parser.parse_args()
    try:
        state = check.State.read(ROOT)
    except Problem as problem:
        sys.exit(f"check-dependencies: {problem}")
    if options.self_test:
        return self_test.main(state)
    if options.update:
        check.PAGE.write(ROOT, state)
    problems = [*check.problems(state), *check.PAGE.problems(ROOT, state)]
    print("\n".join(check.listing(state)))
    print("\n".join(["Didn't look for newer versions"] if options.offline else outdated.report(state)))
    for problem in problems:
        print(f"check-dependencies: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
