"""A provider, a store, and processes that share a session in it."""

import asyncio
import pathlib
import secrets
import shutil
import tempfile
import time

import judge
from machinery import Process

# Access tokens live for this many seconds, so each request for a token that lasts a minute refreshes the session.
LIFETIME = 5


class Hang(Exception):
    """A call took longer than its limit."""


class Probe:
    """A process that uses the session. It handles one verb at a time."""

    def __init__(self, world, moment, under, environment):
        self.world = world
        arguments = [world.issuer, "probe", world.store.name, world.key, "commands", moment or "never", world.hold]
        self.process = Process(
            *arguments, environment={**world.store.environment, **(environment or {})}, name="session-probe", under=under)

    async def start(self):
        with open(self.world.folder / "errors.log", "ab") as errors:
            await self.process.spawn(stdin=asyncio.subprocess.PIPE, stderr=errors)
        return self

    @property
    def is_running(self):
        return self.process.process is not None and self.process.process.returncode is None

    async def ask(self, verb, limit=None):
        """Returns the outcome, or `None` if the process was killed before it had one."""
        limit = limit or self.world.limit
        started = time.monotonic()
        try:
            self.process.process.stdin.write(f"{verb}\n".encode())
            line = await asyncio.wait_for(self.process.process.stdout.readline(), limit)
        except asyncio.TimeoutError:
            self.world.result.hang(f"'{verb}' takes longer than {limit} s")
            await self.kill()
            raise Hang from None
        outcome = line.decode().strip()
        if not outcome:
            return None
        self.world.result.waited(time.monotonic() - started)
        self.world.note(outcome)
        return outcome

    def send(self, number):
        self.process.send(number)

    async def kill(self):
        if self.process.process is not None:
            await self.process.kill()

    async def ended(self):
        await self.process.process.wait()


class World:
    """`limit` is the longest time that a call may take, `hold` the time after which the lock of a suspended process is free, and
    `overlap` the time for which the provider accepts a refresh token again. All are in seconds."""

    # The commands that run the processes that sign in, and those that use the session, and the environment of the latter.
    sign_in_under = under = ()
    environment = {}

    def __init__(self, result, store, limit, hold=75, overlap=0):
        self.result, self.store, self.limit, self.hold, self.overlap = result, store, limit, hold, overlap
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="auth-chaos-"))
        # PostgreSQL's user needs access.
        self.folder.chmod(0o755)
        self.key = secrets.token_hex(32)
        self.log = self.folder / "provider.log"
        self.session = 0
        self.visits, self.faults, self.probes, self.excused = [], [], [], set()
        self.provider = self.issuer = None

    async def __aenter__(self):
        try:
            await self.store.start(self.folder)
            self.provider = self.make_provider()
            [self.issuer] = await self.provider.start(["issuer"])
            await self.prepare()
        except BaseException:
            await self.close()
            raise
        return self

    def make_provider(self):
        return Process("provider", LIFETIME, self.log, self.overlap)

    async def prepare(self):
        """For worlds that need more than a provider and a store."""

    async def __aexit__(self, kind, error, trace):
        try:
            if kind is None:
                self.judge()
        finally:
            await self.close()

    async def close(self):
        for probe in self.probes:
            await probe.kill()
        if self.provider:
            await self.provider.kill()
        await self.store.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    async def probe(self, moment=None, under=(), environment=None):
        probe = await Probe(self, moment, under, environment).start()
        self.probes = [it for it in self.probes if it.is_running] + [probe]
        return probe

    async def user(self):
        return await self.probe(under=self.under, environment=self.environment)

    async def users(self, count):
        """Starts another session, and the processes that use it."""
        await self.sign_in()
        return [await self.user() for _ in range(count)]

    async def sign_in(self):
        """Starts another session, in a separate process."""
        self.session += 1
        probe = await self.probe(under=self.sign_in_under)
        outcome = await probe.ask("sign-in", 60)
        if not outcome or not outcome.startswith("ok"):
            raise RuntimeError(f"the sign-in failed: {outcome}")
        await probe.kill()

    def note(self, outcome):
        """Records an outcome for the judge. A failure that doesn't end the session isn't a visit."""
        word, _, rest = outcome.partition(" ")
        if word == "ok":
            self.visits.append(judge.Visit(self.session, time.time(), 200, rest))
        elif is_end(outcome):
            self.visits.append(judge.Visit(self.session, time.time(), 401, outcome))

    async def duration(self, probe):
        """The time of a refresh, in seconds."""
        started = time.monotonic()
        await self.check(probe, verb="refresh")
        return time.monotonic() - started

    def broke(self, start, kind):
        """Records a fault that lasted until now."""
        self.faults.append((start, time.time(), kind))

    def judge(self):
        visits = [visit for visit in self.visits if visit.user not in self.excused]
        errors, summary = judge.judge(self.log, visits, self.faults, slack=1, overlap=self.overlap > 0)
        self.result.refreshes += summary["refreshes"]
        self.result.explained += summary["explained"] + len(self.excused)
        for error in errors:
            self.result.lose(f"session {error}")

    async def check(self, *probes, verb="token"):
        """Nothing is broken anymore, so each process must get a token, unless the session was lost.

        Returns whether the session is intact."""
        outcomes = await asyncio.gather(*(probe.ask(verb) for probe in probes))
        for outcome in outcomes:
            if outcome is None:
                self.result.lose(f"a process ended: {(self.folder / 'errors.log').read_text()[-300:]}")
            elif not is_end(outcome) and not outcome.startswith("ok"):
                self.result.lose(f"a healthy process fails: {outcome[:300]}")
        return not any(outcome is None or is_end(outcome) for outcome in outcomes)

    async def checked(self, users, at_once=False, excused=False):
        """Checks the processes, and returns them. If the session was lost, starts another one, and returns new processes.
        `excused` is whether the store has lost what it had confirmed."""
        groups = [users] if at_once else [[user] for user in users]
        if all([await self.check(*group) for group in groups]):
            return users
        if excused:
            self.excused.add(self.session)
        for user in users:
            await user.kill()
        return await self.users(len(users))


def is_end(outcome):
    return outcome.startswith(("ended", "notSignedIn"))
