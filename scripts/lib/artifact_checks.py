"""The requirements on authgen's artifact bundle. See the step `prebuilt` of check-consumers."""

import hashlib
import json
import os
import re
import subprocess
import zipfile

from consumers import Failure

TRIPLE = re.compile(r"(x86_64|aarch64|arm64)-(unknown-linux-gnu|apple-macosx)")


def unpacked(archive, folder):
    """Unpacks a bundle's archive as SwiftPM would, checks all requirements, and returns the bundle."""
    stated = archive.with_name(archive.name + ".checksum").read_text().strip()
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if stated != found:
        raise Failure(f"the checksum of {archive.name} is {found}, but the file next to it contains {stated}")
    with zipfile.ZipFile(archive) as file:
        for entry in file.infolist():
            os.chmod(file.extract(entry, folder), entry.external_attr >> 16 & 0o777)
    bundle = folder / "authgen.artifactbundle"
    for program in programs(bundle):
        if os.uname().sysname == "Linux":
            check_file(program)
        # The program must not find any part of this machine's toolchain.
        done = subprocess.run([program, "--help"], env={}, cwd="/", capture_output=True, text=True)
        if done.returncode or "SUBCOMMANDS:" not in done.stdout:
            raise Failure(f"{program} doesn't run by itself:\n{done.stdout}{done.stderr}")
    licensed = {file.parent.name for file in bundle.glob("licenses/*/*") if file.stat().st_size}
    if not licensed > {"swift", "swift-auth-generator"}:
        raise Failure(f"the bundle has only the licenses of {sorted(licensed)}")
    return bundle


def programs(bundle):
    """The programs in info.json, each for a triple that SwiftPM knows."""
    info = json.loads((bundle / "info.json").read_text())
    artifact = info["artifacts"]["authgen"]
    if info["schemaVersion"] != "1.0" or artifact["type"] != "executable" or not artifact["variants"]:
        raise Failure(f"unexpected info.json: {info}")
    for variant in artifact["variants"]:
        wrong = [triple for triple in variant["supportedTriples"] if not TRIPLE.fullmatch(triple)]
        program = bundle / variant["path"]
        if wrong or not variant["supportedTriples"] or not os.access(program, os.X_OK) or not program.is_file():
            raise Failure(f"{variant} names a program that can't run, or an invalid triple")
    return [bundle / variant["path"] for variant in artifact["variants"]]


def check_file(program):
    """The program contains Swift's libraries, but no debug information."""
    dynamic = readelf("--dynamic", program)
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
    foreign = [library for library in needed if re.match(r"lib(swift|Foundation|_Foundation|dispatch|BlocksRuntime)", library)]
    if foreign or "libc.so.6" not in needed:
        raise Failure(f"{program.name} needs the libraries {needed}")
    if ".symtab" in readelf("--sections", program):
        raise Failure(f"{program.name} isn't stripped")


def readelf(*arguments):
    return subprocess.run(["readelf", "--wide", *arguments], check=True, capture_output=True, text=True).stdout
