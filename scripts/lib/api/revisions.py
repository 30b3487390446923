"""The baselines of earlier revisions."""

import re
import subprocess

RELEASE = re.compile(r"\d+\.\d+\.\d+")
FOLDER = "Tests/API"


def earlier(root):
    """The revisions that the API is compared with: the newest release, and the commit on which the changes are based. Otherwise,
    a change of a baseline could hide a change of the API."""
    based = git(root, "merge-base", "HEAD", "origin/main") or "HEAD"
    if based in ("HEAD", git(root, "rev-parse", "HEAD")):
        # On the main branch, the last commit is checked, too.
        based = git(root, "rev-parse", "--verify", "--quiet", "HEAD~1") or "HEAD"
    return [revision for revision in (newest_release(root), based) if revision]


def newest_release(root):
    """The tag of the newest release, or None before the first one."""
    tags = git(root, "tag", "--list").split()
    return max(filter(RELEASE.fullmatch, tags), key=lambda tag: tuple(map(int, tag.split("."))), default=None)


def baseline(root, revision, product):
    """The text of a product's baseline. It's empty if the revision doesn't have the product."""
    return git(root, "show", f"{revision}:{FOLDER}/{product}.txt")


def git(root, *arguments):
    return subprocess.run(["git", *arguments], cwd=root, check=False, capture_output=True, text=True).stdout.strip()
