#!/usr/bin/env python3
"""Figures of the library's list, in a pseudo-terminal against a library of 10,000 photos on this machine.

Prints: key to frame while pages load (p50, p99), requests for 100 rows scrolled fast, resident memory
after 100, 10,000 and 100,000 rows, and the time from Return to a prefetched photo.

    python3 Tests/Terminals/measure_library.py .build/release/nasa-view
"""
import http.server
import json
import os
import pty
import re
import select
import struct
import sys
import termios
import threading
import fcntl
import time
import urllib.parse

TOTAL = 10_000
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Library(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    requests = []
    picture = open(os.path.join(ROOT, "Fixtures/Demo/demo-moon~orig.jpg"), "rb").read()

    @property
    def here(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def log_message(self, *_):
        pass

    def do_GET(self):
        Library.requests.append(self.path)
        target = urllib.parse.urlparse(self.path)
        if target.path == "/search":
            time.sleep(0.15)
            body, kind = self.page(urllib.parse.parse_qs(target.query)), "application/json"
        elif target.path.endswith(".jpg"):
            body, kind = Library.picture, "image/jpeg"
        else:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def page(self, query):
        number = int(query.get("page", ["1"])[0])
        words = query.get("q", ["x"])[0]
        items = [self.item(words, (number - 1) * 100 + place) for place in range(100)]
        links = []
        if number * 100 < TOTAL:
            href = f"{self.here}/search?q={words}&media_type=image&page={number + 1}"
            links = [{"rel": "next", "prompt": "Next", "href": href}]
        collection = {"version": "1.1", "items": items, "links": links, "metadata": {"total_hits": TOTAL}}
        return json.dumps({"collection": collection}).encode()

    def item(self, words, number):
        name = f"{words}-{number}"
        base = f"{self.here}/image/{name}/{name}"
        links = [
            {"href": f"{base}~{size}.jpg", "rel": rel, "render": "image", "width": width,
             "height": width * 2 // 3, "size": 38000}
            for size, rel, width in
            [("thumb", "preview", 640), ("small", "alternate", 640), ("medium", "alternate", 1280),
             ("large", "alternate", 1920), ("orig", "canonical", 4000)]]
        data = {"nasa_id": name, "title": f"Photo {number} of {words}", "media_type": "image",
                "center": "JSC", "photographer": "Somebody", "date_created": "2001-02-03T00:00:00Z",
                "description": "A description of usual length. " * 14, "keywords": ["A", "B", "C"]}
        return {"href": f"{base}/collection.json", "data": [data], "links": links}


class Terminal:
    """A terminal that draws sixel and answers the probe and the fences."""

    def __init__(self, program, arguments):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
            os.execv(program, [program] + arguments)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 800, 510))
        self.seen = b""
        self.bytes = 0

    def pump(self, seconds):
        """Reads what comes for a while; the time of the first byte, if any came."""
        end, first = time.monotonic() + seconds, None
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.fd], [], [], left)[0]:
                break
            try:
                data = os.read(self.fd, 1 << 20)
            except OSError:
                return first
            first = first or time.monotonic()
            self.take(data)
        return first

    def take(self, data):
        self.bytes += len(data)
        self.seen = (self.seen + data)[-400_000:]
        for question, answer in ((b"\x1b[c", b"\x1b[?62;4c"), (b"\x1b[5n", b"\x1b[0n")):
            for _ in range(data.count(question)):
                os.write(self.fd, answer)

    def press(self, keys, seconds=0.0):
        start = time.monotonic()
        os.write(self.fd, keys)
        first = self.pump(seconds) if seconds else None
        return (first - start) * 1000 if first else None

    def wait_for(self, pattern, seconds=20):
        end = time.monotonic() + seconds
        while not re.search(pattern, self.seen):
            self.pump(0.02)
            if time.monotonic() > end:
                raise SystemExit(f"not seen: {pattern!r}\n{self.seen[-2000:]!r}")

    def memory(self):
        with open(f"/proc/{self.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)) / 1024

    def quit(self):
        os.write(self.fd, b"\x03")
        os.waitpid(self.pid, 0)


def spread(values):
    values = sorted(values)
    return f"p50 {values[len(values) // 2]:.1f} ms, p99 {values[len(values) * 99 // 100]:.1f} ms of {len(values)}"


def scroll(terminal, pages, pause):
    for _ in range(pages):
        terminal.press(b"\x1b[6~", pause)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """Transfers that the viewer gives up end in the middle: that is as it should be."""


def main():
    server = Server(("127.0.0.1", 0), Library)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    home = os.popen("mktemp -d").read().strip()
    os.environ.update(XDG_CACHE_HOME=home + "/cache", XDG_DATA_HOME=home + "/data")
    api = f"http://127.0.0.1:{server.server_address[1]}"
    terminal = Terminal(sys.argv[1], ["--api", api, "--search", "moon", "--grid", "0"])
    terminal.wait_for(rb"1 of 10,000")
    terminal.pump(1)
    print(f"memory after the first 100 rows: {terminal.memory():.0f} MB")

    before = len(Library.requests)
    terminal.press(b"j" * 100, 0.5)
    asked = Library.requests[before:]
    pages = sum("/search" in path for path in asked)
    print(f"requests for 100 rows scrolled fast: {pages} pages, {len(asked) - pages} pictures")

    times = [t for t in (terminal.press(b"j", 0.05) for _ in range(200)) if t]
    print(f"key to frame, pages loading: {spread(times)}")

    while len({path for path in Library.requests if "page=" in path}) < TOTAL // 100 - 1:
        terminal.press(b"G", 0.2)
    terminal.pump(1)
    print(f"memory after 10,000 rows: {terminal.memory():.0f} MB")
    for _ in range(9):
        terminal.press(b"g", 0.3)
        scroll(terminal, 60, 0.02)
        terminal.press(b"G", 0.3)
    terminal.pump(1)
    print(f"memory after going through 100,000 rows: {terminal.memory():.0f} MB")

    terminal.press(b"g\r", 1.5)
    terminal.press(b"\r", 3)
    times = []
    for _ in range(20):
        times.append(terminal.press(b"n", 1.2))
    print(f"n to the next photo, made ready before: {spread([t for t in times if t])}")
    terminal.quit()
    server.shutdown()


if __name__ == "__main__":
    main()
