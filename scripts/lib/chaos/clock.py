"""The clocks of processes jump by a year, and back."""

import asyncio
import random
import time

from faults import YEAR, Faults
from stores import Files
from world import LIFETIME, World


def jump(sign):
    async def run(scenario, result, rounds):
        async with World(result, Files(), scenario.limit) as world:
            faults = [Faults(world.folder / f"control-{number}") for number in range(2)]
            await world.sign_in()
            users = [await world.probe(environment=it.environment) for it in faults]
            for number in range(rounds):
                # One clock, or both.
                wrong = faults[:1 + number % 2]
                start = time.time()
                asked = [asyncio.create_task(user.ask("refresh")) for user in users]
                await asyncio.sleep(random.uniform(0, 0.1))
                for it in wrong:
                    it.set(clock=sign * YEAR)
                await asyncio.gather(*asked)
                for user in users[:len(wrong)]:
                    await sees(world, user, sign * YEAR)
                await works(world, users, "get", "with a wrong clock")
                for it in wrong:
                    it.set(clock=0)
                world.broke(start, "clock")
                # Until each token that was issued so far has expired.
                await asyncio.sleep(LIFETIME + 1)
                await works(world, users, "use", "after the clock was corrected")
                await works(world, users, "get", "after the clock was corrected")
                await world.check(*users)
                result.rounds += 1
    return run


async def sees(world, user, offset):
    """Checks that the fault works: the process sees the wrong time."""
    word, _, seconds = (await user.ask("time") or "").partition(" ")
    if word != "time" or abs(float(seconds) - time.time() - offset) > 60:
        world.result.lose(f"a process sees the time '{seconds}' instead of one that is {offset} s off")


async def works(world, users, verb, moment):
    """Each process gets an accepted token with its first request, or with its second."""
    for user in users:
        outcome = None
        for _ in range(2):
            outcome = await user.ask(f"{verb} {world.issuer}/resource")
            if outcome == "status 200":
                break
        else:
            world.result.lose(f"'{verb}' {moment}: {outcome}")


forward, backward = jump(1), jump(-1)
