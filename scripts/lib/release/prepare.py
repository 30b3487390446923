"""Prepares a checkout for a release: its version, and the changes below it in CHANGELOG.md. See scripts/lib/prepare-release."""

from release import changelog, version
from release.changelog import Problem

CHANGELOG = "CHANGELOG.md"


def prepare(root, number):
    """States the version, and moves the unreleased changes below it. Returns these changes."""
    source, log = read(root)
    stated = version.stated(source)
    if stated != number + version.SUFFIX:
        raise Problem(f"the version in {version.FILE} is {stated}; to release {number}, it must be {number}{version.SUFFIX}")
    source = version.replaced(source, number)
    log, changes = changelog.released(log, number)
    check(source, log)
    write(root, source, log)
    return changes


def check_prepared(root, number):
    """Checks that a checkout is prepared for a version."""
    source, log = read(root)
    check(source, log)
    if version.stated(source) != number:
        raise Problem(f"the version in {version.FILE} is {version.stated(source)}, not {number}; "
                      f"run 'scripts/lib/prepare-release {number}' first, and commit the result")
    if changelog.unreleased(log):
        raise Problem(f"CHANGELOG.md has unreleased changes, which aren't in {number}")


def begin_next(root, number):
    """States the version after a release."""
    source, log = read(root)
    source = version.replaced(source, number + version.SUFFIX)
    check(source, log)
    write(root, source, log)


def notes(log, number):
    """The changes of a released version."""
    _, _, rest = log.partition(f"\n## {number} (")
    if not rest:
        raise Problem(f"CHANGELOG.md has no heading for {number}")
    return rest.partition("\n")[2].partition("\n## ")[0].strip() + "\n"


def check(source, log):
    problems = list(version.problems(source, changelog.releases(log)))
    if problems:
        raise Problem("; ".join(problems))


def read(root):
    return [(root / name).read_text(encoding="utf-8") for name in (version.FILE, CHANGELOG)]


def write(root, source, log):
    (root / version.FILE).write_text(source, encoding="utf-8")
    (root / CHANGELOG).write_text(log, encoding="utf-8")
