"""A process signs out while other processes refresh and something breaks. No process may use the session afterward."""

import asyncio
import random

from disk import BrokenDisk
from postgres import HOLD
from stores import Files, Postgres
from world import World, is_end

SIGNED_OUT = "signed out"
# The longest time in seconds between the start of a refresh and that of a sign-out, and of a kill.
DURATION = 0.03


def sign_out(make_world, breaks):
    """`breaks` receives the world, the processes, their running requests, and the number of the round. It breaks something, and
    returns when it works again. The last process signs out meanwhile."""
    async def run(scenario, result, rounds):
        async with make_world(result, scenario) as world:
            for number in range(rounds):
                users = await world.users(3)
                await asyncio.gather(*(user.ask("ready") for user in users))
                asked = [asyncio.create_task(user.ask("refresh")) for user in users[:-1]]
                await asyncio.sleep(random.uniform(0, DURATION))
                asked.append(asyncio.create_task(users[-1].ask("sign-out")))
                await breaks(world, users, asked, number)
                *_, outcome = await asyncio.gather(*asked)
                await check(world, users, outcome)
                for user in users:
                    await user.kill()
                # The judge expects sessions that nobody signs out of.
                world.visits.clear()
                result.rounds += 1
    return run


async def check(world, users, outcome):
    """After a sign-out, no process may have the session, not even a new one. A sign-out that failed, or whose process was killed,
    may have removed it, but then it's removed for all of them."""
    newcomer = await world.user()
    found = [await user.ask("token") for user in [newcomer, *users] if user.is_running]
    if outcome == SIGNED_OUT:
        for it in found:
            if it is None or not is_end(it):
                world.result.lose(f"a process uses session {world.session} after its sign-out: {it}")
    elif len({is_end(it or "") for it in found}) > 1:
        world.result.lose(f"only some processes are signed out of session {world.session}: {outcome}, {found}")
    await newcomer.kill()


async def kill(_, users, __, number):
    await asyncio.sleep(random.uniform(0, DURATION))
    # The process that signs out, or one that refreshes.
    await users[-1 if number % 4 == 0 else 0].kill()


async def fill(world, _, asked, number):
    world.disk.fail_in_turn(number, WRITES)
    await asyncio.gather(*asked)
    world.disk.heal()


async def restart(world, *_):
    await asyncio.sleep(random.uniform(0, DURATION))
    await world.store.database.later("restart")


# At least the number of writes of two refreshes and a sign-out.
WRITES = 60

killed = sign_out(lambda result, scenario: World(result, Files(), scenario.limit), kill)
on_full_disk = sign_out(lambda result, scenario: BrokenDisk(result, scenario.limit), fill)
during_restart = sign_out(lambda result, scenario: World(result, Postgres(), scenario.limit, hold=HOLD), restart)
