"""Looks for newer versions of the packages in their repositories."""

import concurrent.futures
import os
import re
import subprocess

from dependencies.packages import dependencies

SECONDS = 10
TAG = re.compile(r"refs/tags/v?(\d+)\.(\d+)\.(\d+)$", re.MULTILINE)


def report(state):
    """A line for each outdated package, and one for the packages whose repositories didn't respond."""
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        found = dict(zip((one.identity for one in state.packages), pool.map(newest, state.packages)))
    limits = dict(ranges(state.manifest))
    unreachable = [identity for identity, version in found.items() if version is None]
    count = 0
    for package in state.packages:
        version, own = found[package.identity], parsed(package.version)
        if version and own and version > own:
            count += 1
            limit = limits.get(package.identity)
            beyond = f", but Package.swift allows only versions before {written(limit)}" if limit and version >= limit else ""
            yield f"outdated: {package.identity} {package.version}; the newest version is {written(version)}{beyond}"
    if unreachable:
        yield f"couldn't look for newer versions of {', '.join(unreachable)}"
    yield f"outdated packages: {count} of {len(found) - len(unreachable)}"


def newest(package):
    """The newest version without a suffix such as `-beta`, or None if the repository doesn't respond."""
    command = ["git", "ls-remote", "--tags", "--refs", package.url]
    environment = {**os.environ, "GIT_TERMINAL_PROMPT": "0"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, env=environment)
    except subprocess.TimeoutExpired:
        return None
    versions = [tuple(map(int, tag)) for tag in TAG.findall(done.stdout)]
    return max(versions) if done.returncode == 0 and versions else None


def ranges(manifest):
    """The first version that Package.swift doesn't allow, for each dependency with a range."""
    for identity, declaration in dependencies(manifest):
        for limits in declaration.get("requirement", {}).get("range", []):
            yield identity, parsed(limits["upperBound"])


def parsed(version):
    found = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)", version or "")
    return tuple(map(int, found.groups())) if found else None


def written(version):
    return ".".join(map(str, version))
