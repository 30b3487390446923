"""See scripts/rehearse-release."""

import argparse
import hashlib
import pathlib
import shutil
import sys
import tempfile

import artifact_checks
from consumers import Failure
from dependencies import packages
from release import assets, changelog, consumer, prepare, version
from release.assets import run
from release.changelog import Problem

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The files outside the documentation that a release changes at the end.
STATED = {"Package.swift", "README.md", ".github/CODEOWNERS", "scripts/lib/environment.sh"}
PERSON = ("-c", "user.name=Release rehearsal", "-c", "user.email=release@example.com")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("version", nargs="?")
    parser.add_argument("--dry", action="store_true")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / ".build/release-assets")
    options = parser.parse_args()
    try:
        number = options.version or next_version()
        if not version.VERSION.fullmatch(number):
            raise Problem(f"'{number}' isn't a version; use MAJOR.MINOR.PATCH, such as 0.1.0")
        with tempfile.TemporaryDirectory() as folder:
            rehearse(number, pathlib.Path(folder), options.output.resolve(), options.dry)
    except (Problem, Failure, packages.Problem) as problem:
        sys.exit(f"rehearse-release: {problem}")


def next_version():
    stated = version.stated((ROOT / version.FILE).read_text(encoding="utf-8"))
    return (stated or "").removesuffix(version.SUFFIX)


def prepare_clone(clone, number, dry):
    """Prepares the clone for the next release. Right after a release, the last commit is already prepared, or has no changes."""
    if version.stated((clone / version.FILE).read_text(encoding="utf-8")) == number:
        return prepare.check_prepared(clone, number)
    file = clone / prepare.CHANGELOG
    log = file.read_text(encoding="utf-8")
    if dry and not changelog.unreleased(log):
        file.write_text(log.replace(changelog.UNRELEASED, f"{changelog.UNRELEASED}\n- No changes yet.\n"), encoding="utf-8")
    return prepare.prepare(clone, number)


def remove_assets(output):
    """Removes the assets of an earlier run, and no other folder."""
    if output.exists() and any(output.iterdir()) and not (output / "SHA256SUMS").exists():
        raise Problem(f"{output} contains other files; choose another folder")
    shutil.rmtree(output, ignore_errors=True)


def rehearse(number, folder, output, dry):
    clone = folder / "swift-auth-generator"
    run("git", "clone", "--quiet", "--no-local", ROOT, clone, folder=ROOT)
    # The dependencies of this checkout, which the tests used.
    if not (ROOT / "Package.resolved").exists():
        raise Problem("Package.resolved is missing; run 'swift package resolve' first")
    shutil.copy(ROOT / "Package.resolved", clone)
    prepare_clone(clone, number, dry)
    bundle = None if dry else build_bundle(clone, number, folder)
    run("git", *PERSON, "commit", "--quiet", "--all", "--allow-empty", "--message", f"Release {number}", folder=clone)
    run("git", *PERSON, "tag", "--annotate", "--force", number, "--message", f"Release {number}", folder=clone)
    reject_unsafe_flags(packages.dump(clone))
    remove_assets(output)
    names = assets.write(clone, ROOT, number, bundle, output)
    run("sha256sum", "--check", "--strict", "SHA256SUMS", folder=output)
    print(f"{output}: {', '.join(names)}")
    revision = run("git", "rev-parse", "HEAD", folder=clone).strip()
    consumer.resolve(folder / "consumer", clone.as_uri(), number, revision)
    print(f"a package resolves {number} by URL, in {len(consumer.ENVIRONMENTS)} environments")
    if not dry:
        consumer.build(folder / "consumer")
        print("it builds and runs")
        consumer.generate(folder / "plugin-user", clone.as_uri(), number, folder / "unpacked/authgen.artifactbundle")
        print("a package generates a client with the prebuilt authgen, builds, and runs")
    point_at_bundle(clone, number, bundle)
    run("git", *PERSON, "tag", "--delete", number, folder=clone)
    begin_next(clone, number)


def point_at_bundle(clone, number, bundle):
    """Applies the final changes of release.yml: the bundle in Package.swift, and the URL in the documentation. Nothing can use that
    commit before the bundle is published, so the manifest is only read."""
    repository = "https://github.com/rehearsal/swift-auth-generator"
    url = f"{repository}/releases/download/{number}/authgen.artifactbundle.zip"
    checksum = hashlib.sha256(bundle.read_bytes() if bundle else b"").hexdigest()
    run("scripts/lib/state-release", url, checksum, folder=clone)
    run("scripts/lib/install-line", "--state", repository, folder=clone)
    run("scripts/lib/install-line", "--check", folder=clone)
    binaries = [(target.get("url"), target.get("checksum")) for target in packages.dump(clone)["targets"] if target["type"] == "binary"]
    if binaries != [(url, checksum)]:
        raise Problem(f"Package.swift has the prebuilt programs {binaries}, not {url}")
    changed = run("git", "diff", "--name-only", folder=clone).splitlines()
    others = [name for name in changed if name not in STATED and not name.startswith("Documentation.docc/")]
    if others or not STATED <= set(changed):
        raise Problem(f"the release changes {', '.join(changed)}")
    run("git", "checkout", "--quiet", "--", ".", folder=clone)
    print(f"the tag's final changes: the bundle in Package.swift, and the URL in {len(changed) - 1} other files")


def build_bundle(clone, number, folder):
    """Builds the prebuilt authgen, with its licenses, and returns the archive."""
    print(run("scripts/build-artifact-bundle", folder=clone, environment={"AUTHGEN_VERSION": number}), end="")
    archive = clone / ".build/artifact/authgen.artifactbundle.zip"
    (folder / "unpacked").mkdir()
    bundle = artifact_checks.unpacked(archive, folder / "unpacked")
    for program in artifact_checks.programs(bundle):
        stated = run(program, "--version", folder=folder).strip()
        if stated != number:
            raise Problem(f"the prebuilt authgen states the version {stated}, not {number}")
    return archive


def begin_next(clone, number):
    """The first commit after a release states the next version."""
    major, minor, patch = number.split(".")
    prepare.begin_next(clone, f"{major}.{minor}.{int(patch) + 1}")


def reject_unsafe_flags(manifest):
    """SwiftPM rejects a dependency by version whose targets have unsafe flags."""
    unsafe = [target["name"] for target in manifest["targets"] for setting in target["settings"] if "unsafeFlags" in setting["kind"]]
    if unsafe:
        raise Problem(f"consumers can't use targets with unsafe flags: {', '.join(unsafe)}")


if __name__ == "__main__":
    main()
