"""The disk with the sessions is full, read-only, broken, or slow."""

import asyncio
import random
import subprocess
import time

from faults import Faults
from namespaces import Namespace
from stores import Files
from world import World


class BrokenDisk(World):
    """A world whose processes see a disk with faults."""

    def __init__(self, result, limit, **options):
        super().__init__(result, Files(), limit, **options)
        self.disk = None

    async def prepare(self):
        self.disk = Faults(self.folder / "control", self.folder / "sessions")
        self.environment = self.disk.environment


def broken_at_each_call(reads):
    """Fails each write, or each read, of a refresh in turn, alone or with all later ones."""
    async def run(scenario, result, rounds):
        async with BrokenDisk(result, scenario.limit) as world:
            users = await world.users(2)
            await world.check(users[-1], verb="refresh")
            world.disk.heal()
            world.disk.set(reads=int(reads))
            await world.check(users[-1], verb="refresh")
            calls = world.disk.get("calls")
            for number in range(rounds):
                start = time.time()
                world.disk.set(reads=int(reads))
                world.disk.fail_in_turn(number, calls)
                # The other process would only adopt the tokens that this one got last.
                await users[-1].ask("refresh")
                is_killed = number % 3 == 2
                if is_killed:
                    # Only this process may have the new tokens.
                    await users[-1].kill()
                await users[0].ask("token")
                result.rounds += world.disk.has_failed
                world.disk.heal()
                world.broke(start, "disk")
                if is_killed:
                    users[-1] = await world.user()
                users = await world.checked(users)
    return run


async def slow(scenario, result, rounds):
    """Delays each write of two processes that refresh at the same time."""
    async with BrokenDisk(result, scenario.limit) as world:
        users = await world.users(2)
        for _ in range(rounds):
            world.disk.set(delay=random.randint(50, 500))
            start = time.time()
            await world.check(*users, verb="refresh")
            world.disk.heal()
            world.broke(start, "slow disk")
            users = await world.checked(users, at_once=True)
            result.rounds += 1


class SmallDisk(World):
    """A world whose sessions are on a real file system with 16 pages."""

    PAGE = 4096
    PAGES = 16

    def __init__(self, result, limit):
        super().__init__(result, Files(), limit)
        self.namespace = Namespace("-m")

    async def prepare(self):
        await self.namespace.start()
        self.disk = self.folder / "sessions"
        self.disk.mkdir(mode=0o700)
        self.sign_in_under = self.under = self.namespace.under
        self.namespace.run("mount", "-t", "tmpfs", "-o", f"size={self.PAGE * self.PAGES},mode=700", "none", str(self.disk))

    async def close(self):
        await super().close()
        await self.namespace.stop()

    def fill(self, free):
        """Leaves some pages free."""
        script = 'cd "$1" && { head -c 1000000 /dev/zero >full 2>/dev/null; truncate -s "-$2" full; }'
        self.namespace.run("sh", "-c", script, "sh", str(self.disk), str(free * self.PAGE))

    def empty(self):
        self.namespace.run("rm", "-f", str(self.disk / "full"))

    def mount(self, options):
        """Changes the options of the mount, as soon as no file is open for writing."""
        for _ in range(1000):
            try:
                return self.namespace.run("mount", "-o", f"remount,{options}", str(self.disk))
            except subprocess.CalledProcessError:
                time.sleep(0.005)
        raise RuntimeError(f"the disk can't be remounted: {options}")


async def use_meanwhile(world, users, breaks, heals):
    """Breaks the disk while processes refresh, and repairs it after more requests. Returns whether any of these failed."""
    start = time.time()
    asked = [asyncio.create_task(user.ask("refresh")) for user in users]
    await asyncio.sleep(random.uniform(0, 0.1))
    await asyncio.to_thread(breaks)
    outcomes = await asyncio.gather(*asked)
    for user in users:
        outcomes.append(await user.ask("token"))
    await asyncio.to_thread(heals)
    world.broke(start, "disk")
    return any(not (outcome or "").startswith("ok ") for outcome in outcomes)


def small(breaks, heals):
    """`breaks` and `heals` receive the world and the number of the round."""
    async def run(scenario, result, rounds):
        async with SmallDisk(result, scenario.limit) as world:
            users = await world.users(2)
            for number in result.attempts(rounds):
                has_failed = await use_meanwhile(world, users, lambda number=number: breaks(world, number), lambda: heals(world))
                users = await world.checked(users, at_once=True)
                result.rounds += has_failed
    return run


broken_at_each_write, broken_at_each_read = broken_at_each_call(reads=False), broken_at_each_call(reads=True)
full = small(lambda world, number: world.fill(number % 4), lambda world: world.empty())
read_only = small(lambda world, _: world.mount("ro"), lambda world: world.mount("rw"))
