"""The keyring's daemon, or its bus, is killed or suspended while processes refresh."""

import asyncio
import os
import random
import signal
import time

from stores import Keyring
from world import World


def daemon(breaks):
    """`breaks` breaks the store, and returns when it works again."""
    async def run(scenario, result, rounds):
        async with World(result, Keyring(), scenario.limit) as world:
            users = await world.users(2)
            typical = await world.duration(users[0])
            for _ in result.attempts(rounds):
                start = time.time()
                asked = [asyncio.create_task(user.ask("refresh")) for user in users]
                await asyncio.sleep(random.uniform(0, typical))
                was_interrupted = not all(task.done() for task in asked)
                await breaks(world.store)
                await asyncio.gather(*asked)
                world.broke(start, "keyring")
                users = await world.checked(users)
                result.rounds += was_interrupted
    return run


async def kill_daemon(store):
    await store.kill(store.daemon)
    await asyncio.sleep(random.uniform(0, 0.3))
    await store.start_daemon()


async def kill_bus(store):
    await store.kill(store.bus)
    await store.kill(store.daemon)
    await asyncio.sleep(random.uniform(0, 0.3))
    await store.start_bus()
    await store.start_daemon()


async def suspend_daemon(store):
    os.kill(store.daemon.pid, signal.SIGSTOP)
    await asyncio.sleep(random.uniform(0, 3))
    os.kill(store.daemon.pid, signal.SIGCONT)


killed, bus_killed, suspended = daemon(kill_daemon), daemon(kill_bus), daemon(suspend_daemon)
