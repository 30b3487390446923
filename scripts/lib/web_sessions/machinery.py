"""The processes of the proof: a database, a provider, and web servers. Any of them can be killed."""

import asyncio
import os
import pathlib
import secrets
import shutil
import signal
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
POSTGRES = ROOT / "scripts/lib/postgres"


def program():
    path = pathlib.Path(os.environ.get("AUTH_TOOLS") or ROOT / ".build/debug") / "web-session-probe"
    if not path.exists():
        raise SystemExit("web-sessions: build the tests first: swift build --build-tests")
    return path


class Database:
    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="auth-web-sessions-"))
        self.folder.chmod(0o755)
        self.data = self.folder / "pg"

    def control(self, verb):
        result = subprocess.run([POSTGRES, verb, self.data], capture_output=True, text=True, check=False)
        if result.returncode:
            raise RuntimeError(f"postgres {verb}: {result.stderr}")

    async def later(self, verb):
        await asyncio.to_thread(self.control, verb)

    @property
    def url(self):
        port = (self.data / "port").read_text().strip()
        return f"postgresql://app:app-password@127.0.0.1:{port}/app?sslmode=disable"

    def sql(self, text):
        port = (self.data / "port").read_text().strip()
        command = ["psql", "-q", "-A", "-t", "-h", self.data, "-p", port, "-U", "postgres", "-d", "app", "-c", text]
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
    """A program that prints where it listens."""

    def __init__(self, *arguments, environment=None):
        self.arguments = [str(argument) for argument in arguments]
        self.environment = {**os.environ, **(environment or {})}
        self.process = None

    async def start(self, words):
        """Returns the values that the program prints after each of the words."""
        self.process = await asyncio.create_subprocess_exec(
            program(), *self.arguments, env=self.environment, stdout=asyncio.subprocess.PIPE)
        found = {}
        while not all(word in found for word in words):
            line = (await asyncio.wait_for(self.process.stdout.readline(), 60)).decode()
            if not line:
                raise RuntimeError(f"{self.arguments[0]} ended")
            word, _, value = line.strip().partition(" ")
            found[word] = value
        return [found[word] for word in words]

    def send(self, number):
        if self.process and self.process.returncode is None:
            self.process.send_signal(number)

    async def kill(self):
        self.send(signal.SIGKILL)
        if self.process:
            await self.process.wait()


class Server:
    def __init__(self, origin, issuer, database, key, lease):
        environment = {"AUTH_DATABASE": database, "AUTH_KEY": key, "AUTH_LEASE": str(lease)}
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
