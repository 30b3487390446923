"""The processes of the proof: a database, a provider, and web servers. Any of them can be killed."""

import asyncio
import contextlib
import os
import pathlib
import secrets
import shutil
import signal
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
POSTGRES = ROOT / "scripts/lib/postgres"


def program(name="web-session-probe"):
    """A program of the build in the folder `AUTH_TOOLS`, or in .build/debug."""
    path = pathlib.Path(os.environ.get("AUTH_TOOLS") or ROOT / ".build/debug") / name
    if not path.exists():
        raise SystemExit(f"{path} is missing; build the tests first: swift build --build-tests")
    return path


class Database:
    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="auth-web-sessions-"))
        self.folder.chmod(0o755)
        self.data = self.folder / "pg"
        self.environment = {}

    def control(self, verb, *more):
        result = subprocess.run([POSTGRES, verb, self.data, *more], capture_output=True, text=True, check=False,
                                env={**os.environ, **self.environment})
        if result.returncode:
            raise RuntimeError(f"postgres {verb}: {result.stderr}")
        return result.stdout.strip()

    async def later(self, verb, *more):
        return await asyncio.to_thread(self.control, verb, *more)

    @property
    def port(self):
        return (self.data / "port").read_text().strip()

    @property
    def url(self):
        return f"postgresql://app:app-password@127.0.0.1:{self.port}/app?sslmode=disable"

    def sql(self, text):
        command = ["psql", "-q", "-A", "-t", "-h", self.data, "-p", self.port, "-U", "postgres", "-d", "app", "-c", text]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode:
            raise RuntimeError(result.stderr)
        return result.stdout.strip()

    def remove(self):
        try:
            self.control("stop")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)


class Process:
    """A program that prints where it listens. `under` is a program that runs it."""

    def __init__(self, *arguments, environment=None, name="web-session-probe", under=()):
        self.arguments = [str(argument) for argument in arguments]
        self.command = [*under, program(name), *self.arguments]
        self.environment = {**os.environ, **(environment or {})}
        self.process = None

    async def spawn(self, **streams):
        self.process = await asyncio.create_subprocess_exec(
            *self.command, env=self.environment, stdout=asyncio.subprocess.PIPE, **streams)

    async def start(self, words):
        """Returns the values that the program prints after each of the words."""
        await self.spawn()
        found = {}
        while not all(word in found for word in words):
            line = (await asyncio.wait_for(self.process.stdout.readline(), 300)).decode()
            if not line:
                raise RuntimeError(f"{self.arguments[0]} ended")
            word, _, value = line.strip().partition(" ")
            found[word] = value
        return [found[word] for word in words]

    def send(self, number):
        # `Process.send_signal` may take the exit status away from asyncio.
        if self.process and self.process.returncode is None:
            # It may just have ended by itself.
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process.pid, number)

    async def kill(self):
        self.send(signal.SIGKILL)
        if self.process:
            await self.process.wait()


class Server:
    def __init__(self, origin, issuer, database, key, lease, environment):
        environment = {"AUTH_DATABASE": database, "AUTH_KEY": key, "AUTH_LEASE": str(lease), **environment}
        self.process = Process("server", origin, issuer, environment=environment)
        self.port = None

    async def start(self):
        self.port = None
        [port] = await self.process.start(["listening"])
        self.port = int(port)

    async def kill(self):
        self.port = None
        await self.process.kill()

    async def pause(self, seconds):
        """Suspends the server for longer than its lease lasts."""
        self.process.send(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        self.process.send(signal.SIGCONT)


def new_key():
    return secrets.token_hex(32)
