"""The version of this package. It's declared once, in PackageVersion.swift, next to the versions that the runtime supports."""

import re

FILE = "Sources/Configuration/PackageVersion.swift"
CURRENT = re.compile(r'(package static let current = ")([^"]*)(")')
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
MEMBER = re.compile(r"^(  @available\(\*, unavailable, message: \"(.*)\"\)\n)?  public enum Version_(\d+)_(\d+) \{\}$", re.MULTILINE)
SUFFIX = "-dev"


def stated(text):
    """The version in the text of PackageVersion.swift, such as 0.1.0-dev."""
    found = CURRENT.findall(text)
    return found[0][1] if len(found) == 1 else None


def replaced(text, version):
    return CURRENT.sub(rf"\g<1>{version}\g<3>", text)


def problems(text, releases):
    """The problems of the version, compared with the released versions, newest first."""
    version = stated(text)
    match = VERSION.fullmatch((version or "").removesuffix(SUFFIX))
    if not match:
        yield f"{FILE} needs one line 'package static let current = \"MAJOR.MINOR.PATCH{SUFFIX}\"'"
        return
    number = tuple(map(int, match.groups()))
    if releases != sorted(releases, reverse=True) or len(set(releases)) != len(releases):
        yield "the releases in CHANGELOG.md aren't sorted, newest first"
    newest = max(releases, default=(0, 0, 0))
    if version.endswith(SUFFIX) and number <= newest:
        yield f"the version in {FILE} is {version}, but {written(newest)} is already released; state the next version"
    if not version.endswith(SUFFIX) and number != newest:
        yield f"the version in {FILE} is {version}, but the newest release in CHANGELOG.md is {written(newest)}"
    yield from member_problems(text, number)


def member_problems(text, number):
    """The runtime supports the current version, and drops the oldest ones first, with advice."""
    members = [((int(major), int(minor)), message if line else None) for line, message, major, minor in MEMBER.findall(text)]
    supported = {version for version, message in members if message is None}
    if number[:2] not in supported:
        yield f"RequiresAuthRuntime in {FILE} needs the member Version_{number[0]}_{number[1]}"
    for version, message in members:
        name = f"Version_{version[0]}_{version[1]}"
        if version > number[:2]:
            yield f"RequiresAuthRuntime has the member {name}, which is newer than the package"
        if message is not None and "generate" not in message:
            yield f"the message of the unavailable member {name} must advise users to generate the file again"
        if message is not None and any(version > other for other in supported):
            yield f"the member {name} is unavailable, but older ones are supported"


def written(version):
    return ".".join(map(str, version))
