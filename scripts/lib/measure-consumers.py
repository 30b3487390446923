"""Measures the costs for consumers. See scripts/measure-consumers."""

import hashlib
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
# The files that don't affect the measurements, and the file for the results.
PROSE = [":!Documentation.docc", ":!*.md"]


def keep(found):
    FOUND.write_text(json.dumps(found, indent=1))


def main(arguments):
    is_quick = "--quick" in arguments
    systems = ["native"] if is_quick else list(consumer_costs.SYSTEMS)
    # Users don't set this either.
    for name in ["AUTHGEN_BUNDLE", "AUTH_WARNINGS", "SWIFT_DETERMINISTIC_HASHING"]:
        os.environ.pop(name, None)
    found = continued() if "--continue" in arguments and FOUND.exists() else {"state": state()}
    subprocess.run([ROOT / "scripts/build-artifact-bundle"], check=True)
    copy()
    with tempfile.TemporaryDirectory() as folder:
        for system in systems:
            consumer_costs.builds(pathlib.Path(folder), system, found, keep)
    for key, measure in [("tool.debug_s", consumer_costs.tool_runs), ("program.none_mb", consumer_costs.sizes)]:
        if f"consumers.{key}" not in found:
            found |= measure()
            keep(found)
    tell(found, systems, is_quick)


def continued():
    """The results of an interrupted run of this state, which aren't measured again."""
    found = json.loads(FOUND.read_text())
    if found.get("state") != state():
        fail(f"--continue: {FOUND.relative_to(ROOT)} was measured for another state ({found.get('state')}) than the current one "
             f"({state()}); leave out --continue to measure everything again")
    return found


def state():
    """The commit, and a digest of later changes. A table must not mix measurements of two states."""
    commit = git("rev-parse", "--short=12", "HEAD").decode().strip()
    changes = git("diff", "HEAD", "--", ".", *PROSE) + git("ls-files", "--others", "--exclude-standard", "--", ".", *PROSE)
    return commit + (f" changed {hashlib.sha256(changes).hexdigest()[:12]}" if changes else "")


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True).stdout


def tell(found, systems, is_quick):
    providers = consumer_costs.providers()
    missing = consumer_table.missing(found, systems, providers)
    if missing:
        fail(f"not measured: {', '.join(missing)}")
    rows = consumer_table.table(found, systems, providers)
    if not is_quick:
        consumer_table.write(rows)
    print("\n".join(rows))
    over = consumer_table.exceeded(found, systems, providers)
    if over:
        fail(f"above the limit: {', '.join(f'{name} ({found[name]:.3g})' for name in over)}")


def fail(message):
    print(f"measure-consumers: {message}", file=sys.stderr)
    sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
