"""Runs the commands that README and the articles show with their output, and compares the output.

A block of the kind `console` has commands after `$ `, each followed by its output, with both streams combined:

    ```console
    $ authgen providers show auth0 | head -1
    schema: 1
    ```

Commands to copy are in a block without `$ `, after a comment. `swift run` is left out. If they print anything, the output is in
another block:

    <!-- run -->                     the block below consists of commands
    <!-- output -->                  the block below is their output

`…` on its own line stands for any lines, and within a line for any characters. The blocks of a page run in order, in
one empty folder, with the built authgen and authctl. Two comments prepare files or state that the reader has:

    <!-- file: acme.yaml -->         the block below is the content of that file
    <!-- setup: sed -i … -->         a command that runs but isn't shown
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMENT = re.compile(r"<!-- (?:(file|setup): (.*?)|(run|output)) -->")
# In seconds. Only a command that hangs takes this long, even on a busy machine.
LIMIT = 600


class Page:
    """The text of a page. Its blocks run from top to bottom."""

    def __init__(self, file, folder, programs):
        self.file, self.folder = file, folder
        self.environment = {
            "PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(folder), "LC_ALL": "C.UTF-8",
            "AUTHCTL_CONFIG": str(folder / ".authctl"),
        }
        self.lines = file.read_text(encoding="utf-8").splitlines()
        self.fresh = []
        self.problems = []
        self.count = 0
        # The place, commands, status, and output of the last block of commands, until its output is compared.
        self.last = None

    def run(self):
        name = kind = None
        lines = iter(enumerate(self.lines, 1))
        for number, line in lines:
            self.fresh.append(line)
            if comment := COMMENT.fullmatch(line.strip()):
                if comment[1] == "setup":
                    self.setup(number, comment[2])
                elif comment[3]:
                    kind = comment[3]
                else:
                    name = comment[2]
            elif line.startswith("```"):
                block = list(self.block(lines))
                if line == "```console":
                    self.console(number, block)
                elif kind == "output":
                    self.fresh += self.compared(number, block)
                else:
                    self.fresh += block
                if kind == "run":
                    self.start(number, block)
                kind = None
                if name:
                    self.write(name, block)
                    name = None
                self.fresh.append("```")
        self.compared(len(self.lines), [])
        return self

    def start(self, number, block):
        """Runs a block of commands. The output is compared later."""
        self.compared(number, [])
        self.count += len(block)
        self.last = number, block[-1] if block else "", *self.execute(re.sub(r"\bswift run (?=auth)", "", "\n".join(block)))

    def compared(self, number, expected):
        """Compares the output of the last block of commands. Returns the lines to show."""
        if self.last is None:
            if expected:
                self.problems.append(f"{self.place(number)}: there are no commands before this output")
            return expected
        (number, command, status, output), self.last = self.last, None
        if matches(expected, output):
            return expected
        shown = "\n".join(f"    {line}" for line in output)
        self.problems.append(f"{self.place(number)}: '{command}' has different output (status {status}):\n{shown}")
        return expected if "…" in "".join(expected) else output

    def block(self, lines):
        for _, line in lines:
            if line == "```":
                return
            yield line

    def write(self, name, block):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(block) + "\n", encoding="utf-8")

    def setup(self, number, command):
        status, output = self.execute(command)
        if status:
            self.problems.append(f"{self.place(number)}: setup: {command}: {' '.join(output)}")

    def console(self, number, block):
        for command, expected in commands(block):
            if command is None:
                self.problems.append(f"{self.place(number)}: a block of the kind console must start with '$ '")
                self.fresh += expected
                continue
            self.count += 1
            status, output = self.execute(command)
            same = matches(expected, output)
            self.fresh += [f"$ {command}", *(expected if same or "…" in "".join(expected) else output)]
            if not same:
                shown = "\n".join(f"    {line}" for line in output)
                self.problems.append(f"{self.place(number)}: '{command}' has different output (status {status}):\n{shown}")

    def execute(self, command):
        done = subprocess.run(
            ["bash", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, timeout=LIMIT,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8")
        return done.returncode, [line.rstrip() for line in done.stdout.splitlines()]

    def place(self, number):
        return f"{self.file.relative_to(ROOT)}:{number}"


def commands(block):
    """Pairs of a command and the lines below it."""
    command, expected = None, []
    for line in block:
        if not line.startswith("$ "):
            expected.append(line)
            continue
        if command or expected:
            yield command, expected
        command, expected = line[2:], []
    yield command, expected


def matches(expected, output):
    pattern = [".*" if line.strip() == "…" else re.escape(line.rstrip()).replace("…", "[^\n]*") for line in expected]
    return re.fullmatch("\n".join(pattern), "\n".join(output), re.DOTALL) is not None


def pages():
    articles = sorted((ROOT / "Documentation.docc").rglob("*.md"))
    return [ROOT / "README.md", *articles]


def main():
    parser = argparse.ArgumentParser(description="Runs the commands that README and articles show with their output.")
    parser.add_argument("--update", action="store_true", help="write the actual output into the pages")
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / ".build/debug")
    options = parser.parse_args()
    count, problems = 0, []
    for file in pages():
        with tempfile.TemporaryDirectory() as folder:
            # Pages may write next to the clone.
            clone = pathlib.Path(folder) / "clone"
            clone.mkdir()
            page = Page(file, clone, options.programs.resolve()).run()
        count += page.count
        if options.update and page.fresh != page.lines:
            file.write_text("\n".join(page.fresh) + "\n", encoding="utf-8")
        problems += page.problems
    for problem in problems:
        print(f"check-prose: {problem}", file=sys.stderr)
    print(f"{count} commands ran, {len(problems)} with different output than shown")
    sys.exit(1 if problems or count == 0 else 0)


if __name__ == "__main__":
    main()
