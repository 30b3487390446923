"""Passes connections to a port of this namespace on to a Unix socket: relay.py PORT SOCKET."""

import asyncio
import sys


async def copy(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        # The other side closes, too.
        pass
    finally:
        writer.close()


async def relay(reader, writer):
    try:
        other_reader, other_writer = await asyncio.open_unix_connection(sys.argv[2])
    except OSError:
        writer.close()
        return
    await asyncio.gather(copy(reader, other_writer), copy(other_reader, writer))


async def main():
    server = await asyncio.start_server(relay, "127.0.0.1", int(sys.argv[1]))
    print("listening", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
