"""Users of web servers that share sessions, while something breaks."""

import asyncio
import pathlib
import random
import shutil
import tempfile
import time

import judge
from browser import Browser, request
from machinery import Database, Process, Server, new_key

LIFETIME = 5
LEASE = 3
# Nothing listens there: the browser sends requests for it to one of the servers, as a proxy would.
ORIGIN = "http://127.0.0.1:9"


async def prove(users, requests, kills, database=None, strike=None, environments=({}, {}, {})):
    """Returns the errors, and a summary. `strike` breaks something, and returns its name when it works again. Each server has
    an environment."""
    started = time.monotonic()
    database = database or Database()
    await database.later("start")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="auth-web-sessions-"))
    log = folder / "provider.log"
    provider = Process("provider", LIFETIME, log)
    servers = []
    try:
        issuer, control = await provider.start(["issuer", "control"])
        key = new_key()
        servers = [Server(ORIGIN, issuer, database.url, key, LEASE, it) for it in environments]
        # All at once, so that they also create the tables at the same time.
        await asyncio.gather(*(server.start() for server in servers))
        browsers, visits = await sign_in(users, servers, port_of(issuer), port_of(control))
        print(f"{users} users signed in after {time.monotonic() - started:.0f} s", flush=True)
        later, killed = await run(browsers, servers, database, requests, kills, strike or strike_process)
        visits += later
        errors, summary = judge.judge(log, visits, killed, LIFETIME)
        left = int(database.sql("SELECT count(*) FROM auth_sessions"))
        summary |= {"kills": len(killed), "rows": left}
        if summary["refreshes"] < users:
            errors.append("hardly any session was refreshed, so nothing was proved")
        if left != users - summary["lost"]:
            errors.append(f"the database has {left} sessions")
        if summary["lost"] > len(killed):
            errors.append("more sessions ended than processes were killed")
        summary["longest wait"] = round(max(browser.longest for browser in browsers), 1)
        return errors, summary
    finally:
        for process in [provider, *(server.process for server in servers)]:
            await process.kill()
        await asyncio.to_thread(database.remove)
        shutil.rmtree(folder, ignore_errors=True)


def port_of(url):
    return int(url.split(":")[2].split("/")[0])


async def sign_in(users, servers, provider_port, control_port):
    """One after the other, because the provider has one user at a time. The first token of each session is used."""
    browsers, visits = [], []
    for number in range(users):
        browser = Browser(servers, ORIGIN, f"user-{number}")
        await request(control_port, f"/?{browser.name}")
        await browser.sign_in(provider_port)
        browsers.append(browser)
        visits.append(await browser.visit("/page"))
    return browsers, visits


async def run(browsers, servers, database, requests, kills, strike):
    """Sends the requests in pairs to different servers, while processes are killed."""
    pairs = max(1, requests // 2)
    # So slow that about each second pair finds an expired token, and that there's time for all kills.
    pause = max(LIFETIME * 0.7, kills * 1.5 / pairs)
    visits, killed = [], []

    async def user(browser):
        for _ in range(pairs):
            await asyncio.sleep(random.uniform(0.5, 1.5) * pause)
            chosen = random.sample(servers, 2)
            visits.extend(await asyncio.gather(*(browser.visit("/page", server) for server in chosen)))

    async def killer():
        for number in range(kills):
            await asyncio.sleep(random.uniform(0.5, 1.5) * pause * pairs / (kills + 1) * 0.5)
            start = time.time()
            kind = await strike(number, servers, database)
            killed.append((start, time.time(), kind))

    await asyncio.gather(killer(), *(user(browser) for browser in browsers))
    return visits, killed


async def strike_process(number, servers, database):
    """Kills a server, or every fourth time the database, and starts it again. Every tenth time, suspends a server.
    Returns what it did."""
    if number % 4 == 3:
        await database.later("kill")
        await database.later("start")
        return "database"
    server = random.choice(servers)
    if number % 10 == 2:
        await server.pause(LEASE + 1)
        return "pause"
    await server.kill()
    await server.start()
    return "server"
