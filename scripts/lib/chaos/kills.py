"""Processes are killed while they refresh a session that others share."""

import asyncio
import random
import time

from world import World

MOMENTS = ["beforeIntent", "afterIntent", "beforeRequest", "afterResponse", "beforeTokens", "afterTokens", "beforeClaims",
           "afterClaims"]
# The moments at which the only copy of the new tokens is in the process.
UNSAVED = {"afterResponse", "beforeTokens"}


# A process that finishes its refresh first breaks nothing, so another one takes its place.
ATTEMPTS = 20


def kill(make_store, hold=75, overlap=0):
    async def run(scenario, result, rounds):
        async with World(result, make_store(), scenario.limit, hold, overlap) as world:
            witnesses = await world.users(2)
            # To kill at any moment of a refresh.
            typical = await world.duration(witnesses[0])
            for number in range(rounds):
                moment = MOMENTS[number // 2 % len(MOMENTS)] if number % 2 else None
                for attempt in range(ATTEMPTS):
                    # Most refreshes take less time than the first one.
                    was_killed = await strike(world, moment, 2 * typical / (1 + attempt))
                    session = world.session
                    witnesses = await world.checked(witnesses, at_once=True)
                    if moment and world.session != session:
                        check_moment(result, moment, session)
                    if was_killed:
                        break
                else:
                    result.lose(f"no process was killed during a refresh, at {moment or 'any time'}")
                result.rounds += 1
    return run


def check_moment(result, moment, session):
    """Reports a session that was lost, although the killed process had saved its tokens. The provider's log can't show that."""
    if moment not in UNSAVED:
        result.lose(f"session {session} was lost, although the kill at {moment} left usable tokens in the store")


async def strike(world, moment, longest):
    """Kills a process at a step, or within the longest time in seconds. Returns whether it was killed before its refresh had finished."""
    victim = await world.probe(moment)
    await victim.ask("ready")
    start = time.time()
    asked = asyncio.create_task(victim.ask("refresh"))
    if moment is None:
        await asyncio.sleep(random.uniform(0, longest))
        await victim.kill()
    outcome = await asked
    await victim.kill()
    world.broke(start, "kill")
    return outcome is None
