"""A PostgreSQL server and its replica."""

import asyncio

from machinery import Database


class Cluster:
    """Two servers, of which one is the primary server and the other one follows it. If the replication is synchronous, the
    primary server confirms a change when the replica has it."""

    environment = {}

    def __init__(self, is_synchronous):
        self.is_synchronous = is_synchronous
        self.primary, self.standby = Database(), Database()
        self.servers = [self.primary, self.standby]

    async def start(self, _=None):
        await self.primary.later("start")
        await self.follow()

    async def later(self, verb):
        """As for one server."""
        await self.start() if verb == "start" else await self.primary.later(verb)

    async def follow(self):
        await self.standby.later("replica", self.primary.data)
        if self.is_synchronous:
            await asyncio.to_thread(self.configure, "SET synchronous_standby_names = '*'")

    def configure(self, setting):
        self.primary.sql(f"ALTER SYSTEM {setting}")
        self.primary.sql("SELECT pg_reload_conf()")

    @property
    def url(self):
        hosts = ",".join(f"127.0.0.1:{server.port}" for server in self.servers)
        return f"postgresql://app:app-password@{hosts}/app?sslmode=disable&target_session_attrs=read-write"

    name = url

    def sql(self, text):
        return self.primary.sql(text)

    def end_replication(self):
        """The replica receives nothing from now on."""
        self.standby.sql("ALTER SYSTEM SET primary_conninfo = ''")
        self.standby.sql("SELECT pg_reload_conf()")

    async def fail_over(self, verb="kill"):
        """The primary server ends or is suspended, and the replica replaces it."""
        old, new = self.primary, self.standby
        await old.later(verb)
        self.primary, self.standby = new, old
        # A replica that has received all changes may still be applying them.
        await asyncio.sleep(0.5)
        self.contents = await asyncio.to_thread(new.sql, HASH)
        await new.later("promote")
        await asyncio.to_thread(self.configure, "RESET synchronous_standby_names")

    async def end_old(self):
        """Ends the old primary server. Returns whether it had changes of the credentials that the replica lacked."""
        # It would accept changes again if it continued.
        await self.standby.later("kill")
        return self.contents != await self.standby.later("offline", HASH)

    def remove(self):
        for server in self.servers:
            server.remove()

    async def stop(self):
        await asyncio.to_thread(self.remove)


HASH = "SELECT md5(string_agg(md5(contents), '' ORDER BY id)) FROM auth_credentials"
