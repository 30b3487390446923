"""Checks that the driver finds a planted loss and a planted hang."""

import asyncio
import signal

from scenario import Result
from stores import Keyring
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


async def planted_hang(result):
    async with World(result, Keyring(), 1) as world:
        await world.sign_in()
        user = await world.probe()
        await user.ask("ready", 10)
        user.send(signal.SIGSTOP)
        await user.ask("refresh")


async def main():
    loss, hang = Result(), Result()
    await planted_loss(loss)
    try:
        await planted_hang(hang)
    except Hang:
        pass
    if not loss.avoidable:
        print("chaos: processes without a common lock lose no session")
    if not hang.hangs:
        print("chaos: a suspended process isn't noticed")
    if loss.avoidable and hang.hangs:
        print("chaos: a planted loss and a planted hang are found")
        return 0
    return 1
