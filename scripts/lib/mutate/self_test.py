"""Compiles a sample with its mutants, and checks which input each mutant accepts. Also parses the mutated sources of the package."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from mutate import report, rewrite
from mutate.tree import Tree

SAMPLE = Path(__file__).with_name("sample.swift")
# The name of each mutant, and the inputs that it accepts.
EXPECTED = {
    "guards: guard !name.isEmpty": "0",
    "guards: guard count < 10": "1",
    "guards: guard count != 7": "2",
    'guards: guard name != "\\(name.isEmpty ? "}" : "{")x"': "3",
    'conditions: or name == "bad"': "4",
    'conditions: or name == "worse"': "5",
    "conditions: if let first = values.first, first < 0": "6",
    "conditions: if value == 13": "7",
    "isValid: and name.count < 9": "8",
    "isValid: and name.allSatisfy { $0.isLetter && $0.isLowercase }": "9 10",
    # The other part rejects a digit too.
    "isValid: and $0.isLetter": "",
    "isValid: and $0.isLowercase": "10",
    'check: guard name != "odd"': "11 15",
    'main: call try check("odd")': "11",
    "isListed: true denied.contains(name)": "",
    "isListed: false denied.contains(name)": "13 14",
    'isListed: row "one"': "13",
    'isListed: row "two"': "14",
    "short: choice name.count > 3": "16",
    "patterns: case case .open = state": "17",
    'patterns: when first == "k"': "18",
    "patterns: guard isKnown": "18",
    "accepts: true (try? body()) != nil": "0 1 2 3 4 5 6 7 11 12 15 17 18",
    "accepts: false (try? body()) != nil": "",
    "maximumLength: limit 4": "12",
    "calls: call try check(name)": "15",
    "calls: guard name.count <= Limits.maximumLength": "12",
}
# The formatter doesn't allow such a comment in a Swift file.
COMMENT = '/* A /* nested */ comment: guard name != "x" else { throw } */\n'
MINIMUM = 150


def main(root):
    failures = [*sample(), *package(root), *lists()]
    for failure in failures:
        print(f"mutate: {failure}", file=sys.stderr)
    return 1 if failures else 0


def sample():
    original = COMMENT + SAMPLE.read_text(encoding="utf-8")
    text, mutants = rewrite.rewrite(original, "sample.swift", 1, ("isListed",))
    numbers = {mutant.name.removeprefix("sample.swift: "): mutant.number for mutant in mutants}
    if set(numbers) != set(EXPECTED):
        yield f"the sample has other mutants than expected: {sorted(set(numbers) ^ set(EXPECTED))}"
        return
    with tempfile.TemporaryDirectory() as folder:
        files = {"Sample.swift": text, "Mutant.swift": rewrite.runtime(len(mutants))}
        for name, content in files.items():
            Path(folder, name).write_text(content, encoding="utf-8")
        subprocess.run(
            ["swiftc", "-swift-version", "6", "-parse-as-library", "-o", "sample", *files], cwd=folder, check=True)
        trace = Path(folder, "trace")
        if output := run(folder, {"AUTH_MUTANT_TRACE": str(trace)}):
            yield f"without a mutant, the sample accepts {output}"
        if {int(line) for line in trace.read_text().split()} != set(numbers.values()):
            yield "the trace of the sample doesn't list every mutant"
        for name, number in numbers.items():
            if (output := run(folder, {"AUTH_MUTANT": str(number)})) != EXPECTED[name]:
                yield f"'{name}': expected the inputs '{EXPECTED[name]}', found '{output}'"
        several = [numbers["guards: guard !name.isEmpty"], numbers['isListed: row "two"']]
        if (output := run(folder, {"AUTH_MUTANT": ",".join(map(str, several))})) != "0 14":
            yield f"with two mutants, the sample accepts '{output}'"
    print(f"{len(mutants)} mutants of the sample")


def run(folder, environment):
    return subprocess.run(
        [Path(folder, "sample")], env=os.environ | environment, check=True, capture_output=True, text=True).stdout.strip()


def package(root):
    mutants, sources = Tree(root).mutants()
    if len(mutants) < MINIMUM:
        yield f"the package has {len(mutants)} mutants, and needs {MINIMUM}"
    if len({mutant.name for mutant in mutants}) < len(mutants):
        yield "two mutants have the same name"
    with tempfile.TemporaryDirectory() as folder:
        for file, text in sources.items():
            path = Path(folder, file)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        parsed = subprocess.run(
            ["swiftc", "-frontend", "-parse", "-parse-as-library", *sources], cwd=folder, capture_output=True, text=True)
        if parsed.returncode:
            yield f"the sources with mutants can't be parsed:\n{parsed.stderr}"
    reasons = report.equivalents(report.EQUIVALENT.read_text(encoding="utf-8"))
    yield from report.problems({}, reasons, {mutant.name for mutant in mutants})
    print(f"{len(mutants)} mutants of the package")


def lists():
    """The rules for the reviewed list."""
    text = "# A comment.\nkilled\n  Because.\nmissing\n  Because,\n  too.\nbare\nequivalent\n  Because.\n"
    results = {"killed": "T/t()", "equivalent": None, "bare": None, "survivor": None}
    found = list(report.problems(results, report.equivalents(text), set(results)))
    expected = ["survived: survivor", "T/t() finds: killed", "doesn't exist: missing", "gives no reason: bare"]
    for message in expected:
        if not any(message in problem for problem in found):
            yield f"the reviewed list: expected '{message}'"
    if len(found) != len(expected):
        yield f"the reviewed list: found {found}"
