"""The stores that the processes share."""

import asyncio
import contextlib
import os
import pathlib
import signal
import subprocess

from machinery import Database

PASSWORD = "correct horse"


class Store:
    """A store, and the programs that it needs."""

    # Added to the environment of each process.
    environment = {}

    @staticmethod
    async def kill(process):
        if process and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
            await process.wait()


class Files(Store):
    """Encrypted files in a folder."""

    async def start(self, folder):
        self.name = folder / "sessions"

    async def stop(self):
        pass


class Postgres(Store):
    """Credentials in a PostgreSQL server."""

    async def start(self, _):
        self.database = Database()
        await self.database.later("start")

    @property
    def name(self):
        return self.database.url

    async def stop(self):
        await asyncio.to_thread(self.database.remove)


class Keyring(Store):
    """gnome-keyring on a session bus that only these processes use."""

    name = "keyring"
    SERVICE = "org.freedesktop.secrets"

    async def start(self, folder):
        self.home = folder / "home"
        self.home.mkdir(mode=0o700)
        self.environment = {
            "HOME": f"{self.home}", "XDG_RUNTIME_DIR": f"{self.home}", "XDG_DATA_HOME": f"{self.home}/data",
            "XDG_CONFIG_HOME": f"{self.home}/config", "XDG_CACHE_HOME": f"{self.home}/cache",
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.home}/bus"}
        self.bus = self.daemon = None
        await self.start_bus()
        await self.start_daemon()

    async def start_bus(self):
        configuration = self.home / "bus.conf"
        configuration.write_text(f"""<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
            "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><type>session</type><listen>unix:path={self.home}/bus</listen>
            <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
            </busconfig>""")
        pathlib.Path(self.home / "bus").unlink(missing_ok=True)
        self.bus = await asyncio.create_subprocess_exec(
            "dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile", "--print-address=1",
            env={**os.environ, **self.environment}, stdout=asyncio.subprocess.PIPE, stderr=subprocess.DEVNULL)
        await asyncio.wait_for(self.bus.stdout.readline(), 120)

    async def start_daemon(self):
        """Starts gnome-keyring with its keyring unlocked, and waits until it's on the bus."""
        self.daemon = await asyncio.create_subprocess_exec(
            "gnome-keyring-daemon", "--foreground", "--components=secrets", "--unlock",
            env={**os.environ, **self.environment}, stdin=asyncio.subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        self.daemon.stdin.write(PASSWORD.encode())
        self.daemon.stdin.close()
        for _ in range(1200):
            if await self.has_service():
                return
            await asyncio.sleep(0.05)
        raise RuntimeError("gnome-keyring doesn't start")

    async def has_service(self):
        process = await asyncio.create_subprocess_exec(
            "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus",
            "org.freedesktop.DBus.NameHasOwner", f"string:{self.SERVICE}", env={**os.environ, **self.environment},
            stdout=asyncio.subprocess.PIPE, stderr=subprocess.DEVNULL)
        output, _ = await process.communicate()
        return b"boolean true" in output

    async def stop(self):
        await self.kill(self.daemon)
        await self.kill(self.bus)
