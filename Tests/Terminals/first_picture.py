#!/usr/bin/env python3
"""How long the first picture of a service takes on a slow line: 10 Mbit/s, 60 ms there and back.

Starts `workbench serve` and, before it, a line of that speed: each way waits half the round trip, and
the bytes of all connections together leave no faster than the line carries them. Then prints, RUNS
times with an empty cache, how long `nasa-view --print ID` took and how many bytes crossed the line.
A picture of one of NASA's own servers also costs a TLS handshake, two more round trips."""
import argparse
import asyncio
import os
import pathlib
import statistics
import tempfile
import time

PACKAGE = pathlib.Path(__file__).resolve().parent.parent.parent


class Line:
    """A TCP line to a port of this machine."""

    def __init__(self, bytes_per_second, round_trip):
        self.port, self.speed, self.delay = None, bytes_per_second, round_trip / 2
        self.free_at = 0.0
        self.carried = 0

    async def open(self):
        server = await asyncio.start_server(self.connect, "127.0.0.1", 0)
        return server.sockets[0].getsockname()[1]

    async def connect(self, reader, writer):
        await asyncio.sleep(2 * self.delay)  # The handshake of TCP.
        there, back = await asyncio.open_connection("127.0.0.1", self.port)
        await asyncio.gather(self.carry(reader, back, False), self.carry(there, writer, True))

    async def carry(self, reader, writer, is_counted):
        """Sends on what comes: each piece half a round trip late, and at the line's speed."""
        pieces = asyncio.Queue(maxsize=64)

        async def send():
            while (piece := await pieces.get()) is not None:
                at, data = piece
                await asyncio.sleep(max(0, at - time.monotonic()))
                writer.write(data)
                await writer.drain()
            writer.close()

        sending = asyncio.create_task(send())
        try:
            while data := await reader.read(4096):
                if is_counted:
                    self.carried += len(data)
                    self.free_at = max(self.free_at, time.monotonic()) + len(data) / self.speed
                    await pieces.put((self.free_at + self.delay, data))
                else:
                    await pieces.put((time.monotonic() + self.delay, data))
        except ConnectionError:
            pass
        await pieces.put(None)
        try:
            await sending
        except ConnectionError:
            pass


async def served(program, origin):
    """The server, whose replies have addresses at `origin`, and the port that it says it has."""
    server = await asyncio.create_subprocess_exec(
        program, "serve", "--until-stdin-closes", "--origin", origin,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
    line = (await server.stdout.readline()).decode().strip()
    return server, int(line.rsplit(":", 1)[1])


async def measure(options, built):
    line = Line(options.mbits * 125_000, options.milliseconds / 1000)
    address = "http://127.0.0.1:%d" % await line.open()
    server, line.port = await served(built / "workbench", address)
    try:
        times, sizes = [], []
        for _ in range(options.runs):
            with tempfile.TemporaryDirectory() as home:
                variables = {**os.environ, "HOME": home, "XDG_CACHE_HOME": home,
                             "NASA_VIEW_API": address}
                line.carried = 0
                start = time.monotonic()
                program = await asyncio.create_subprocess_exec(
                    built / "nasa-view", "--print", options.id, "--protocol", "sixel",
                    "--size", "1280x720", env=variables, stdout=asyncio.subprocess.PIPE)
                output, _ = await program.communicate()
                assert program.returncode == 0 and output.startswith(b"\x1bP"), "no picture"
                times.append(time.monotonic() - start)
                sizes.append(line.carried)
        print("%s: %.2f s (%.2f to %.2f, %d runs), %d kB over the line" % (
            options.id, statistics.median(times), min(times), max(times), options.runs,
            statistics.median(sizes) // 1000))
    finally:
        server.stdin.close()
        await server.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("id", nargs="?", default="apod:2026-10-02")
    parser.add_argument("--built", default=PACKAGE / ".build" / "debug", type=pathlib.Path)
    parser.add_argument("--mbits", default=10, type=float)
    parser.add_argument("--milliseconds", default=60, type=float)
    parser.add_argument("--runs", default=5, type=int)
    options = parser.parse_args()
    asyncio.run(measure(options, options.built))


main()
