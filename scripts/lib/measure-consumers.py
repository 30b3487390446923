"""Measures what consumers pay: see scripts/measure-consumers."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import consumer_costs
import consumer_table
from consumers import ROOT, copy


FOUND = ROOT / ".build/consumers-measured.json"


def keep(found):
    FOUND.write_text(json.dumps(found, indent=1))


def main(arguments):
    is_quick = "--quick" in arguments
    systems = ["native"] if is_quick else list(consumer_costs.SYSTEMS)
    for name in ["AUTHGEN_BUNDLE", "AUTH_WARNINGS"]:
        os.environ.pop(name, None)
    subprocess.run([ROOT / "scripts/build-artifact-bundle"], check=True)
    copy()
    # What an interrupted run has found is not measured again.
    found = json.loads(FOUND.read_text()) if "--continue" in arguments and FOUND.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        for system in systems:
            consumer_costs.builds(pathlib.Path(folder), system, found, keep)
    for key, measure in [("tool.debug_s", consumer_costs.tool_runs), ("program.none_mb", consumer_costs.sizes)]:
        if f"consumers.{key}" not in found:
            found |= measure()
            keep(found)
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
