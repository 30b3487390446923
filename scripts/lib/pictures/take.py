"""Runs the commands, and takes the pictures or compares them."""
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from .captures import CAPTURES, SIGN_IN
from .drawing import drawn
from .terminal import Failure, run, stable

ROOT = Path(__file__).resolve().parents[3]
SCRIPTS = ROOT / "scripts"
PROGRAMS = Path(os.environ.get("AUTH_TOOLS") or ROOT / ".build/debug").absolute()
CATALOG = ROOT / "Documentation.docc"
PICTURES = CATALOG / "Resources" / "Pictures"
PORT = 8523  # glewlwyd itself listens on the next one
LARGEST = 60_000
PAGES = tuple(
    f"{page}{suffix}@2x.png" for page in ("sign-in-page", "consent-page", "signed-in-page") for suffix in ("", "~dark"))


@contextlib.contextmanager
def identity_server():
    """The issuer of a fresh test identity server."""
    server = [str(SCRIPTS / "identity-server")]
    try:
        with subprocess.Popen([*server, "start", "plain", str(PORT)], stdout=subprocess.DEVNULL) as start:
            try:
                if status := start.wait():
                    raise subprocess.CalledProcessError(status, start.args)
            finally:
                start.terminate()  # does nothing if the process has ended
        yield f"http://127.0.0.1:{PORT}/api/oidc"
    finally:
        subprocess.run([*server, "stop", "plain", str(PORT)], check=True, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def clone():
    """A folder that the commands take for a clone, next to which they may write."""
    with tempfile.TemporaryDirectory(prefix="take-pictures-") as folder:
        clone = Path(folder) / "swift-auth-generator"
        clone.mkdir()
        for name in ("Package.swift", "Plugins", "Sources"):
            (clone / name).symlink_to(ROOT / name)
        yield clone


def environment(home, **more):
    """Without the settings of the user."""
    kept = {name: os.environ[name] for name in ("AUTH_TEST_STATE",) if name in os.environ}
    return {
        "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "HOME": str(home), "LC_ALL": "C.UTF-8", "TERM": "dumb",
        "AUTHCTL_CONFIG": str(home / ".authctl"), **kept, **more,
    }


def shown(capture, issuer, folder, variables):
    """The commands as the articles write them, each with its output."""
    if capture.setup:
        hidden = capture.setup.format(issuer=issuer)
        subprocess.run(["bash", "-c", hidden], cwd=folder, env=variables, check=True, capture_output=True)
    for command in capture.commands:
        command = command.format(issuer=issuer)
        yield stable(command, PORT), stable(run(command, folder, variables), PORT)


def record(browser, **variables):
    """The files of all terminals, by name. The browser may take other pictures."""
    if missing := [name for name in ("authctl", "authgen") if not (PROGRAMS / name).is_file()]:
        raise Failure(f"{' and '.join(missing)} missing in {PROGRAMS}; run swift build")
    files = {}
    with identity_server() as issuer, clone() as folder:
        variables = environment(folder.parent, BROWSER=str(browser), **variables)
        for capture in CAPTURES:
            transcript = list(shown(capture, issuer, folder, variables))
            if capture is SIGN_IN and not any("Signed in" in output for _, output in transcript):
                raise Failure("the sign-in failed:\n" + "\n".join(output for _, output in transcript))
            files |= {f"{capture.name}{suffix}.svg": text for suffix, text in drawn(transcript).items()}
    return files


def take():
    if shutil.which("pngquant") is None:
        raise Failure("pngquant is missing; install the Debian package pngquant")
    with tempfile.TemporaryDirectory(prefix="take-pictures-") as raw:
        files = record(SCRIPTS / "lib" / "pictures" / "browse", PICTURES=raw, PICTURES_PORT=str(PORT))
        shutil.rmtree(PICTURES, ignore_errors=True)
        PICTURES.mkdir(parents=True)
        for name in PAGES:
            quantized = ["pngquant", "--strip", "--speed", "1", "64", "--output", PICTURES / name, Path(raw) / name]
            subprocess.run(quantized, check=True)
    for name, text in files.items():
        (PICTURES / name).write_text(text, encoding="utf-8")
    print(f"{len(PAGES) + len(files)} pictures")
    return []


def check():
    files = record(SCRIPTS / "headless-browser")
    found = {file.name: file for file in PICTURES.glob("*")}
    problems = [f"{name} is missing" for name in [*PAGES, *files] if name not in found]
    problems += [f"{name} isn't a picture that the script takes" for name in found if name not in PAGES and name not in files]
    problems += [
        f"{name} differs from the output of its commands; run scripts/take-pictures and read the difference"
        for name, text in files.items() if name in found and found[name].read_text(encoding="utf-8") != text]
    problems += [
        f"{name} has {file.stat().st_size} bytes; at most {LARGEST} are allowed"
        for name, file in found.items() if file.stat().st_size > LARGEST]
    return problems + unexplained({re.sub(r"(~dark)?(@2x)?\.\w+$", "", name) for name in found})


def unexplained(names):
    """The pictures that no article shows, or one shows without alternative text."""
    alternatives = {}
    for article in CATALOG.rglob("*.md"):
        for text, name in re.findall(r"!\[([^\]]*)\]\(([\w-]+)\)", article.read_text(encoding="utf-8")):
            alternatives.setdefault(name, []).append(text.strip())
    problems = [f"no article shows {name}" for name in names if name not in alternatives]
    return problems + [f"{name} has no alternative text" for name in names if "" in alternatives.get(name, [])]


def end(number, _):
    """Ends the script and everything that it started, through the `finally` blocks. Another signal doesn't interrupt them."""
    for each in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    sys.exit(128 + number)


def main(arguments):
    if arguments not in ([], ["--check"]):
        print("usage: scripts/take-pictures [--check]", file=sys.stderr)
        return 2
    for number in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, end)
    try:
        problems = check() if arguments else take()
    except (Failure, ValueError, subprocess.CalledProcessError) as failure:
        problems = [str(failure)]
    for problem in sorted(problems):
        print(f"take-pictures: {problem}", file=sys.stderr)
    return 1 if problems else 0
