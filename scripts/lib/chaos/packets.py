"""A network between two namespaces that delays, reorders, drops, and repeats packets, stalls, and resets connections.

The kernel's `netem` does this too, but many kernels don't have it. Here, each namespace has a tunnel, and this program passes the
packets from one tunnel to the other. Programs in the first namespace reach the servers of the second one at 127.0.0.1."""

import asyncio
import fcntl
import heapq
import itertools
import os
import random
import socket
import struct
import sys

from namespaces import Namespace

# TUNSETIFF, with the flags IFF_TUN and IFF_NO_PI.
SET_INTERFACE, FLAGS = 0x400454CA, 0x1001
SYN = 2
NAME = "chaos0"
CLIENTS, SERVERS = "10.99.0.1", "10.99.0.2"
# A loopback address may be used on another interface.
SHARED = f"echo 1 >/proc/sys/net/ipv4/conf/{NAME}/route_localnet"
CLIENT_COMMANDS = [
    f"ip address add {CLIENTS}/30 dev {NAME}", f"ip link set {NAME} up", SHARED, f"ip route add 127.0.0.1/32 dev {NAME}"]
SERVER_COMMANDS = ["ip link set lo up", f"ip address add {SERVERS}/30 dev {NAME}", f"ip link set {NAME} up", SHARED]


def open_tunnel():
    """Runs in a namespace: creates its tunnel, and sends it to the parent process."""
    tunnel = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tunnel, SET_INTERFACE, struct.pack("16sH22x", NAME.encode(), FLAGS))
    for command in sys.argv[2:]:
        if os.system(command):
            sys.exit(f"chaos: failed: {command}")
    with socket.socket(fileno=int(sys.argv[1])) as parent:
        socket.send_fds(parent, [b"tunnel"], [tunnel])


class Network:
    """Two namespaces, for clients and servers, and the faults between them."""

    def __init__(self):
        self.clients, self.servers = Namespace("-n"), Namespace("-n")
        self.tunnels = []
        self.waiting, self.numbers = [], itertools.count()
        self.timer = None
        # The number of packets that a fault has dropped, duplicated, or reordered, or that reset a connection. Without data, a packet
        # counts only if it opens a connection.
        self.affected = 0
        # The number of the newest packet that each tunnel has received with a delay.
        self.newest = {}
        self.heal()

    def heal(self):
        self.delay = (0, 0)
        self.loss = self.repetition = 0
        self.is_stalled = False
        # The number of packets with data until the connection is reset, or `None`.
        self.reset_after = None

    async def start(self):
        for namespace, commands in [(self.clients, CLIENT_COMMANDS), (self.servers, SERVER_COMMANDS)]:
            await namespace.start()
            ours, theirs = socket.socketpair()
            with ours, theirs:
                await asyncio.to_thread(
                    namespace.run, sys.executable, "-B", __file__, f"{theirs.fileno()}", *commands,
                    pass_fds=[theirs.fileno()], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
                self.tunnels.append(socket.recv_fds(ours, 16, 1)[1][0])
        loop = asyncio.get_running_loop()
        for source, target in [self.tunnels, self.tunnels[::-1]]:
            loop.add_reader(source, self.receive, source, target)

    async def stop(self):
        loop = asyncio.get_running_loop()
        if self.timer:
            self.timer.cancel()
        for tunnel in self.tunnels:
            loop.remove_reader(tunnel)
            os.close(tunnel)
        await self.clients.stop()
        await self.servers.stop()

    def receive(self, source, target):
        while True:
            try:
                packet = os.read(source, 65536)
            except BlockingIOError:
                return
            if packet[0] >> 4 == 4:
                self.handle(packet, source, target)

    def handle(self, packet, source, target):
        if self.is_stalled or random.random() < self.loss:
            self.affected += is_needed(packet)
            return
        if self.reset_after is not None and has_data(packet):
            if self.reset_after == 0:
                self.reset_after = None
                self.affected += 1
                backward, forward = resets(packet)
                self.send(source, backward)
                self.send(target, forward)
                return
            self.reset_after -= 1
        is_repeated = random.random() < self.repetition
        self.affected += is_repeated and is_needed(packet)
        for _ in range(2 if is_repeated else 1):
            # Different delays change the order.
            self.send_later(target, packet, random.uniform(*self.delay))

    def send_later(self, target, packet, delay):
        if not delay:
            return self.send(target, packet)
        loop = asyncio.get_running_loop()
        heapq.heappush(self.waiting, (loop.time() + delay, next(self.numbers), target, packet))
        self.schedule(loop)

    def schedule(self, loop):
        if self.timer:
            self.timer.cancel()
        self.timer = loop.call_at(self.waiting[0][0], self.deliver, loop) if self.waiting else None

    def deliver(self, loop):
        while self.waiting and self.waiting[0][0] <= loop.time():
            _, number, target, packet = heapq.heappop(self.waiting)
            # A delay alone interrupts nothing.
            self.affected += number < self.newest.get(target, 0) and is_needed(packet)
            self.newest[target] = max(number, self.newest.get(target, 0))
            # A stall also drops packets in transit.
            if not self.is_stalled:
                self.send(target, packet)
        self.timer = None
        self.schedule(loop)

    @staticmethod
    def send(target, packet):
        try:
            os.write(target, packet)
        except OSError:
            # A full queue drops packets, as a router does.
            pass


def header_length(packet):
    return (packet[0] & 15) * 4


def has_data(packet):
    """Whether it's a TCP packet with data."""
    start = header_length(packet)
    return packet[9] == socket.IPPROTO_TCP and len(packet) > start + (packet[start + 12] >> 4) * 4


def is_needed(packet):
    """Whether it's a TCP packet with data, or one that opens a connection."""
    return packet[9] == socket.IPPROTO_TCP and (has_data(packet) or bool(packet[header_length(packet) + 13] & SYN))


def resets(packet):
    """The packets that reset the connection for the sender and for the receiver of a packet with data."""
    start = header_length(packet)
    source, target = packet[12:16], packet[16:20]
    source_port, target_port, number, confirmed = struct.unpack_from("!HHII", packet, start)
    length = len(packet) - start - (packet[start + 12] >> 4) * 4
    backward = reset(target, source, target_port, source_port, confirmed, (number + length) % (1 << 32))
    forward = reset(source, target, source_port, target_port, number, confirmed)
    return backward, forward


def reset(source, target, source_port, target_port, number, confirmed):
    flags = 5 << 12 | 0x14
    segment = struct.pack("!HHIIHHHH", source_port, target_port, number, confirmed, flags, 0, 0, 0)
    pseudo = source + target + struct.pack("!BBH", 0, socket.IPPROTO_TCP, len(segment))
    segment = segment[:16] + checksum(pseudo + segment) + segment[18:]
    header = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(segment), 0, 0, 64, socket.IPPROTO_TCP, 0) + source + target
    return header[:10] + checksum(header) + header[12:] + segment


def checksum(data):
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return struct.pack("!H", ~total & 0xFFFF)


if __name__ == "__main__":
    open_tunnel()
