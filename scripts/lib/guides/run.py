"""Follows the tutorials, and the articles for newcomers, in temporary folders. See scripts/check-guides."""
import difflib
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
GUIDES = ROOT / "Documentation.docc/Tutorials/Guides"
ARTICLES = [ROOT / "Documentation.docc/FirstSignIn.md", ROOT / "Documentation.docc/WebApps.md"]
TOOLS = Path(os.environ.get("AUTH_TOOLS", ROOT / ".build/debug")).resolve()

# The reader's `swift` command. SwiftPM uses this checkout's .build folder, so that existing modules aren't built again.
SWIFT = f"""#!/usr/bin/env bash
case "$1 ${{2:-}}" in
  "run authgen" | "run authctl") tool=$2; shift 2; exec "{TOOLS}/$tool" "$@" ;;
  build*) shift; exec "$REAL_SWIFT" build --scratch-path "{ROOT}/.build" "$@" ;;
  run*) shift; exec "$REAL_SWIFT" run --scratch-path "{ROOT}/.build" "$@" ;;
  *) exec "$REAL_SWIFT" "$@" ;;
esac
"""


class Reader:
    """A reader who follows a page."""

    def __init__(self, work, updates):
        self.top = work / "swift-auth-generator"
        self.updates, self.problems, self.commands, self.written = updates, [], 0, set()
        (work / "bin").mkdir(parents=True)
        self.top.mkdir()
        (work / "bin/swift").write_text(SWIFT)
        (work / "bin/swift").chmod(0o755)
        # The files by which `authgen new` recognizes a checkout, and the scripts that the commands use.
        for name in ("scripts", "Package.swift", "Plugins", "Sources"):
            (self.top / name).symlink_to(ROOT / name)
        self.folder = self.top
        self.environment = os.environ | {
            "PATH": f"{work / 'bin'}:{os.environ['PATH']}", "REAL_SWIFT": which("swift"), "AUTH_WARNINGS": "",
            "BROWSER": str(ROOT / "scripts/headless-browser"), "AUTHCTL_CONFIG": str(work / "settings"),
            "AUTH_TEST_STATE": os.environ.get("AUTH_TEST_STATE", str(ROOT / ".build/auth-test")),
        }

    def follow(self, tutorial):
        steps = re.findall(r'@Code\(name: "([^"]+)", file: "([^"]+)"', tutorial.read_text(encoding="utf-8"))
        if not any(name == "Terminal" for name, _ in steps):
            return
        for name, file in steps:
            step = next(GUIDES.rglob(file))
            if name == "Terminal":
                self.type(step)
            else:
                self.write(self.place(name), step)

    def read(self, article):
        """Runs the blocks with commands. Every other block must be part of the last commands' output, or of the page that the
        text after the command opens."""
        printed, text = "", article.read_text(encoding="utf-8")
        for found in re.finditer(r"^```(\w*)\n(.*?)\n```$", text, re.DOTALL | re.MULTILINE):
            block, page = found[2], re.match(r"\s*Open [<`](http://localhost:\d+)([^\s>`]*)[>`]", text[found.end():])
            if found[1] or block.startswith("git clone "):
                continue  # code isn't a command, and the reader is in the clone
            if page:
                printed = self.serve(block, *page.groups())
            elif re.match(r"(\w+=\S+ )*(scripts/|swift )", block):
                printed = "\n".join(line for command in block.splitlines() for line in self.run(command))
            elif "(not run)" not in printed and plain(block) not in plain(printed):
                self.problems.append(f"{article.name}: {block!r}")
                print(f"actual output:\n{printed}", file=sys.stderr)

    def serve(self, command, origin, path):
        """Runs a web app while a browser opens a page of it and signs in, and returns the page's text."""
        if "AUTH_TOOLS" in os.environ:
            return "(not run)"
        self.commands += 1
        app = subprocess.Popen(["bash", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                               stdout=sys.stderr, start_new_session=True)
        try:
            wait_until_up(origin, app)
            return subprocess.run(
                [self.environment["BROWSER"], origin + path], env=self.environment | {"BROWSER_APP": origin}, text=True,
                stdout=subprocess.PIPE, timeout=600).stdout
        finally:
            os.killpg(app.pid, signal.SIGTERM)
            app.wait(120)

    def place(self, name):
        return next((path for path in self.folder.rglob(name) if ".build" not in path.parts), self.folder / name)

    def write(self, path, step):
        """Writes a step's file. If a command has already written the file, it must equal the first step's."""
        text = step.read_text(encoding="utf-8")
        if path.exists() and path not in self.written:
            self.compare(step, path.read_text(encoding="utf-8"))
        self.written.add(path)
        path.write_text(text, encoding="utf-8")

    def type(self, step):
        """Runs the commands of a terminal, and compares the output."""
        printed = []
        for line in step.read_text(encoding="utf-8").splitlines():
            if line.startswith("$ "):
                printed += [line, *self.run(line[2:])]
        self.compare(step, "\n".join(printed) + "\n")

    def run(self, command):
        needs_build = re.search(r"\bswift (build|run (?!authgen|authctl))", command)
        if needs_build and "AUTH_TOOLS" in os.environ:
            return ["(not run)"]
        self.commands += 1
        if move := re.fullmatch(r"cd (\S+)", command):
            self.folder = (self.folder / move[1]).resolve()
            return []
        result = subprocess.run(
            ["bash", "-c", command], cwd=self.folder, env=self.environment, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=900)
        for manifest in self.top.parent.glob("*/Package.swift"):  # the real checkout, because its .build folder is up to date
            if not manifest.is_symlink() and str(self.top) in (text := manifest.read_text()):
                manifest.write_text(text.replace(str(self.top), str(ROOT)))
        return result.stdout.replace(str(self.top.parent), "…").rstrip("\n").splitlines()

    def compare(self, step, found):
        shown = step.read_text(encoding="utf-8")
        if plain(shown) == plain(found) or "(not run)" in found:
            return
        if self.updates:
            step.write_text(found, encoding="utf-8")
            return
        self.problems.append(step.name)
        sys.stderr.writelines(difflib.unified_diff(
            plain(shown).splitlines(True), plain(found).splitlines(True), f"shown in {step.name}", "found"))


def wait_until_up(origin, process):
    """The first run builds the program."""
    end = time.monotonic() + 900
    while time.monotonic() < end and process.poll() is None:
        try:
            return urllib.request.urlopen(origin, timeout=5).close()
        except OSError:
            time.sleep(0.5)
    sys.exit(f"check-guides: nothing responds at {origin}")


def plain(text):
    """The text without the parts that differ from run to run."""
    text = re.sub(r"\d{4}-\d\d-\d\d(T[\d:]+Z)?", "DATE", text)
    text = re.sub(r"(?<![\w-])[\w-]{22,64}(?![\w-])", "IDENTIFIER", text)
    # The first free port of the callback.
    text = re.sub(r"(127\.0\.0\.1(?::|%3A))876[5-9]", r"\1PORT", text)
    return re.sub(r"= \d{10}$", "= TIME", text, flags=re.MULTILINE)


def which(program):
    return subprocess.run(["which", program], capture_output=True, text=True, check=True).stdout.strip()


def main():
    work, updates = Path(sys.argv[1]).resolve(), "--update" in sys.argv[2:]
    newcomers = []
    for article in ARTICLES:
        newcomers.append(Reader(work / article.stem, updates))
        newcomers[-1].read(article)
    pupil = Reader(work / "tutorials", updates)
    for tutorial in sorted(GUIDES.glob("*.tutorial")):
        pupil.folder = pupil.top
        pupil.follow(tutorial)
    if problems := [problem for reader in [*newcomers, pupil] for problem in reader.problems]:
        sys.exit(f"check-guides: out of date: {', '.join(problems)}; scripts/check-guides --update updates the tutorials")
    print(f"{sum(reader.commands for reader in newcomers)} commands of the articles and {pupil.commands} of the tutorials match the documentation")


main()
