"""Runs an API, a web app, and their users for a long time. See scripts/soak."""

import asyncio
import os
import pathlib
import random
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path += [str(pathlib.Path(__file__).resolve().parent.parent / name) for name in ["web_sessions", "chaos"]]

# pylint: disable=wrong-import-position
import progress
import table
from browser import Browser, request
from machinery import Database, Process
from proof import ORIGIN, port_of
from samples import Samples, growth

LIFETIME = 5
CLIENTS, BROWSERS = 200, 20
# glibc gives a new thread its own arena, up to eight for each core, and keeps the free memory of each. The resident memory of a
# process without a leak then grows for hours, and hides a leak.
ARENAS = 2
# The longest pause between two requests of a user in seconds.
PAUSE = 4


class WebApp:
    """The web app as a browser's server."""

    def __init__(self, port):
        self.port = port


class Run:
    """The processes, their users, and what happens."""

    def __init__(self, minutes):
        self.duration = minutes * 60
        # Caches and pools fill at first.
        self.warm_up, self.interval = (600, 10) if minutes >= 30 else (self.duration / 3, max(1, self.duration / 60))
        self.clients, self.requests = progress.Progress(), 0
        self.failures = []
        self.database = Database()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="auth-soak-"))
        self.processes, self.samples = [], []

    async def start(self, name, *arguments, words, program="soak-probe", is_judged=True):
        environment = {"AUTH_KEY": secrets.token_hex(32), "AUTH_DATABASE": self.database.url, "MALLOC_ARENA_MAX": str(ARENAS)}
        process = Process(*arguments, environment=environment, name=program)
        self.processes.append(process)
        values = await process.start(words)
        self.samples.append(Samples(name, process.process.pid, is_judged))
        return process, values

    async def run(self):
        await self.database.later("start")
        # The provider of the tests keeps every token and every request.
        _, [issuer, control] = await self.start(
            "provider", "provider", LIFETIME, self.folder / "provider.log", words=["issuer", "control"],
            program="web-session-probe", is_judged=False)
        _, [port] = await self.start("API", "api", issuer, "app,web", words=["listening"])
        api = f"http://127.0.0.1:{port}/me"
        _, [port] = await self.start("web app", "web", ORIGIN, issuer, api, words=["listening"])
        clients, _ = await self.start(
            "clients", "clients", issuer, "app", api, CLIENTS, self.folder / "sessions", words=["signed-in"])
        browsers = await self.sign_in(WebApp(int(port)), port_of(issuer), port_of(control))
        print(f"{CLIENTS} clients and {BROWSERS} browsers signed in", flush=True)
        users = [asyncio.create_task(self.listen(clients)), *(asyncio.create_task(self.browse(it)) for it in browsers)]
        try:
            await self.watch(users)
        finally:
            for user in users:
                user.cancel()

    async def sign_in(self, app, provider_port, control_port):
        browsers = [Browser([app], ORIGIN, f"user-{number}") for number in range(BROWSERS)]
        for browser in browsers:
            await request(control_port, f"/?{browser.name}")
            await browser.sign_in(provider_port)
        return browsers

    async def browse(self, browser):
        """Requests the page again and again. A browser doesn't repeat a request that fails."""
        while True:
            await asyncio.sleep(random.uniform(0, PAUSE))
            try:
                status, _, body = await asyncio.wait_for(
                    request(browser.servers[0].port, "/page", browser.cookies), 60)
            except (OSError, asyncio.TimeoutError) as error:
                status, body = None, repr(error)
            self.requests += 1
            if (status, body) != (200, browser.name):
                self.failures.append(f"browser: {status} {body[:300]}")

    async def listen(self, clients):
        """Reads what the clients report."""
        while line := (await clients.process.stdout.readline()).decode():
            word, _, rest = line.strip().partition(" ")
            if word == "failure":
                self.failures.append(f"client: {rest[:300]}")
            elif word == "total":
                self.clients.note(*map(int, rest.split()), time.monotonic())
        raise RuntimeError("the clients ended")

    async def watch(self, users):
        start = time.monotonic()
        await self.sleep(self.warm_up, users)
        while time.monotonic() - start < self.duration:
            for samples in self.samples:
                samples.take(time.monotonic() - start)
            await self.sleep(self.interval, users)

    @staticmethod
    async def sleep(seconds, users):
        """Waits, unless one of the users ends."""
        done, _ = await asyncio.wait(users, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for user in done:
            user.result()

    async def close(self):
        for process in self.processes:
            await process.kill()
        await asyncio.to_thread(self.database.remove)
        shutil.rmtree(self.folder, ignore_errors=True)

    def report(self):
        head = ["Process", "Memory at first", "Memory at last", "Growth", "Descriptors", "Growth", "Judged"]
        print(table.rows(head, [samples.row() for samples in self.samples]))
        refreshes = sum(" issued refresh" in line for line in (self.folder / "provider.log").read_text().splitlines())
        print(f"{self.clients.requests} requests of clients, {self.requests} of browsers, {refreshes} refreshes, "
              f"{len(self.failures)} failures")
        # Nothing is broken here, so no failure is explained.
        errors = [error for samples in self.samples for error in samples.errors()] + self.failures
        # A client refreshes its token with the first request after it expires.
        return errors + list(self.clients.errors(refreshes, CLIENTS * self.duration / (LIFETIME + PAUSE)))


async def main(minutes):
    run = Run(minutes)
    # Ends the processes, too.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asyncio.current_task().cancel)
    try:
        await run.run()
        errors = run.report()
    finally:
        await run.close()
    for error in errors[:20]:
        print(f"soak: {error}", file=sys.stderr)
    return 1 if errors else 0


def self_test():
    """A leak of 6 % and one descriptor for each sample are found, and waves without growth aren't."""
    leak, waves = Samples("leak", os.getpid()), Samples("waves", os.getpid())
    for number in range(100):
        wave = number % 9
        for samples, memory, files in [(leak, 1000 + 0.61 * number, 20 + number), (waves, 1000 + 40 * wave, 20 + wave)]:
            samples.times.append(number)
            samples.memory.append(memory)
            samples.files.append(files)
    assert len(list(leak.errors())) == 2 and not list(waves.errors())
    assert abs(growth([0, 10], [100, 110]) - 0.1) < 1e-9
    progress.self_test()
    leaking, steady = sampled(LEAKING), sampled(STEADY)
    assert len(list(leaking.errors())) == 2, leaking.row()
    assert not list(steady.errors()), steady.row()
    print("soak: planted leaks are found in sample data and in a real process")
    return 0


# Both programs allocate once for each input line. One of them keeps its memory and its files.
LEAKING = "kept = []\nfor line in sys.stdin: kept += [bytearray(1 << 20), open('/dev/null')]; print(flush=True)"
STEADY = "for line in sys.stdin: kept = [bytearray(1 << 20), open('/dev/null')]; print(flush=True)"


def sampled(program):
    """Samples a real process."""
    with subprocess.Popen([sys.executable, "-c", f"import sys\n{program}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        samples = Samples("child", child.pid)
        for number in range(30):
            print(file=child.stdin, flush=True)
            child.stdout.readline()
            samples.take(number)
        child.stdin.close()
    return samples


if __name__ == "__main__":
    if sys.argv[1:2] == ["--self-test"]:
        sys.exit(self_test())
    sys.exit(asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 60)))
