"""The network between the processes and the provider stalls, resets connections, or changes the order of packets."""

import asyncio
import random
import time

import relay
from machinery import Process
from packets import Network
from stores import Files, Postgres
from world import LIFETIME, World

ATTEMPTS = 20


class RemotePostgres(Postgres):
    """A PostgreSQL server that the servers' namespace offers to the clients."""

    def __init__(self, network):
        self.network = network
        self.relay = None

    async def start(self, folder):
        await super().start(folder)
        port = self.database.port
        # The server itself can't run in the namespace, because it needs another user.
        self.relay = await relay.start(self.network.servers, port, self.database.data / f".s.PGSQL.{port}")

    async def stop(self):
        if self.relay:
            self.relay.close()
        await super().stop()


class Remote(World):
    """A world with a network that has faults, between the processes and the provider with the store."""

    def __init__(self, result, limit, hold=75, overlap=0, has_database=False):
        self.network = Network()
        store = RemotePostgres(self.network) if has_database else Files()
        super().__init__(result, store, limit, hold, overlap)

    async def prepare(self):
        # The sign-in isn't what breaks here.
        self.sign_in_under, self.under = self.network.servers.under, self.network.clients.under

    def make_provider(self):
        return Process("provider", LIFETIME, self.log, self.overlap, under=self.network.servers.under)

    async def __aenter__(self):
        await self.network.start()
        return await super().__aenter__()

    async def close(self):
        await super().close()
        await self.network.stop()


def broken(breaks, **options):
    """`breaks` receives the network and the number of earlier attempts, breaks it, and returns when it works again."""
    async def run(scenario, result, rounds):
        async with Remote(result, scenario.limit, **options) as world:
            users = await world.users(2)
            for _ in range(rounds):
                # A fault that affects no packet breaks nothing, so it's repeated.
                for attempt in range(ATTEMPTS):
                    before = world.network.affected
                    start = time.time()
                    asked = [asyncio.create_task(user.ask("refresh")) for user in users]
                    await breaks(world.network, attempt)
                    world.network.heal()
                    await asyncio.gather(*asked)
                    world.broke(start, "network")
                    users = await world.checked(users)
                    if world.network.affected > before:
                        break
                else:
                    result.lose("the fault affected no packet")
                result.rounds += 1
    return run


async def stall(network, attempt):
    before, duration = network.affected, random.choice([0.5, 2, 8, 35])
    # A refresh may take only a few milliseconds.
    await asyncio.sleep(random.uniform(0, 0.1) / (1 + attempt))
    network.is_stalled = True
    await asyncio.sleep(0.5)
    if network.affected > before:
        await asyncio.sleep(duration - 0.5)


def reset(packets):
    """Resets a connection at one of this number of packets with data."""
    async def breaks(network, _):
        network.reset_after = random.randrange(packets)
        await asyncio.sleep(1)
    return breaks


async def reorder(network, _):
    network.delay = (0, random.choice([0.02, 0.1, 0.3]))
    network.loss, network.repetition = random.choice([0, 0.02, 0.1]), random.choice([0, 0.1])
    await asyncio.sleep(5)


stalls, connection_resets, reordered = broken(stall), broken(reset(6)), broken(reorder)
stalls_with_overlap, resets_with_overlap = broken(stall, overlap=3600), broken(reset(6), overlap=3600)
database_resets = broken(reset(40), hold=10, has_database=True)
database_stalls = broken(stall, hold=10, has_database=True)
database_reorders = broken(reorder, hold=10, has_database=True)
