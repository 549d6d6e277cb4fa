"""A library of photos on this machine, for looking at the program's screens: loopback only.

Its photos are those of ../shared/nasa/photos, when present, and the built-in collection's, newest
first. What is told of the former is what recorded replies tell, else their title and size only.
The thumbnails are made before the first request, so that no picture is slow but by the program.
"""

import csv
import http.server
import json
import os
import shutil
import subprocess
import threading
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(HERE))
DEMO = os.path.join(PACKAGE, "Fixtures", "Demo")
NASA = os.path.join(os.path.dirname(PACKAGE), "shared", "nasa")
# NASA's thumbnails are this wide or high, whichever is more.
THUMBNAIL = 640


class Photo:
    """A file, and what the library tells of it."""

    def __init__(self, path, size, data):
        self.path, self.size, self.data = path, size, data
        self.name = data["nasa_id"]

    def has(self, words):
        known = json.dumps(self.data).lower()
        return all(word in known for word in words.lower().split())

    def item(self, host):
        folder = "%s/image/%s/" % (host, self.name)
        extension = os.path.splitext(self.path)[1]
        width, height = self.size
        scale = min(1.0, THUMBNAIL / max(width, height))
        links = [("thumb.jpg", "preview", round(width * scale), round(height * scale), 40_000),
                 ("orig" + extension, "canonical", width, height, os.path.getsize(self.path))]
        return {"href": folder + "collection.json", "data": [self.data], "links": [
            {"href": "%s%s~%s" % (folder, self.name, name), "rel": rel, "render": "image",
             "width": wide, "height": high, "size": size} for name, rel, wide, high, size in links]}


def demo_photos():
    with open(os.path.join(DEMO, "collection.json"), encoding="utf-8") as file:
        items = json.load(file)["collection"]["items"]
    for item in items:
        link = item["links"][0]
        yield Photo(os.path.join(DEMO, link["href"]), (link["width"], link["height"]),
                    dict(item["data"][0]))


def recorded_data(wanted):
    """What recorded replies tell of some ids; of several replies, the one that tells most."""
    found = {}

    def read(value):
        if isinstance(value, list):
            for element in value:
                read(element)
        elif isinstance(value, dict):
            data = value.get("data")
            if isinstance(data, list) and data and isinstance(data[0], dict):
                name = data[0].get("nasa_id")
                if name in wanted and len(data[0]) > len(found.get(name, {})):
                    found[name] = data[0]
            for element in value.values():
                read(element)

    for folder, _, names in os.walk(os.path.join(NASA, "recorded")):
        for name in names:
            try:
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    read(json.load(file))
            except (ValueError, OSError):
                continue
    return found


def nasa_photos():
    index = os.path.join(NASA, "photos", "INDEX.tsv")
    if not os.path.exists(index):
        return
    with open(index, encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t")
                if row["file"].startswith("nivl/") and row["format"].startswith("JPEG")]
    known = recorded_data({row["nasa_id"] for row in rows})
    for row in rows:
        name = row["nasa_id"]
        data = dict(known.get(name, {"title": row["what"]}), nasa_id=name, media_type="image")
        size = tuple(int(number) for number in row["WxH"].split("x"))
        yield Photo(os.path.join(NASA, "photos", row["file"]), size, data)


class Library:
    """Serves photos until the process ends; thumbnails are kept in a folder."""

    def __init__(self, folder, only_demo=False):
        photos = list(demo_photos()) + ([] if only_demo else list(nasa_photos()))
        photos = {photo.name: photo for photo in photos}
        self.photos = sorted(photos.values(), key=lambda one: one.data.get("date_created", ""),
                             reverse=True)
        self.folder = folder
        for photo in self.photos:
            make_thumbnail(photo.path, self.thumbnail(photo))
        self.server, self.port = None, 0
        self.open()
        self.address = "http://127.0.0.1:%d" % self.port

    def thumbnail(self, photo):
        return os.path.join(self.folder, photo.name + "~thumb.jpg")

    def file(self, name, file):
        for photo in self.photos:
            if photo.name == name:
                return self.thumbnail(photo) if "~thumb." in file else photo.path
        return None

    def open(self):
        """Serves at the same port as before."""
        handler = type("Handler", (Answers,), {"library": self})
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None  # Transfers that are cancelled end in the middle.
        self.port, self.is_closed = self.server.server_address[1], False
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        """Refuses connections, as a machine without a network does."""
        self.server.shutdown()
        self.server.server_close()
        self.is_closed = True


def make_thumbnail(path, target):
    if os.path.exists(target):
        return
    hint = "%dx%d" % (2 * THUMBNAIL, 2 * THUMBNAIL)
    subprocess.run(["convert", "-define", "jpeg:size=" + hint, path, "-background", "black",
                    "-flatten", "-thumbnail", "%dx%d>" % (THUMBNAIL, THUMBNAIL), "-quality", "88",
                    target], check=True)


class Answers(http.server.BaseHTTPRequestHandler):
    """The paths of NASA's two hosts that the screens need."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        target = urllib.parse.urlparse(self.path)
        parts = [urllib.parse.unquote(part) for part in target.path.split("/")[1:]]
        if parts[0] in ("recent.json", "popular.json"):
            self.collection(self.library.photos)
        elif parts[0] == "search":
            query = urllib.parse.parse_qs(target.query)
            words = " ".join(query.get("q", []) + query.get("keywords", []))
            self.collection([one for one in self.library.photos if one.has(words)])
        elif parts[0] == "image" and len(parts) == 3:
            self.file(self.library.file(parts[1], parts[2]), parts[1], parts[2])
        else:
            self.send_error(404)

    def collection(self, photos):
        items = [photo.item(self.library.address) for photo in photos]
        self.json({"collection": {"version": "1.1", "items": items,
                                  "metadata": {"total_hits": len(items)}}})

    def file(self, path, name, file):
        if path is None:
            self.send_error(404)
        elif file == "metadata.json":
            self.json({"AVAIL:NASAID": name})
        elif file == "collection.json":
            folder = "%s/image/%s/%s~" % (self.library.address, name, name)
            self.json([folder + "orig" + os.path.splitext(path)[1], folder + "thumb.jpg"])
        else:
            self.send(path)

    def json(self, value):
        body = json.dumps(value).encode()
        self.head("application/json", len(body))
        self.wfile.write(body)

    def send(self, path):
        self.head("image/png" if path.endswith("png") else "image/jpeg", os.path.getsize(path))
        with open(path, "rb") as file:
            shutil.copyfileobj(file, self.wfile)

    def head(self, kind, length):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(length))
        self.end_headers()
