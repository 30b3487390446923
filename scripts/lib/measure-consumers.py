"""Measures what consumers pay: see scripts/measure-consumers."""

import os
import pathlib
import subprocess
import sys
import tempfile

import consumer_costs
import consumer_table
from consumers import ROOT, copy


def main(arguments):
    is_quick = "--quick" in arguments
    systems = ["native"] if is_quick else list(consumer_costs.SYSTEMS)
    for name in ["AUTHGEN_BUNDLE", "AUTH_WARNINGS"]:
        os.environ.pop(name, None)
    subprocess.run([ROOT / "scripts/build-artifact-bundle"], check=True)
    copy()
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for system in systems:
            found |= consumer_costs.builds(pathlib.Path(folder), system)
    found |= consumer_costs.tool_runs()
    found |= consumer_costs.sizes()
    rows = consumer_table.table(found)
    if not is_quick:
        consumer_table.write(rows)
    print("\n".join(rows))
    over = consumer_table.exceeded(found)
    for name in over:
        print(f"measure-consumers: {name} exceeds its threshold", file=sys.stderr)
    sys.exit(1 if over else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
