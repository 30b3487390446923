"""Writes the files of a release from a checkout with its tag. See scripts/lib/release-assets."""

import hashlib
import json
import os
import re
import shutil
import subprocess

from dependencies import check, licenses, spdx
from release import prepare
from release.changelog import Problem

# The beginning of a link in CHANGELOG.md to a file of the repository. The notes are read elsewhere.
RELATIVE_LINK = re.compile(r"\]\((?![a-z]+:|#)")


def write(root, dependencies, number, bundle, output):
    """Writes the notes, the SBOM, an archive of the sources, the bundle if there is one, and the checksums of all of them.

    `dependencies` is the root of the package whose Package.resolved pins the dependencies. Returns the names of the files.
    """
    prepare.check_prepared(root, number)
    revision = run("git", "rev-parse", "HEAD", folder=root).strip()
    if run("git", "rev-parse", f"{number}^{{commit}}", folder=root).strip() != revision:
        raise Problem(f"the tag {number} isn't at the current commit")
    output.mkdir(parents=True, exist_ok=True)
    names = [f"notes-{number}.md", f"sbom-{number}.spdx.json", f"swift-auth-generator-{number}.tar.gz"]
    notes, sbom, archive = (output / name for name in names)
    url = run("bash", "-c", 'source scripts/lib/environment.sh && printf %s "$AUTH_PACKAGE_URL"', folder=root)
    changes = prepare.notes((root / prepare.CHANGELOG).read_text(encoding="utf-8"), number)
    notes.write_text(RELATIVE_LINK.sub(f"]({url}/blob/{number}/", changes), encoding="utf-8")
    sbom.write_text(json.dumps(document(root, dependencies, url, number, revision), indent=2) + "\n", encoding="utf-8")
    run("git", "archive", f"--prefix=swift-auth-generator-{number}/", f"--output={archive}", number, folder=root)
    if bundle:
        shutil.copy(bundle, output / bundle.name)
        names.append(bundle.name)
    sums = "".join(f"{hashlib.sha256((output / name).read_bytes()).hexdigest()}  {name}\n" for name in names)
    (output / "SHA256SUMS").write_text(sums, encoding="utf-8")
    return [*names, "SHA256SUMS"]


def document(root, dependencies, url, number, revision):
    """The SBOM, after it was checked."""
    license = licenses.recognized((root / "LICENSE").read_text(encoding="utf-8"))
    sbom = spdx.document(number, url, revision, license, check.State.read(dependencies))
    spdx.validate(sbom)
    return sbom


def run(*command, folder, environment=None):
    """The output of a command, without this package's variables except those in `environment`."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("AUTH")}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**clean, **(environment or {})})
    if done.returncode:
        raise Problem(f"'{' '.join(map(str, command))}' failed:\n{done.stdout}{done.stderr}")
    return done.stdout
