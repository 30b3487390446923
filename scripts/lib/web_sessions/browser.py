"""A browser without a screen: cookies, redirects, and retries like those of a proxy in front of several servers."""

import asyncio
import random
import time
from urllib.parse import urlsplit

from judge import Visit

# The longest time for a request with its retries, which includes a restart of the database and an expired lease.
PATIENCE = 90


async def request(port, target, cookies=None, form=None):
    """Returns the status, the header fields, and the body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        lines = [f"{'GET' if form is None else 'POST'} {target} HTTP/1.1", f"Host: 127.0.0.1:{port}",
                 "Connection: close", "Accept: text/html", "Sec-Fetch-Mode: navigate"]
        if cookies:
            lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in cookies.items()))
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        await writer.drain()
        data = await reader.read()
    finally:
        writer.close()
    head, mark, body = data.partition(b"\r\n\r\n")
    if not mark:
        raise ConnectionError("no response")
    first, *fields = head.decode("latin-1").split("\r\n")
    headers = [(name.strip().lower(), value.strip()) for name, _, value in (field.partition(":") for field in fields)]
    length = next((int(value) for name, value in headers if name == "content-length"), len(body))
    if len(body) < length:
        raise ConnectionError("the response is incomplete")
    return int(first.split(" ")[1]), headers, body.decode()


class Browser:
    """The browser of one user."""

    def __init__(self, servers, origin, name):
        self.servers, self.origin, self.name = servers, origin, name
        self.cookies = {}
        # The longest wait for a response in seconds, with all attempts.
        self.longest = 0

    async def get(self, target, server=None):
        """Returns the status, the header fields, and the body."""
        return (await self.attempt(target, server))[1:]

    async def visit(self, target, server=None):
        """Returns a record for the judge."""
        start, status, _, body = await self.attempt(target, server)
        return Visit(self.name, time.time(), status, body, start)

    async def attempt(self, target, server):
        """Sends a request to one of the servers, and to another one if it fails or isn't available. Returns the time of the
        last attempt, the status, the header fields, and the body."""
        start = time.monotonic()
        end = start + PATIENCE
        while True:
            sent = time.time()
            # A proxy doesn't send requests to a server that it knows to be down.
            chosen = server or random.choice([it for it in self.servers if it.port] or self.servers)
            server = None
            try:
                if chosen.port is None:
                    raise ConnectionError("the server is down")
                status, headers, body = await asyncio.wait_for(request(chosen.port, target, self.cookies), 30)
                if status < 500:
                    self.longest = max(self.longest, time.monotonic() - start)
                    return sent, status, headers, body
                reason = f"{status} {body}"
            except (OSError, asyncio.TimeoutError, ConnectionError) as error:
                reason = repr(error)
            if time.monotonic() > end:
                return sent, 503, [], f"gave up: {reason}"
            await asyncio.sleep(random.uniform(0.05, 0.3))

    def keep(self, headers):
        for name, value in headers:
            if name == "set-cookie":
                pair, *attributes = value.split(";")
                key, _, content = pair.partition("=")
                if any(it.strip().lower() == "max-age=0" for it in attributes):
                    self.cookies.pop(key, None)
                else:
                    self.cookies[key] = content

    async def sign_in(self, provider_port):
        target = "/auth/login"
        for _ in range(6):
            status, headers, body = await self.get(target)
            self.keep(headers)
            location = dict(headers).get("location")
            if status not in (302, 303) or not location:
                raise RuntimeError(f"{self.name}: sign-in: {target[:60]}: {status} {body[:300]}")
            if not location.startswith(("http:", "https:")) or location.rstrip("/") == self.origin:
                return
            parts = urlsplit(location)
            if parts.port == provider_port:
                _, headers, _ = await request(provider_port, parts.path + "?" + parts.query)
                parts = urlsplit(dict(headers)["location"])
            target = parts.path + ("?" + parts.query if parts.query else "")
        raise RuntimeError(f"{self.name}: the sign-in redirects endlessly")
