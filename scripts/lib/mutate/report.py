"""The reviewed list of mutants that no test can find, and the summary."""

from pathlib import Path

EQUIVALENT = Path(__file__).with_name("equivalent.txt")


def equivalents(text):
    """The reasons by name. A name begins at the margin, and its reason is indented."""
    reasons, name = {}, None
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line[0].isspace():
            name = line
            reasons[name] = ""
        elif name is None:
            raise SystemExit("mutate: equivalent.txt begins with a reason")
        else:
            reasons[name] = f"{reasons[name]} {line.strip()}".strip()
    return reasons


def problems(results, reasons, all_names):
    """The survivors, and the entries of the reviewed list that are wrong."""
    for name, killer in results.items():
        if not killer and name not in reasons:
            yield f"survived: {name}"
        if killer and name in reasons:
            yield f"equivalent.txt lists a mutant that {killer} finds: {name}"
    for name, reason in reasons.items():
        if name not in all_names:
            yield f"equivalent.txt lists a mutant that doesn't exist: {name}"
        if not reason:
            yield f"equivalent.txt gives no reason: {name}"


def summary(results, reasons):
    killed = sum(1 for killer in results.values() if killer)
    equivalent = sum(1 for name, killer in results.items() if not killer and name in reasons)
    return f"{len(results)} mutants: {killed} killed, {equivalent} equivalent, {len(results) - killed - equivalent} survived"
