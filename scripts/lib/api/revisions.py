"""The baselines of earlier revisions."""

import pathlib
import re
import subprocess

RELEASE = re.compile(r"\d+\.\d+\.\d+")
FOLDER = "Tests/API"


def earlier(root):
    """The revisions that the API is compared with: the newest release, and the commit on which the changes are based. Otherwise,
    a change of a baseline could hide a change of the API."""
    head = git(root, "rev-parse", "HEAD")
    based = git(root, "merge-base", "HEAD", "origin/main", check=False) or git(root, "merge-base", "HEAD", "main", check=False) or head
    if based == head:
        # On the main branch, the last commit is checked, too.
        based = git(root, "rev-parse", "--verify", "--quiet", "HEAD~1", check=False)
    if not based:
        raise SystemExit("check-api: this clone has no earlier commit to compare with; fetch the history")
    return [revision for revision in (newest_release(root), based) if revision]


def newest_release(root):
    """The tag of the newest release, or None before the first one."""
    tags = git(root, "tag", "--list").split()
    return max(filter(RELEASE.fullmatch, tags), key=lambda tag: tuple(map(int, tag.split("."))), default=None)


def products(root, revision):
    """The products that have a baseline."""
    return {pathlib.PurePath(name).stem for name in files(root, revision, FOLDER)}


def files(root, revision, folder):
    """The paths of the files in a folder."""
    return git(root, "ls-tree", "--name-only", revision, f"{folder}/").splitlines()


def data(root, revision, path):
    return subprocess.run(["git", "show", f"{revision}:{path}"], cwd=root, check=True, capture_output=True).stdout


def baseline(root, revision, product):
    """The text of a product's baseline. It's empty if the revision doesn't have the product."""
    return git(root, "show", f"{revision}:{FOLDER}/{product}.txt") if product in products(root, revision) else ""


def git(root, *arguments, check=True):
    return subprocess.run(["git", *arguments], cwd=root, check=check, capture_output=True, text=True).stdout.strip()
