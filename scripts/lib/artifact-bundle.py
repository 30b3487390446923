"""Builds the artifact bundle of authgen. See scripts/build-artifact-bundle."""

import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import zipfile

import artifact_checks
import static_build
from consumers import Failure
from dependencies import check, notices, system
from dependencies.packages import Problem

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUTPUT = ROOT / ".build/artifact"
BUNDLE = OUTPUT / "authgen.artifactbundle"


def main(arguments):
    # Build the tool from source, regardless of the tool that the plugins would use.
    os.environ["AUTHGEN_BUNDLE"] = "source"
    given = [argument for argument in arguments if argument not in ["--only", "--debug"]]
    programs = [split(argument) for argument in given]
    is_own = "--only" not in arguments
    triples = [triple for key, _ in programs for triple in key.split(",")] + (own_triple().split(",") if is_own else [])
    refuse_repetitions(triples)
    if is_own:
        programs.append((own_triple(), link_again() if "--debug" in arguments else build("release")))
    if not programs:
        fail("--only needs at least one TRIPLE=PROGRAM")
    shutil.rmtree(OUTPUT, ignore_errors=True)
    variants = [add(triple, program) for triple, program in sorted(programs)]
    write_info(variants)
    try:
        notices.write(check.State.read(ROOT), ROOT, BUNDLE / "licenses")
    except Problem as problem:
        fail(problem)
    archive = write_archive()
    checksum = run("swift", "package", "compute-checksum", archive).strip()
    (OUTPUT / "authgen.artifactbundle.zip.checksum").write_text(checksum + "\n")
    print(f"{BUNDLE.relative_to(ROOT)}: {', '.join(triple for triple, _ in sorted(programs))}")
    print(f"{archive.relative_to(ROOT)}: {archive.stat().st_size / 1e6:.0f} MB, checksum {checksum}")


def split(argument):
    triple, separator, program = argument.partition("=")
    path = pathlib.Path(program)
    if not separator or not triple or not path.is_file():
        fail(f"'{argument}' isn't TRIPLE=PROGRAM with an existing program")
    if OUTPUT.resolve() in path.resolve().parents:
        fail(f"'{program}' is in {OUTPUT.relative_to(ROOT)}, which this script deletes; copy it elsewhere first")
    return triple, path


def refuse_repetitions(triples):
    """SwiftPM uses only one program of a bundle for each triple."""
    twice = sorted({triple for triple in triples if triples.count(triple) > 1})
    if twice:
        fail(f"two programs are given for {', '.join(twice)}")


def own_triple():
    """The triples of a program that is built here. A program for several architectures has all their triples."""
    if platform.system() == "Darwin":
        return "arm64-apple-macosx,x86_64-apple-macosx"
    return f"{platform.machine()}-unknown-linux-gnu"


def build(configuration):
    """The program, statically linked. A program that links Swift's libraries dynamically runs only where they are
    installed.

    It's built in a separate folder, because code that was compiled for dynamic linking lacks the information that
    static linking needs, and the compiler doesn't compile it again.
    """
    command = ["swift", "build", "-c", configuration, "--product", "authgen", "--scratch-path", ROOT / ".build/bundle",
               *static_build.OPTIONS]
    quietly(*command)
    return pathlib.Path(run(*command, "--show-bin-path").strip()) / "authgen"


def link_again():
    """A program for tests, from the objects of the debug build.

    They name only the libraries that dynamic linking needs, so this passes all static ones to the linker. That takes
    seconds, and compiling everything again takes minutes.
    """
    if platform.system() != "Linux":
        return build("debug")
    quietly("swift", "build", "--product", "authgen")
    # The libraries for C++ are static, but only in the folder of the dynamic ones.
    static, dynamic = libraries("-static-stdlib"), libraries()
    program = ROOT / ".build/debug/authgen-static"
    # SwiftPM renames the main function of each program.
    quietly("swiftc", "-static-stdlib", "-o", program, f"@{ROOT}/.build/debug/authgen.product/Objects.LinkFileList",
            "-Xlinker", "--defsym", "-Xlinker", "main=authgen_main",
            "-Xlinker", "--start-group", *sorted(static.glob("*.a")), "-Xlinker", "--end-group", "-L", static, "-L", dynamic)
    return program


def libraries(*options):
    """The folder of the toolchain's libraries on Linux."""
    info = json.loads(run("swiftc", "-print-target-info", *options))
    return pathlib.Path(info["paths"]["runtimeResourcePath"], "linux")


def add(triple, program):
    """Copies a program into the bundle and strips it. A key with several triples uses one program for all of them."""
    triples = triple.split(",")
    folder = BUNDLE / f"authgen-{triples[0]}" / "bin"
    folder.mkdir(parents=True)
    copy = folder / "authgen"
    shutil.copy(program, copy)
    copy.chmod(0o755)
    strip(copy, triples)
    return {"path": str(copy.relative_to(BUNDLE)), "supportedTriples": triples}


def strip(program, triples):
    """A program for another kind of machine was already stripped there."""
    if triples == own_triple().split(","):
        mac = platform.system() == "Darwin"
        subprocess.run(["strip", "-x", program] if mac else ["strip", program], check=True)
        if mac:  # stripping breaks the signature that Apple's processors require
            subprocess.run(["codesign", "--force", "--sign", "-", program], check=True)
        else:
            try:
                artifact_checks.check_file(program)
                system.check_program(program, system.read(system.TABLE.read_text(encoding="utf-8")))
            except (Failure, Problem) as failure:
                fail(failure)


def write_info(variants):
    artifact = {"type": "executable", "version": version(), "variants": variants}
    info = {"schemaVersion": "1.0", "artifacts": {"authgen": artifact}}
    (BUNDLE / "info.json").write_text(json.dumps(info, indent=2) + "\n")


def version():
    """The version in AUTHGEN_VERSION, or the tag of the commit, or a description of the commit."""
    if os.environ.get("AUTHGEN_VERSION"):
        return os.environ["AUTHGEN_VERSION"]
    found = subprocess.run(["git", "describe", "--tags", "--always"], cwd=ROOT, capture_output=True, text=True)
    return found.stdout.strip().removeprefix("v") or "0"


def write_archive():
    """Produces the same bytes for the same programs: all files have the same date and a fixed order."""
    archive = OUTPUT / "authgen.artifactbundle.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as file:
        for path in sorted(BUNDLE.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(str(path.relative_to(OUTPUT)), date_time=(2020, 1, 1, 0, 0, 0))
                entry.external_attr = (path.stat().st_mode & 0xFFFF) << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                with path.open("rb") as source, file.open(entry, "w") as target:
                    shutil.copyfileobj(source, target)
    return archive


def quietly(*command):
    """Runs a command, and shows its output only if it fails."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(done.stdout)


def fail(message):
    sys.exit(f"build-artifact-bundle: {message}")


def run(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    main(sys.argv[1:])
