"""Runs suites of the built tests, with one mutant or with a trace of the mutants that they reach."""

import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

# The test targets that need neither a real identity server nor a display, and that don't compile other packages.
TARGETS = (
    "AuthDescriptorTests", "AuthRuntimeTests", "HighSecurityTests", "GrantsTests", "SessionTests", "DatabaseTests",
    "SecretServiceTests", "TransportTests", "WebTests", "AuthTestingTests", "DecodingTests", "authctlTests")
# The suite, or the test outside of a suite, in the identifier of a test.
SUITE = re.compile(r"\w+\.(`[^`]*`|\w+)")
# A mutant may remove a limit. It must not take the memory of the machine.
MEMORY = 12 << 30

# The failure of a run that takes too long.
TIME_LIMIT = "the time limit"


@dataclass(frozen=True)
class Outcome:
    """The end of a run. It's a success, or it names the test that failed."""
    failure: str | None
    seconds: float

    @property
    def passed(self):
        return self.failure is None


class Suites:
    def __init__(self, tree):
        self.tree = tree

    def names(self):
        """The suites, such as `WebTests.SignInTests`. A test outside of a suite is its own suite."""
        listed = self._start(["--list-tests"], {}, subprocess.PIPE).communicate(timeout=600)[0].decode()
        names = {suite(line) for line in listed.splitlines() if SUITE.match(line)}
        return sorted(name for name in names if name.split(".")[0] in TARGETS)

    def run(self, suites, limit, environment):
        """Runs suites until the first failure."""
        start = time.monotonic()
        filters = [argument for name in suites for argument in ("--filter", f"^{re.escape(name)}(/|\\(|$)")]
        with tempfile.TemporaryDirectory(prefix="m") as name:
            folder = Path(name)
            # A database runs as another user.
            folder.chmod(0o755)
            events = folder / "events.jsonl"
            process = self._start(
                [*filters, "--event-stream-version", "0", "--event-stream-output-path", str(events)],
                environment | {"TMPDIR": name}, subprocess.DEVNULL)
            failure = self._watch(process, events, start + limit)
            seconds = time.monotonic() - start
            # A killed run leaves its databases, because each has its own session of processes.
            for database in folder.glob("auth-pg-*"):
                subprocess.run([self.tree.copy / "scripts/lib/postgres", "stop", database], check=False, capture_output=True)
        return Outcome(failure, seconds)

    def _watch(self, process, events, end):
        position = 0
        try:
            while True:
                status = process.poll()
                if events.exists():
                    with events.open("rb") as file:
                        file.seek(position)
                        data = file.read()
                    whole = data[: data.rfind(b"\n") + 1]
                    position += len(whole)
                    if test := failed_test(whole):
                        return test
                if status is not None:
                    return None if status == 0 else f"the process ended with {status}"
                if time.monotonic() > end:
                    return TIME_LIMIT
                time.sleep(0.02)
        finally:
            stop(process)

    def _start(self, arguments, environment, output):
        variables = {name: value for name, value in os.environ.items() if name != "SWIFT_DETERMINISTIC_HASHING"}
        return subprocess.Popen(
            ["nice", "-n", "10", self.tree.bundle, "--testing-library", "swift-testing", *arguments],
            cwd=self.tree.copy, env=variables | environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL,
            start_new_session=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))


def suite(test):
    """The suite of a test. It's the test itself if it's outside of a suite."""
    return SUITE.match(test).group()


def failed_test(lines):
    """The first test with an issue, in the events of a run."""
    for line in lines.splitlines():
        record = json.loads(line)
        event = record.get("payload", {})
        if record.get("kind") == "event" and event.get("kind") == "issueRecorded":
            issue = event.get("issue", {})
            if not issue.get("isKnown") and issue.get("severity", "error") == "error":
                return event.get("testID", "a test").rsplit("/", 1)[0]
    return None


def stop(process):
    """Ends the run and the processes that its tests have started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
