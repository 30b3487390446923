"""A process signs out while other processes refresh and something breaks. No process may find the session afterward."""

import asyncio
import random

from disk import BrokenDisk
from postgres import HOLD
from stores import Files, Postgres
from world import World, is_end

# The outcomes of a sign-out, and of a request without a session.
SIGNED_OUT, NO_SESSION = "signed out", "notSignedIn"
# The longest delay in seconds before a sign-out starts, and before a fault occurs. A refresh takes about as long.
DURATION = 0.03
# A fault that interrupts nothing doesn't count, so it's repeated.
ATTEMPTS = 20


def sign_out(make_world, breaks):
    """`breaks` receives the world, the processes, their running requests, and the number of the attempt. It breaks something
    while the last process signs out, repairs it, and returns whether the fault interrupted anything."""
    async def run(scenario, result, rounds):
        async with make_world(result, scenario) as world:
            has_signed_out = False
            for number in range(ATTEMPTS * rounds):
                users = await world.users(3)
                await asyncio.gather(*(user.ask("ready") for user in users))
                asked = [asyncio.create_task(user.ask("refresh")) for user in users[:-1]]
                await asyncio.sleep(random.uniform(0, DURATION))
                asked.append(asyncio.create_task(users[-1].ask("sign-out")))
                was_interrupted = await breaks(world, users, asked, number)
                *_, outcome = await asyncio.gather(*asked)
                has_signed_out = has_signed_out or outcome == SIGNED_OUT
                await check(world, users, outcome)
                for user in users:
                    await user.kill()
                # The judge expects sessions without a sign-out.
                world.visits.clear()
                result.rounds += was_interrupted
                if result.rounds >= rounds and has_signed_out:
                    break
            else:
                result.lose("too few faults interrupted anything, or no sign-out succeeded")
    return run


async def check(world, users, outcome):
    """After a sign-out, the store doesn't contain a session, and processes don't use the one in memory. A process that was killed while it
    signed out may have removed the session, but only for all processes. A failed sign-out may remove it later."""
    newcomer = await world.user()
    stored = await newcomer.ask("token") or ""
    found = [stored, *[await user.ask("token") or "" for user in users if user.is_running]]
    if outcome == SIGNED_OUT and not stored.startswith(NO_SESSION):
        world.result.lose(f"session {world.session} is in the store after its sign-out: {stored}")
    elif outcome == SIGNED_OUT and not all(is_end(it) for it in found):
        world.result.lose(f"a process uses session {world.session} after its sign-out: {found}")
    elif outcome is None and len({is_end(it) for it in found}) > 1:
        world.result.lose(f"only some processes are signed out of session {world.session}: {found}")
    elif not all(is_end(it) or it.startswith("ok") for it in found):
        world.result.lose(f"a healthy process fails: {found}")
    await newcomer.kill()


async def kill(_, users, asked, number):
    """Kills the process that signs out, or one that refreshes."""
    victim = -1 if number % 4 == 0 else 0
    await asyncio.sleep(random.uniform(0, DURATION))
    await users[victim].kill()
    return await asked[victim] is None


async def break_disk(world, asked, number, reads):
    world.disk.set(reads=int(reads))
    world.disk.fail_in_turn(number, CALLS)
    await asyncio.gather(*asked)
    has_failed = world.disk.has_failed
    world.disk.heal()
    return has_failed


async def fail_writes(world, _, asked, number):
    return await break_disk(world, asked, number, reads=False)


async def fail_reads(world, _, asked, number):
    return await break_disk(world, asked, number, reads=True)


async def restart(world, _, asked, __):
    await asyncio.sleep(random.uniform(0, DURATION))
    was_interrupted = not all(it.done() for it in asked)
    await world.store.database.later("restart")
    return was_interrupted


# About as many as the calls of two refreshes and a sign-out.
CALLS = 60

killed = sign_out(lambda result, scenario: World(result, Files(), scenario.limit), kill)
with_failing_writes = sign_out(lambda result, scenario: BrokenDisk(result, scenario.limit), fail_writes)
with_failing_reads = sign_out(lambda result, scenario: BrokenDisk(result, scenario.limit), fail_reads)
during_restart = sign_out(lambda result, scenario: World(result, Postgres(), scenario.limit, hold=HOLD), restart)
