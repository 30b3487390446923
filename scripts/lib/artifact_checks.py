"""What is promised of the artifact bundle of authgen: see check-consumers' step `prebuilt`."""

import hashlib
import json
import os
import re
import subprocess
import zipfile

from consumers import Failure

TRIPLE = re.compile(r"(x86_64|aarch64|arm64)-(unknown-linux-gnu|apple-macosx)")


def unpacked(archive, folder):
    """Unpacks a bundle's archive as SwiftPM would, checks all that is promised of it, and returns the bundle."""
    stated = archive.with_name(archive.name + ".checksum").read_text().strip()
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if stated != found:
        raise Failure(f"the checksum of {archive.name} is {found}, and the file beside it says {stated}")
    with zipfile.ZipFile(archive) as file:
        for entry in file.infolist():
            os.chmod(file.extract(entry, folder), entry.external_attr >> 16 & 0o777)
    bundle = folder / "authgen.artifactbundle"
    for program in programs(bundle):
        if os.uname().sysname == "Linux":
            check_file(program)
        # Nothing of this machine's toolchain can be found.
        done = subprocess.run([program, "--help"], env={}, cwd="/", capture_output=True, text=True)
        if done.returncode or "SUBCOMMANDS:" not in done.stdout:
            raise Failure(f"{program} does not run by itself:\n{done.stdout}{done.stderr}")
    return bundle


def programs(bundle):
    """The programs that info.json names, each for a triple that SwiftPM knows."""
    info = json.loads((bundle / "info.json").read_text())
    artifact = info["artifacts"]["authgen"]
    if info["schemaVersion"] != "1.0" or artifact["type"] != "executable" or not artifact["variants"]:
        raise Failure(f"info.json says {info}")
    for variant in artifact["variants"]:
        wrong = [triple for triple in variant["supportedTriples"] if not TRIPLE.fullmatch(triple)]
        program = bundle / variant["path"]
        if wrong or not variant["supportedTriples"] or not os.access(program, os.X_OK) or not program.is_file():
            raise Failure(f"{variant} names no program that can be run, or a triple that is none")
    return [bundle / variant["path"] for variant in artifact["variants"]]


def check_file(program):
    """Swift's libraries are inside, and what only a debugger reads is not."""
    dynamic = readelf("--dynamic", program)
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
    foreign = [library for library in needed if re.match(r"lib(swift|Foundation|_Foundation|dispatch|BlocksRuntime)", library)]
    if foreign or "libc.so.6" not in needed:
        raise Failure(f"{program.name} needs the libraries {needed}")
    if ".symtab" in readelf("--sections", program):
        raise Failure(f"{program.name} was not stripped")


def readelf(*arguments):
    return subprocess.run(["readelf", "--wide", *arguments], check=True, capture_output=True, text=True).stdout
