"""Namespaces of the kernel in which processes run, without the rights of an administrator."""

import asyncio
import os
import signal
import subprocess


class Namespace:
    """`kinds` are options of unshare, such as `-m` for mounts or `-n` for a network."""

    def __init__(self, *kinds):
        self.kinds = kinds
        self.holder = None

    async def start(self):
        # The namespaces exist as long as this program runs.
        self.holder = await asyncio.create_subprocess_exec(
            "unshare", "-r", *self.kinds, "sh", "-c", "echo started; exec sleep infinity", stdout=asyncio.subprocess.PIPE)
        if not await asyncio.wait_for(self.holder.stdout.readline(), 120):
            raise SystemExit("chaos: this system doesn't allow namespaces for users: unshare -r " + " ".join(self.kinds))
        return self

    @property
    def under(self):
        """The command that runs a program in the namespaces."""
        return ["nsenter", "-t", f"{self.holder.pid}", "-U", *self.kinds, "--preserve-credentials", "--"]

    def run(self, *command, **options):
        return subprocess.run([*self.under, *command], check=True, capture_output=True, text=True, **options).stdout

    async def stop(self):
        if self.holder and self.holder.returncode is None:
            os.kill(self.holder.pid, signal.SIGKILL)
            await self.holder.wait()
