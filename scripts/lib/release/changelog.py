"""The sections of CHANGELOG.md."""

import datetime
import re

UNRELEASED = "## Unreleased\n"
BREAKING = "### Breaking changes"
RELEASE = re.compile(r"^## (\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\)$", re.MULTILINE)
CODE = re.compile(r"`([^`\n]+)`")


class Problem(Exception):
    pass


def unreleased(text):
    """The changes below the heading of the next release."""
    if text.count(UNRELEASED) != 1:
        raise Problem(f"CHANGELOG.md needs one heading '{UNRELEASED.strip()}'")
    return re.split(r"^## ", text.partition(UNRELEASED)[2], maxsplit=1, flags=re.MULTILINE)[0].strip()


def breaking(text):
    """The names in backticks below the heading for breaking changes of the next release."""
    parts = re.split(r"^(### .*)$", unreleased(text), flags=re.MULTILINE)
    return {name for heading, body in zip(parts[1::2], parts[2::2]) if heading.strip() == BREAKING
            for name in CODE.findall(body)}


def releases(text):
    """The released versions, newest first."""
    return [tuple(map(int, version.split("."))) for version, _ in RELEASE.findall(text)]


def released(text, version):
    """The text after a release: its changes are below the version and today's date. Also returns these changes."""
    changes = unreleased(text)
    if not changes:
        raise Problem("CHANGELOG.md has no unreleased changes")
    before, _, after = text.partition(UNRELEASED)
    today = datetime.date.today().isoformat()
    return f"{before}{UNRELEASED}\n## {version} ({today})\n{after}", changes + "\n"
