"""Web servers that share sessions in PostgreSQL, with their users and the judge of scripts/web-sessions."""

import asyncio
import pathlib
import random
import tempfile

import proof
from cluster import Cluster
from faults import YEAR, Faults

# The number of users, and the number of requests of each of them for each fault.
USERS = 20


async def prove(result, rounds, **options):
    requests = max(6, rounds)
    errors, summary = await proof.prove(USERS, requests, rounds, **options)
    result.rounds += summary["kills"]
    result.refreshes += summary["refreshes"]
    result.explained += summary["explained"]
    result.waited(summary["longest wait"])
    for error in errors:
        if "gave up" in error:
            result.hang(error)
        else:
            result.lose(error)


async def killed(_, result, rounds):
    await prove(result, rounds)


async def failed_over(_, result, rounds):
    async def strike(_, __, database):
        await database.fail_over()
        await database.end_old()
        await database.follow()
        return "failover"
    await prove(result, rounds, strike=strike, database=Cluster(is_synchronous=True))


async def wrong_clock(_, result, rounds):
    """A proxy doesn't send requests to the server, but it continues to remove expired sessions."""
    with tempfile.TemporaryDirectory(prefix="auth-chaos-") as folder:
        faults = Faults(pathlib.Path(folder) / "control")

        async def strike(number, servers, _):
            server = servers[0]
            port, server.port = server.port, None
            faults.set(clock=YEAR if number % 2 == 0 else -YEAR)
            await asyncio.sleep(random.uniform(2, 4))
            faults.set(clock=0)
            server.port = port
            return "clock"
        await prove(result, rounds, strike=strike, environments=[faults.environment, {}, {}])
