"""Passes connections to a port of a namespace on to a Unix socket. Runs in the namespace as a program, relay.py DESCRIPTOR PORT, only to
open the port: inside, this user has no rights to the socket, which belongs to another user."""

import asyncio
import os
import pathlib
import socket
import sys


async def start(namespace, port, path):
    """Returns the server for the port."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        await asyncio.to_thread(
            namespace.run, sys.executable, "-B", pathlib.Path(__file__), f"{theirs.fileno()}", f"{port}",
            pass_fds=[theirs.fileno()], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
        listener = socket.socket(fileno=socket.recv_fds(ours, 16, 1)[1][0])

    async def relay(reader, writer):
        try:
            other_reader, other_writer = await asyncio.open_unix_connection(path)
        except OSError:
            writer.close()
            return
        await asyncio.gather(copy(reader, other_writer), copy(other_reader, writer))
    return await asyncio.start_server(relay, sock=listener)


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


def open_port():
    with socket.create_server(("127.0.0.1", int(sys.argv[2]))) as listener, socket.socket(fileno=int(sys.argv[1])) as parent:
        socket.send_fds(parent, [b"listener"], [listener.fileno()])


if __name__ == "__main__":
    open_port()
