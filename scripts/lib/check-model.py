"""Checks the session model with spin. See scripts/check-model.

The variants are in variants.txt, and the guards in guards.pml. Removing a guard must violate the property that its comment
names, so each run also shows that the check finds mistakes.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODEL = ROOT / "Tests/Model"
SOURCES = ROOT / "Sources"
CODE = SOURCES / "Runtime/Session"
ARTICLE = ROOT / "Documentation.docc/SessionModel.md"

# The compiler's options, and the memory limit in MB. The short form spends most of its time in the compiler.
# The shortest violation.
SHORTEST = (["-O0", "-DBFS", "-DMEMLIM=4096"], "22")
SHORT = (["-O0", "-DMEMLIM=1024"], "22")
LONG = (["-O2", "-DMEMLIM=12288"], "26")

# The guard whose violation the article shows.
SHOWN = "lockBeforeExchange"

Variant = collections.namedtuple("Variant", "name short long description")
Guard = collections.namedtuple("Guard", "name variant property code effect")
Result = collections.namedtuple("Result", "states depth seconds failure unreached trace")


def variants():
    for line in (MODEL / "variants.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, short, long, description = (cell.strip() for cell in line.split("|"))
            short, changes = (dict(setting.split("=") for setting in cell.split()) for cell in (short, long))
            yield Variant(name, short, short | changes, description)


def guards():
    source = (MODEL / "guards.pml").read_text(encoding="utf-8")
    declared = re.findall(r"#define GUARD_(\w+) (\d+)", source)
    if len({number for _, number in declared}) != len(declared):
        fail("guards.pml: two guards have the same number")
    found = re.findall(
        r"/\* ([\w-]+): (\w+)\. ((?:`[^`]*`|[^`:])+): (.+?)\. \*/\n#define GUARD_(\w+) ", re.sub(r"\n \* ", " ", source))
    if [name for name, _ in declared if name != "nothing"] != [row[4] for row in found]:
        fail("guards.pml: a guard has no comment of the form '/* variant: property. Code: effect. */'")
    return [Guard(name, variant, name_of_property, code, effect) for variant, name_of_property, code, effect, name in found]


def properties():
    source = (MODEL / "properties.pml").read_text(encoding="utf-8")
    return dict(re.findall(r"#define CHECK_(\w+) 1 +/\* (.+?) \*/", source))


def read(files):
    """The contents of the files, by their names."""
    return {file.name: file.read_text(encoding="utf-8") for file in sorted(files)}


def names():
    """The problems with the names that the model and the code share."""
    model = read(MODEL.glob("*.pml"))
    session = read(CODE.glob("*.swift"))
    yield from steps(session["SessionStep.swift"], "".join(session.values()), "".join(model.values()))
    code = [file.read_text(encoding="utf-8") for file in SOURCES.rglob("*.swift")]
    yield from missing_names(model, code)
    for guard in guards():
        for name in re.findall(r"`(\w+)", guard.code):
            if not any(re.search(rf"\b{name}\b", source) for source in code):
                yield f"guards.pml names {name}, which isn't in the code"


def steps(declaration, code, model):
    """The names of the steps in the code and in the model must be the same, and the code must log each of them."""
    declared = set(re.findall(r"^  case (\w+)$", declaration, re.MULTILINE))
    logged = set(re.findall(r"\.(\w+)", " ".join(re.findall(r"\bsteps\??\((.+)\)$", code, re.MULTILINE))))
    modeled = set(re.findall(r"(?<!define )\bSTEP\((\w+)\)", model))
    for title, names in [
        ("SessionStep.swift declares steps that the model doesn't have; add STEP(…) to Tests/Model", declared - modeled),
        ("the model has steps that SessionStep.swift doesn't declare", modeled - declared),
        ("SessionStep.swift declares steps that the code doesn't log; remove them, or call `steps(…)`", declared - logged),
    ]:
        if names:
            yield f"{title}: {', '.join(sorted(names))}"


def missing_names(model, code):
    """Functions and properties that the model names, such as `RefreshEngine.keep`, and that the code doesn't declare in that type."""
    for name, text in model.items():
        comments = " ".join(re.sub(r"\n \* ", " ", comment) for comment in re.findall(r"/\*.*?\*/", text, re.DOTALL))
        for owner, member in sorted(set(re.findall(r"\b([A-Z]\w+)\.(?!(?:swift|pml|docc|md)\b)(\w+)", comments))):
            owners = re.compile(rf"\b(?:struct|class|actor|enum|protocol|extension) (?:\w+\.)*{owner}\b")
            members = re.compile(rf"\b(?:func|var|let|case) {member}\b")
            if not any(owners.search(source) and members.search(source) for source in code):
                yield f"{name} names {owner}.{member}, which the code doesn't declare"


def self_test():
    """Each planted mistake must be the only problem."""
    declaration, code, model = "  case one\n  case two\n", "steps(.one)\nsteps(.two)\n", "STEP(one) STEP(two)"
    comment, source = {"a.pml": "/* Engine.run */"}, ["struct Engine { func run() {} }"]
    planted = {
        "the model doesn't have": steps(declaration + "  case three\n", code + "steps(.three)\n", model),
        "SessionStep.swift doesn't declare": steps(declaration, code, model + " STEP(three)"),
        "the code doesn't log": steps(declaration, "steps(.one)\n", model),
        "names Engine.run": missing_names(comment, ["struct Engine {}", "struct Other { func run() {} }"]),
    }
    found = {message: list(problems) for message, problems in planted.items()}
    yield from (f"--self-test: expected '{message}', found {it}" for message, it in found.items() if len(it) != 1 or message not in it[0])
    if list(steps(declaration, code, model)) or list(missing_names(comment, source)):
        yield "--self-test: names that agree are reported"


def run(settings, options, wants_trace=False):
    """Compiles one variant of the model, and searches all its states for a violation."""
    flags, hash_size = options
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file in MODEL.glob("*.pml"):
            shutil.copy(file, folder)
        macros = [f"-D{key}={value}" for key, value in settings.items()]
        generated = output(["spin", "-a", *macros, "session.pml"], folder)
        if not (folder / "pan.c").exists() or re.search(r"\berror\b", generated, re.IGNORECASE):
            fail(f"spin can't read the model with {text(settings)}:\n{generated}")
        search = ["-w", "-DSAFETY", "-DCOLLAPSE", "-DNOREDUCE", "-DVECTORSZ=2048"]
        subprocess.run([compiler(), *flags, *search, "-o", "pan", "pan.c"], cwd=folder, check=True)
        found = output(["./pan", "-m1000000", f"-w{hash_size}"], folder)
        seconds = time.monotonic() - start
        failure = re.search(r"^pan:\d+: (.*?)(?: \(at depth|$)", found, re.MULTILINE)
        if not failure and "errors: 0" not in found or "out of memory" in found or "max search depth too small" in found:
            fail(f"the search with {text(settings)} didn't end:\n{found}")
        trace = []
        if failure and wants_trace:
            lines = (line.strip() for line in output(["spin", "-t", "-B", *macros, "session.pml"], folder).splitlines())
            trace = [re.sub(r": +", ": ", line) for line in lines if line and not line.startswith("spin:")]
        return Result(
            int(re.search(r"(\d+) states, stored", found)[1]), int(re.search(r"depth reached (\d+)", found)[1]), seconds,
            failure and failure[1], set(re.findall(r", (state \d+), \"printf\('(\w+)'\)\"", found)), trace)


def output(command, folder):
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout


def compiler():
    """Swift's toolchain includes clang, which compiles the search twice as fast as gcc."""
    return os.environ.get("CC") or shutil.which("clang") or "cc"


def without(guard, variant):
    """The settings that remove a guard, and check only the property that must then fail."""
    checked = {f"CHECK_{name}": int(name == guard.property) for name in properties()}
    return variant.short | checked | {"REMOVED": guard.name}


def text(settings):
    return " ".join(f"{name}={value}" for name, value in settings.items())


def row(title, result, outcome):
    print(f"{title:44} {result.states:>10,} {result.depth:>7,} {result.seconds:>8.1f}  {outcome}", flush=True)


def check(is_long):
    """Yields the problems."""
    by_name = {variant.name: variant for variant in variants()}
    print(f"{'variant':44} {'states':>10} {'depth':>7} {'seconds':>8}  result")
    with concurrent.futures.ThreadPoolExecutor(1 if is_long else os.cpu_count()) as pool:
        runs = {
            name: pool.submit(run, variant.long if is_long else variant.short, LONG if is_long else SHORT, True)
            for name, variant in by_name.items()
        }
        removals = [(guard, pool.submit(run, without(guard, by_name[guard.variant]), SHORT)) for guard in guards()]
        unreached = None
        for name, future in runs.items():
            result = future.result()
            unreached = result.unreached if unreached is None else unreached & result.unreached
            row(name, result, "fails" if result.failure else "holds")
            if result.failure:
                yield "\n".join([f"{name}: {result.failure}", *(f"    {line}" for line in result.trace)])
        for guard, future in removals:
            result = future.result()
            row(f"{guard.variant} without {guard.name}", result, f"{guard.property} fails" if result.failure else "holds")
            if result.failure and not result.failure.startswith("assertion violated"):
                yield f"without {guard.name}, {guard.variant} fails for another reason: {result.failure}"
            if not result.failure:
                yield f"without {guard.name}, {guard.property} still holds in {guard.variant}; the guard or the model is wrong"
    if unreached:
        yield f"no variant reaches these steps of the model: {', '.join(sorted(name for _, name in unreached))}"


def tables():
    """The parts of the article that are made from the model, by their names."""
    by_name = {guard.property for guard in guards()}
    if by_name != set(properties()):
        fail(f"no guard protects {', '.join(set(properties()) - by_name)}")
    yield "properties", ["| Name | Property |", "| --- | --- |", *(f"| `{name}` | {text} |" for name, text in properties().items())]
    rows = (f"| `{variant.name}` | `{text(variant.short)}` | {variant.description} |" for variant in variants())
    yield "variants", ["| Variant | Settings | Situation |", "| --- | --- | --- |", *rows]
    yield "guards", [
        "| Guard | In the code | Without it | Fails |", "| --- | --- | --- | --- |",
        *(f"| `{g.name}` | {g.code} | {g.effect} | `{g.property}` in `{g.variant}` |" for g in guards()),
    ]
    yield "violation", ["```", *violation(SHOWN), "```"]


def article(old):
    new = old
    for name, lines in tables():
        begin, end = f"<!-- begin: {name} -->", f"<!-- end: {name} -->"
        if begin not in new or end not in new:
            fail(f"the markers of '{name}' are missing in {ARTICLE.name}")
        new = new[:new.index(begin)] + "\n".join([begin, "", *lines, "", ""]) + new[new.index(end):]
    return new


def violation(name):
    """The steps of the shortest violation without a guard."""
    guard = next((guard for guard in guards() if guard.name == name), None)
    if not guard:
        fail(f"unknown guard '{name}'; the guards are {', '.join(guard.name for guard in guards())}")
    variant = next(variant for variant in variants() if variant.name == guard.variant)
    result = run(without(guard, variant), SHORTEST, True)
    return result.trace if result.failure else [f"{guard.property} holds"]


def fail(message):
    sys.exit(f"check-model: {message}")


def main():
    parser = argparse.ArgumentParser(prog="scripts/check-model", description="Checks the session model with spin.")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--long", action="store_true", help="more processes, calls, and failures")
    group.add_argument("--show", metavar="GUARD", help="show the steps that violate the property without this guard")
    group.add_argument("--self-test", action="store_true", help="check that differences between the names are found")
    group.add_argument("--update", action="store_true", help=f"write the tables and the violation in {ARTICLE.name}")
    options = parser.parse_args()
    old = ARTICLE.read_text(encoding="utf-8")
    if options.self_test:
        problems = list(self_test())
        print("\n".join(problems) or "check-model: every planted difference is found")
        sys.exit(bool(problems))
    if not shutil.which("spin"):
        fail("spin is missing; run scripts/lib/install-test-tools")
    if options.update:
        return ARTICLE.write_text(article(old), encoding="utf-8")
    if options.show:
        return print("\n".join(violation(options.show)))
    problems = list(names())
    if article(old) != old:
        problems.append(f"{ARTICLE.name} is out of date; run scripts/check-model --update")
    problems += check(options.long)
    for problem in problems:
        print(f"check-model: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


main()
