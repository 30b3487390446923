"""Prints the head of a table, the row of a target, or the sum of all: summary.py [TARGET LOG FINDINGS | --total LOG...].
Fails if the target has a finding."""
import re
import sys
from pathlib import Path

EXECUTIONS = r"number_of_executed_units:\s+(\d+)"

if sys.argv[1:2] == ["--total"]:
    counts = [re.findall(EXECUTIONS, Path(log).read_text(errors="replace")) for log in sys.argv[2:]]
    print(f"{sum(int(count[-1]) for count in counts if count):,} executions")
    sys.exit()
if len(sys.argv) == 1:
    print("| Target | Executions | Per second | Covered edges | Finding |\n| --- | ---: | ---: | ---: | --- |")
    sys.exit()
target, log, findings = sys.argv[1], Path(sys.argv[2]).read_text(errors="replace"), Path(sys.argv[3])


def last(pattern: str) -> str:
    found = re.findall(pattern, log)
    return f"{int(found[-1]):,}" if found else "?"


saved = re.findall(r"Test unit written to (\S+)", log)
reason = re.findall(r"broken property: (.*)|(Swift runtime failure: [^/]*)|SUMMARY: (.*)", log)
text = "none"
if saved or reason:
    words = next((word for words in reason for word in words if word), "the run ended early")
    text = f"{words[:80]} ({saved[-1] if saved else findings})"
elif "stat::number_of_executed_units" not in log:
    text = f"the run ended early: {log.strip().splitlines()[-1][:80] if log.strip() else 'no output'}"
numbers = [last(EXECUTIONS), last(r"average_exec_per_sec:\s+(\d+)"), last(r"cov: (\d+)")]
print(f"| {target} | {' | '.join(numbers)} | {text} |")
sys.exit(text != "none")
