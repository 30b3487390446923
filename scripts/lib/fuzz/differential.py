"""Compares the verdicts of this package with those of other implementations: differential.py PROGRAM [COUNT [SEED]] | PROGRAM --self-test | PROGRAM --record | --rules

Each kind of question makes inputs, and asks its other implementations. A difference is allowed only if a rule applies to the input. The
reason of each rule is its text. The summary counts the questions that each rule explains.
"""
import base64
import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import claims
import forms
import jsontext
import keys
import tokens
import urls

RECORDED = Path(__file__).resolve().parents[3] / "Tests/Fuzzing/Differential"
# The members that the program reads.
ASKED = ("kind", "algorithm", "key", "secret")
KINDS = [jsontext, forms, urls, tokens.Signed(), tokens.Encrypted(), keys, claims]


def ask(program: str, questions: list[dict]) -> list[object]:
    """Returns the program's verdicts."""
    lines = [json.dumps({**question, "input": encoded(question["input"])}) for question in questions]
    done = subprocess.run([program, "--answers"], input="\n".join(lines) + "\n", capture_output=True, encoding="utf-8")
    if done.returncode != 0:
        sys.exit(f"fuzz-differential: {program} ended with {done.returncode}\n{done.stderr[-2000:]}")
    # Not splitlines, which also splits at U+2028.
    answers = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
    if len(answers) != len(questions):
        sys.exit(f"fuzz-differential: {len(questions)} questions, but {len(answers)} answers")
    return answers


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def compare(kind, questions: list[dict], answers: list[object]) -> tuple[Counter, list[str]]:
    """Returns the number of questions for each rule, and the findings."""
    rules: Counter = Counter()
    findings = []
    for question, ours in zip(questions, answers):
        for name, theirs in kind.others(question).items():
            if kind.agree(ours, theirs):
                rules["accepted" if ours is not None else "rejected"] += 1
            elif reason := kind.allowed(question, ours, theirs, name):
                rules[reason] += 1
            else:
                shown = {**question, "input": encoded(question["input"])}
                findings.append(f"{kind.NAME}: {name} returns {str(theirs)[:200]}, we return {str(ours)[:200]}\n"
                                f"  {question['input'][:300]!r}\n  {json.dumps(shown)[:1500]}")
    return rules, findings


def run(program: str, count: int, seed: int) -> int:
    found = 0
    for kind in KINDS:
        questions = kind.questions(random.Random(f"{seed} {kind.NAME}"), count)
        rules, findings = compare(kind, questions, ask(program, questions))
        print(f"{kind.NAME}: {len(questions)} questions, {len(findings)} findings")
        for rule, number in rules.most_common():
            print(f"  {number:7,} {rule}")
        # A rule that explains everything, or a generator without valid inputs, would hide findings.
        if min(rules["accepted"], rules["rejected"]) < len(questions) // 50:
            sys.exit(f"fuzz-differential: too few inputs of '{kind.NAME}' are accepted or rejected by all")
        for finding in findings[:10]:
            print(finding)
        found += len(findings)
    print(f"{found} findings with the seed {seed}")
    return 1 if found else 0


def check_rules() -> int:
    """Checks that no rule excuses a wrong verdict. Needs no program."""
    checked = 0
    for kind in KINDS:
        for question, ours in kind.wrong():
            checked += 1
            rules, findings = compare(kind, [question], [ours])
            if not findings or rules.keys() - {"accepted", "rejected"}:
                print(f"fuzz-differential: the rules of '{kind.NAME}' excuse a wrong verdict: {question['input']!r}, {ours}")
                return 1
    print(f"No rule excuses any of {checked} wrong verdicts.")
    return 0


def self_test(program: str) -> int:
    """Changes one verdict of each kind in each direction, and expects both to be found."""
    for kind in KINDS:
        questions = kind.questions(random.Random(f"1 {kind.NAME}"), 400)
        answers = ask(program, questions)
        before = len(compare(kind, questions, answers)[1])
        accepted = next(i for i, answer in enumerate(answers)
                        if answer is not None and all(kind.agree(answer, other) for other in kind.others(questions[i]).values()))
        rejected = next(i for i, answer in enumerate(answers)
                        if answer is None and all(other is None for other in kind.others(questions[i]).values()))
        for place, answer in ((accepted, None), (rejected, answers[accepted])):
            changed = [*answers]
            changed[place] = answer
            if len(compare(kind, questions, changed)[1]) <= before:
                print(f"fuzz-differential: a changed verdict of '{kind.NAME}' isn't found: {questions[place]}")
                return 1
    print("Changed verdicts of every kind are found.")
    return 0


def record(program: str, count: int) -> int:
    """Writes the first questions of the seed 1 with their verdicts, which the ordinary tests repeat without other implementations."""
    RECORDED.mkdir(exist_ok=True)
    for kind in KINDS:
        questions = kind.questions(random.Random(f"1 {kind.NAME}"), count)
        answers = ask(program, questions)
        if findings := compare(kind, questions, answers)[1]:
            print(findings[0])
            return 1
        lines = [json.dumps({**{name: question[name] for name in ASKED if name in question}, "input": encoded(question["input"]), "verdict": answer})
                 for question, answer in zip(questions, answers, strict=True)]
        (RECORDED / f"{kind.NAME}.json").write_text("[\n" + ",\n".join(lines) + "\n]\n")
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--rules"]:
        sys.exit(check_rules())
    if sys.argv[2:3] == ["--self-test"]:
        sys.exit(self_test(sys.argv[1]))
    if sys.argv[2:3] == ["--record"]:
        sys.exit(record(sys.argv[1], 100))
    sys.exit(run(sys.argv[1], int((sys.argv[2:3] or ["2000"])[0]), int((sys.argv[3:4] or ["1"])[0])))
