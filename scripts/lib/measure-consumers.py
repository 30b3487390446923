"""Measures what consumers pay: see scripts/measure-consumers."""

import pathlib
import subprocess
import sys
import tempfile

import consumer_costs
import consumer_table
from consumers import ROOT, copy


def main(arguments):
    systems = ["native"] if "--quick" in arguments else list(consumer_costs.SYSTEMS)
    subprocess.run([ROOT / "scripts/build-artifact-bundle"], check=True)
    copy()
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for system in systems:
            found |= consumer_costs.builds(pathlib.Path(folder), system)
    found |= consumer_costs.tool_runs()
    found |= consumer_costs.sizes()
    rows = consumer_table.table(found)
    consumer_table.write(rows)
    print("\n".join(rows))
    over = consumer_table.exceeded(found)
    for name in over:
        print(f"measure-consumers: {name} exceeds its threshold", file=sys.stderr)
    sys.exit(1 if over else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
