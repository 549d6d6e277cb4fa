"""Pictures without a library: reading PNG and PPM, decoding photos by other programs, means."""

import shutil
import struct
import subprocess
import zlib

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
# Tried in this order; none of them is the program under test, nor its decoder's caller.
DECODERS = [
    ["djpeg", "-dct", "int", "-ppm"],
    ["magick", "-auto-orient", "FILE", "ppm:-"],
    ["convert", "FILE", "-auto-orient", "ppm:-"],
]


class Picture:
    """Rows of red, green and blue bytes."""

    def __init__(self, width, height, rgb):
        assert len(rgb) == width * height * 3, "three bytes a pixel"
        self.width, self.height, self.rgb = width, height, rgb

    def pixel(self, x, y):
        start = (y * self.width + x) * 3
        return tuple(self.rgb[start:start + 3])

    def rows(self, left, top, right, bottom):
        """The bytes of each row of a rectangle."""
        for y in range(top, bottom):
            yield self.rgb[(y * self.width + left) * 3:(y * self.width + right) * 3]

    def mean(self, left, top, right, bottom):
        """The mean colour of a rectangle, in coded values."""
        sums, count = [0, 0, 0], max(1, (right - left) * (bottom - top))
        for row in self.rows(left, top, right, bottom):
            for channel in range(3):
                sums[channel] += sum(row[channel::3])
        return tuple(total / count for total in sums)

    def spread(self, left, top, right, bottom):
        """How much a rectangle varies: the mean distance from its mean, over all channels."""
        mean = self.mean(left, top, right, bottom)
        total, count = 0, max(1, (right - left) * (bottom - top))
        for row in self.rows(left, top, right, bottom):
            for channel in range(3):
                total += sum(abs(value - mean[channel]) for value in row[channel::3])
        return total / count / 3

    def halved(self):
        """Every second pixel of every second row: good enough for a contact sheet."""
        rows = []
        for y in range(0, self.height - 1, 2):
            row = self.rgb[y * self.width * 3:(y + 1) * self.width * 3]
            half = bytearray(self.width // 2 * 3)
            for channel in range(3):
                half[channel::3] = row[channel::6][:self.width // 2]
            rows.append(bytes(half))
        return Picture(self.width // 2, len(rows), b"".join(rows))


def read_png(path):
    """Reads a PNG of 8 bits a channel, grey, RGB or RGBA, not interlaced."""
    with open(path, "rb") as file:
        data = file.read()
    if not data.startswith(PNG_SIGNATURE):
        raise ValueError("no PNG: %s" % path)
    position, body = 8, b""
    while position < len(data):
        length, kind = struct.unpack(">I4s", data[position:position + 8])
        chunk = data[position + 8:position + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", chunk)
            channels = {0: 1, 2: 3, 6: 4}.get(colour)
            if depth != 8 or interlace or channels is None:
                raise ValueError("a PNG of another kind: %s" % path)
        elif kind == b"IDAT":
            body += chunk
        position += 12 + length
    return Picture(width, height, _rgb(zlib.decompress(body), width, height, channels))


def _rgb(lines, width, height, channels):
    length, previous, out = width * channels, bytearray(width * channels), bytearray()
    for y in range(height):
        start = y * (length + 1)
        line = bytearray(lines[start + 1:start + 1 + length])
        _unfilter(lines[start], line, previous, channels)
        previous = line
        if channels == 3:
            out += line
        else:
            row = bytearray(width * 3)
            for channel in range(3):
                row[channel::3] = line[channel::channels] if channels == 4 else line
            out += row
    return bytes(out)


def _unfilter(kind, line, above, channels):
    """The five filters of PNG, 9.2."""
    if kind == 0:
        return
    for i in range(len(line)):
        left = line[i - channels] if i >= channels else 0
        up = above[i]
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        else:
            corner = above[i - channels] if i >= channels else 0
            estimate = left + up - corner
            guess = min((abs(estimate - left), 0, left), (abs(estimate - up), 1, up),
                        (abs(estimate - corner), 2, corner))[2]
        line[i] = (line[i] + guess) & 255


def write_png(path, picture):
    def chunk(kind, body):
        checksum = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + checksum

    lines = b"".join(b"\0" + row for row in picture.rows(0, 0, picture.width, picture.height))
    header = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(PNG_SIGNATURE + chunk(b"IHDR", header)
                   + chunk(b"IDAT", zlib.compress(lines, 6)) + chunk(b"IEND", b""))


def read_ppm(data):
    """Reads a binary PPM or PGM, as djpeg and ImageMagick write it."""
    fields, position = [], 0
    while len(fields) < 4:
        while data[position:position + 1].isspace():
            position += 1
        end = position
        while not data[end:end + 1].isspace():
            end += 1
        word, position = data[position:end], end
        if word.startswith(b"#"):
            position = data.index(b"\n", position)
        else:
            fields.append(word)
    width, height = int(fields[1]), int(fields[2])
    pixels = data[position + 1:]
    if fields[0] == b"P5":
        row = bytearray(width * height * 3)
        for channel in range(3):
            row[channel::3] = pixels[:width * height]
        pixels = bytes(row)
    return Picture(width, height, pixels[:width * height * 3])


def decode(path):
    """A photo's pixels by a program that is not ours; None where there is no such program."""
    with open(path, "rb") as file:
        start = file.read(8)
    if start == PNG_SIGNATURE:
        return read_png(path)
    for words in DECODERS:
        if shutil.which(words[0]) is None:
            continue
        command = [path if word == "FILE" else word for word in words]
        if path not in command:
            command.append(path)
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        if done.returncode == 0 and done.stdout:
            return read_ppm(done.stdout)
    return None


def contact_sheet(rows, gap=6):
    """Rows of pictures (None for a hole) on one grey sheet, at half their size."""
    small = [[picture and picture.halved() for picture in row] for row in rows]
    every = [picture for row in small for picture in row if picture]
    width = max(picture.width for picture in every) + gap
    height = max(picture.height for picture in every) + gap
    columns = max(len(row) for row in small)
    sheet = bytearray(b"\x60" * (columns * width * len(small) * height * 3))
    for row, pictures in enumerate(small):
        for column, picture in enumerate(pictures):
            for y, line in enumerate(picture.rows(0, 0, picture.width, picture.height)
                                     if picture else []):
                start = ((row * height + y) * columns * width + column * width) * 3
                sheet[start:start + len(line)] = line
    return Picture(columns * width, len(small) * height, bytes(sheet))
