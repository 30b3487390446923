"""The database with the credentials restarts, fails over to a replica, or has a full disk."""

import asyncio
import errno
import random
import shutil
import time

from cluster import Cluster
from faults import YEAR, Faults
from stores import Postgres
from world import World

# Locks of processes that the database forgot end after this number of seconds.
HOLD = 2


def broken(make_store, breaks):
    """`breaks` receives the world and the running refreshes, breaks the store, and returns when it works again. If it returns
    true, the database has lost changes that it had confirmed, so that sessions may end."""
    async def run(scenario, result, rounds):
        async with World(result, make_store(), scenario.limit, hold=HOLD) as world:
            users = await world.users(3)
            typical = await world.duration(users[0])
            for _ in result.attempts(rounds):
                start = time.time()
                asked = [asyncio.create_task(user.ask("refresh")) for user in users]
                await asyncio.sleep(random.uniform(0, typical))
                was_interrupted = not all(task.done() for task in asked)
                lost_changes = await breaks(world, asked)
                await asyncio.gather(*asked)
                world.broke(start, "database")
                users = await world.checked(users, excused=lost_changes)
                result.rounds += was_interrupted or bool(lost_changes)
    return run


async def restart(world, _):
    await world.store.database.later("restart")


async def fail_over(world, _):
    await world.store.fail_over()
    await world.store.end_old()
    await world.store.follow()


async def fail_over_from_silence(world, asked):
    await world.store.fail_over("pause")
    # Until the processes have given up the connections to the old server.
    await asyncio.gather(*asked)
    newcomer = await world.probe()
    await newcomer.ask("refresh")
    await newcomer.kill()
    await world.store.end_old()
    await world.store.follow()


async def fail_over_with_lag(world, asked):
    """The replica misses the last refresh."""
    await asyncio.gather(*asked)
    await asyncio.to_thread(world.store.end_replication)
    newcomer = await world.probe()
    await newcomer.ask("refresh")
    await newcomer.kill()
    await world.store.fail_over()
    lost_changes = await world.store.end_old()
    await world.store.follow()
    return lost_changes


class FaultyPostgres(Postgres):
    """A PostgreSQL server with a disk that can be full, and a clock that can be wrong."""

    async def start(self, folder):
        await super().start(folder)
        await self.database.later("stop")
        library = self.database.folder / "shim.so"
        self.disk = Faults(self.database.folder / "control", self.database.data / "data")
        shutil.copy(self.disk.environment["LD_PRELOAD"], library)
        self.database.environment = {**self.disk.environment, "LD_PRELOAD": str(library)}
        await self.database.later("start")


async def fill(world, _):
    world.store.disk.fail_call(random.randint(0, 20), code=errno.ENOSPC)
    await asyncio.sleep(random.uniform(0.1, 3))
    world.store.disk.heal()
    # A server that couldn't write its log has ended.
    await world.store.database.later("kill")
    await world.store.database.later("start")


async def failing_at_each_write(scenario, result, rounds):
    """Fails each write of the server during a refresh in turn, alone or with all later ones."""
    async with World(result, FaultyPostgres(), scenario.limit, hold=HOLD) as world:
        users = await world.users(2)
        database, disk = world.store.database, world.store.disk
        disk.heal()
        await world.check(users[-1], verb="refresh")
        writes = disk.get("calls")
        for number in range(rounds):
            start = time.time()
            disk.fail_in_turn(number, writes)
            # The other process would only adopt the tokens that this one got last.
            asked = asyncio.create_task(users[-1].ask("refresh"))
            # The client repeats its statements for longer.
            await asyncio.wait([asked], timeout=1)
            result.rounds += disk.has_failed
            disk.heal()
            # The server that couldn't write its log has ended.
            await database.later("kill")
            await database.later("start")
            await asked
            world.broke(start, "database")
            users = await world.checked(users)


async def set_clock(world, _):
    offset = random.choice([-YEAR, YEAR])
    world.store.disk.set(clock=offset)
    await asyncio.sleep(random.uniform(0.1, 1))
    seconds = await asyncio.to_thread(world.store.database.sql, "SELECT extract(epoch FROM clock_timestamp())")
    if abs(float(seconds) - time.time() - offset) > 60:
        world.result.lose(f"the database sees the time {seconds} instead of one that is {offset} s off")
    world.store.disk.heal()


restarted = broken(Postgres, restart)
failed_over = broken(lambda: Cluster(is_synchronous=True), fail_over)
failed_over_from_silence = broken(lambda: Cluster(is_synchronous=True), fail_over_from_silence)
failed_over_with_lag = broken(lambda: Cluster(is_synchronous=False), fail_over_with_lag)
filled = broken(FaultyPostgres, fill)
wrong_clock = broken(FaultyPostgres, set_clock)
