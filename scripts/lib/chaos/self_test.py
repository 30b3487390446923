"""Checks that the driver finds a planted loss, a planted hang, and a session that comes back after a sign-out, and that processes see
a broken disk and a wrong clock."""

import asyncio
import errno
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import kills
import sign_outs
from faults import YEAR, Faults
from scenario import Result, Scenario
from scenarios import ANY, EXCHANGED
from stores import Files, Keyring
from world import Hang, World


async def planted_loss(result):
    """Processes whose locks are in different folders send the same token."""
    async with World(result, Keyring(), 15) as world:
        folders = [world.folder / f"locks-{number}" for number in range(2)]
        for folder in folders:
            folder.mkdir(mode=0o700)
        for _ in range(5):
            await world.sign_in()
            users = [await world.probe(environment={"XDG_RUNTIME_DIR": str(folder)}) for folder in folders]
            for user in users:
                await user.ask("ready")
            for _ in range(3):
                await asyncio.gather(*(user.ask("refresh") for user in users))


async def planted_comeback(result):
    """The files of a session are put back after the sign-out."""
    async with World(result, Files(), 15) as world:
        users = await world.users(2)
        copy = shutil.copytree(world.store.name, world.folder / "copy")
        outcome = await users[-1].ask("sign-out")
        shutil.copytree(copy, world.store.name, dirs_exist_ok=True)
        await sign_outs.check(world, users, outcome)
        world.visits.clear()


async def planted_hang(result):
    async with World(result, Keyring(), 1) as world:
        await world.sign_in()
        user = await world.probe()
        await user.ask("ready", 10)
        user.send(signal.SIGSTOP)
        await user.ask("refresh")


def sees_faults():
    """Whether a process with the library sees the time in a year, whether its second write fails, and then its second read."""
    program = ("import os, time; print(time.time(), flush=True); file = os.open('file', os.O_CREAT | os.O_WRONLY); "
               "os.write(file, b'1'); os.write(file, b'2')")
    reading = "import os; file = os.open('file', os.O_RDONLY); print('opened', flush=True); os.read(file, 1)"
    with tempfile.TemporaryDirectory() as folder:
        disk = pathlib.Path(folder) / "disk"
        disk.mkdir()
        faults = Faults(pathlib.Path(folder) / "control", disk)
        faults.set(clock=YEAR)
        faults.fail_call(1)
        done = subprocess.run([sys.executable, "-c", program], cwd=disk, env={**os.environ, **faults.environment}, capture_output=True,
                              text=True, check=False)
        sees_clock = abs(float(done.stdout or 0) - time.time() - YEAR) < 60
        faults.heal()
        faults.set(reads=1)
        faults.fail_call(0, code=errno.EIO)
        read = subprocess.run([sys.executable, "-c", reading], cwd=disk, env={**os.environ, **faults.environment},
                              capture_output=True, text=True, check=False)
        sees_read = read.stdout.strip() == "opened" and "Input/output error" in read.stderr
        return sees_clock and sees_read and "No space left" in done.stderr and (disk / "file").read_text() == "1"


def judges_losses():
    """Whether a loss that the log explains is avoidable in a scenario that accepts no explanation, and only there."""
    results = [Result(explained=1) for _ in range(2)]
    for loss, result in zip([ANY, EXCHANGED], results):
        Scenario("planted", "", "", 1, "", loss, 1, 0, None).judge(result)
    return [result.avoidable for result in results] == [1, 0]


def judges_moments():
    """Whether a loss is avoidable unless the killed process had the only copy of the new tokens."""
    results = {moment: Result() for moment in kills.MOMENTS}
    for moment, result in results.items():
        kills.check_moment(result, moment, 1)
    return {moment for moment, result in results.items() if not result.avoidable} == {"afterResponse", "beforeTokens"}


async def main():
    if not judges_moments():
        print("chaos: a loss after a kill isn't judged by the moment")
        return 1
    if not judges_losses():
        print("chaos: an explained loss isn't judged by its scenario")
        return 1
    idle = Result()
    if len(list(idle.attempts(1))) < 2 or not idle.failed:
        print("chaos: a scenario that interrupts nothing isn't reported")
        return 1
    if not sees_faults():
        print("chaos: a process doesn't see the broken disk, or the wrong clock")
        return 1
    loss, hang, comeback = Result(), Result(), Result()
    await planted_loss(loss)
    await planted_comeback(comeback)
    try:
        await planted_hang(hang)
    except Hang:
        pass
    if not loss.avoidable:
        print("chaos: processes without a common lock lose no session")
    if not hang.hangs:
        print("chaos: a suspended process isn't noticed")
    if not comeback.avoidable:
        print("chaos: a session that comes back after a sign-out isn't noticed")
    if loss.avoidable and hang.hangs and comeback.avoidable:
        print("chaos: a planted loss, a planted hang, and a session that comes back are found")
        return 0
    return 1
