#!/usr/bin/env python3
"""Films pans in the terminals that scroll pictures, and judges each frame: make pan-films.

A key is pressed 25 times a second over a detailed photo at its original size, in each direction
that the terminal scrolls; terminal-shot keeps every frame that differs from the one before. Cells in
all rows of each frame are compared with the photo, decoded by another program, at the places where
the view may be:
- whole: all cells are those of one view;
- entering: all but some in the strip that comes into view, which is not drawn yet;
- moving: rows of one view and of the next, each as a whole (each row is moved by itself);
- map: all but some where the map was moved to with the photo, or in the strip;
- ghost: anything else, which is a fault.
Each film is taken without the map and with it. At the end the map must look as at the start.
Only synchronized updates hide the frames between, so only foot is without them.

Needs Python 3 only; without terminal-shot or a decoder it says so and passes.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

import pictures
import views

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(HERE))
TOOL = os.path.join(os.path.dirname(PACKAGE), "shared", "tools", "terminal-shot")
PHOTO = os.path.join(PACKAGE, "Fixtures", "Demo", "demo-milkyway~orig.jpg")
SIZE = (160, 42)
PRESSES = 12
DIRECTIONS = {"Right": (1, 0), "Left": (-1, 0), "Down": (0, 1), "Up": (0, -1)}
# Keys that are pressed first, so that there is room to pan into.
STARTS = {"Right": "Home", "Left": "End", "Down": "g", "Up": "G"}
TERMINALS = {"xterm": DIRECTIONS, "mlterm": DIRECTIONS, "foot": ("Down", "Up")}
# The largest distance of a cell's mean colour from the photo's, in 255ths: a moving frame has 128
# colours, and xterm and mlterm show percents of them.
LIMIT = 20
# The share of the map's cells that the frame in it may change.
MAP_CHANGES = 0.35
# Every so many columns are looked at, in every row; the first and the last too.
STRIDE = 7


def step(side, cell):
    """A tenth of the screen in whole cells, to the nearest."""
    return max(1, (side // 10 + cell // 2) // cell) * cell


def film(terminal, program, photo, direction, has_map, out):
    keys = ("wait:2,z,quiet:0.7:8,%s,quiet:0.7:8,snap:start,film:pan,"
            % (STARTS[direction] + (",m,wait:2.5" if has_map else ""))
            + ("%s,wait:0.04," % direction) * PRESSES + "quiet:0.7:8,cut,snap:end,q,exited")
    words = [sys.executable, TOOL, "--terminal", terminal, "--size", "%dx%d" % SIZE, "--out", out,
             "--key-delay", "0", "--timeout", "120", "--record", "--keys", keys, "--", program, photo]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode:
        raise RuntimeError(done.stdout.strip().split("\n")[-1])
    with open(os.path.join(out, "result.json"), encoding="utf-8") as file:
        return json.load(file)


class Judge:
    """The views that a pan passes through, and what frames show of them."""

    def __init__(self, photo, screen, direction, has_map, origin):
        self.screen, self.origin = screen, origin
        self.map = self.map_cells(photo) if has_map else set()
        self.right, self.down = DIRECTIONS[direction]
        self.length = (step(screen.width, screen.cell[0]), step(screen.height, screen.cell[1]))
        start = views.View.fitted(photo, screen).original()
        x, y = start.x, start.y
        x = {1: 0, -1: photo.width}.get(self.right, x)
        y = {1: 0, -1: photo.height}.get(self.down, y)
        self.start, self.photo = (x, y), photo
        # Where the picture ends within a cell, that is not looked at.
        self.rows = range(screen.height // screen.cell[1])
        self.columns = sorted({*range(0, screen.columns, STRIDE), screen.columns - 1})
        self.means = {}

    def map_cells(self, photo):
        """The cells under the map: a fifth of the width or a quarter of the height, in the corner."""
        width, height = self.screen.cell
        scale = min(self.screen.width / 5 / photo.width, self.screen.height / 4 / photo.height)
        left = self.screen.columns - 2 - -(-int(photo.width * scale) // width)
        top = self.screen.height // height - 2 - -(-int(photo.height * scale) // height)
        return {(column, row) for column in range(left, self.screen.columns)
                for row in range(top, self.screen.rows)}

    def map_changes(self, one, other):
        """The share of the map's cells that differ much: only the frame in it may have moved."""
        seen = [[shot.mean(self.origin[0] + column * self.screen.cell[0],
                           self.origin[1] + row * self.screen.cell[1],
                           self.origin[0] + (column + 1) * self.screen.cell[0],
                           self.origin[1] + (row + 1) * self.screen.cell[1])
                 for column, row in sorted(self.inner_map)] for shot in (one, other)]
        wrong = sum(any(abs(a - b) > 2 * LIMIT for a, b in zip(*pair)) for pair in zip(*seen))
        return wrong / max(1, len(self.inner_map))

    @property
    def inner_map(self):
        """Without its edges, where the photo may be seen."""
        columns, rows = zip(*self.map)
        return {(column, row) for column, row in self.map
                if min(columns) + 2 <= column < max(columns) - 2
                and min(rows) + 2 <= row < self.screen.height // self.screen.cell[1] - 2}

    def lacks_one_strip(self, wrong):
        """Whether the strips before the last one are there."""
        return all(self.enters(place, 1) or (self.map and self.may_be_map(place, 5))
                   for place in wrong)

    def may_be_map(self, place, steps):
        """Whether the map lies there, or was moved there with the photo by so many steps at most."""
        across, down = (side // cell for side, cell in zip(self.length, self.screen.cell))
        return any((place[0] + number * self.right * across, place[1] + number * self.down * down)
                   in self.map for number in range(steps + 1))

    def settle(self, shot):
        """Finds the exact place of the start: at another scale a centre is a little off."""
        view = views.View(self.photo, self.screen, 1, *self.start)
        best = views.settled(view, shot, self.origin, 4)
        self.start = (best.x, best.y)

    def view(self, number):
        return views.View(self.photo, self.screen, 1,
                          self.start[0] + number * self.right * self.length[0],
                          self.start[1] + number * self.down * self.length[1])

    def wrong(self, seen, number):
        """The cells that are not those of a view."""
        if number not in self.means:
            view = self.view(number)
            self.means[number] = {
                place: self.photo.mean(*view.photo_area(place[0], place[1], 1, 1))
                for place in seen if view.photo_area(place[0], place[1], 1, 1)}
        wanted = self.means[number]
        return {place for place, colour in seen.items() if place in wanted and any(
            abs(one - other) > LIMIT for one, other in zip(colour, wanted[place]))}

    def cells(self, shot):
        width, height = self.screen.cell
        left, top = self.origin
        return {(column, row): shot.mean(left + column * width, top + row * height,
                                         left + (column + 1) * width, top + (row + 1) * height)
                for row in self.rows for column in self.columns
                if (column, row) not in self.map}

    def enters(self, place, steps):
        """Whether a cell is in the strip that some steps bring into view."""
        columns, rows = (steps * self.length[0] // self.screen.cell[0],
                         steps * self.length[1] // self.screen.cell[1])
        return {(1, 0): place[0] >= self.screen.columns - columns, (-1, 0): place[0] < columns,
                (0, 1): place[1] >= len(self.rows) - rows, (0, -1): place[1] < rows,
                }[self.right, self.down]

    def judge(self, shot, last):
        """What a frame shows, of which view, and the cells that are wrong.

        `last` is the last view that was shown whole.
        """
        seen = self.cells(shot)
        found = {number: self.wrong(seen, number) for number in range(last, PRESSES + 1)}
        number = min(found, key=lambda one: len(found[one]))
        if not found[number]:
            return "whole", number, set()
        for number, wrong in found.items():
            # What is scrolled is at most half of the picture.
            if number - last <= 5 and all(self.enters(place, number - last) for place in wrong):
                return "entering", number, wrong
            rows = {place[1] for place in wrong if not self.enters(place, number - last)}
            if not any(place[1] in rows for place in found[last]):
                return "moving", number, wrong
            if self.map and all(self.may_be_map(place, 5) or self.enters(place, number - last)
                                for place in wrong):
                return "map", number, wrong
        return "ghost", number, found[number]


def check(terminal, program, photo, direction, has_map, out):
    result = film(terminal, program, PHOTO, direction, has_map, out)
    cell = tuple(result["cell_size"])
    judge = Judge(photo, views.Screen(*SIZE, cell, True), direction, has_map,
                  tuple(result["text_origin"]))
    start = pictures.read_png(os.path.join(out, "start.png"))
    judge.settle(start)
    frames = result["films"]["pan"]
    counts, last, ghosts, spent = {}, 0, [], {}
    for place, frame in enumerate(frames):
        kind, number, wrong = judge.judge(pictures.read_png(frame["file"]), last)
        if kind == "whole":
            last = number
        elif kind in ("entering", "map") and judge.lacks_one_strip(wrong):
            last = max(last, number - 1)
        counts[kind] = counts.get(kind, 0) + 1
        if place + 1 < len(frames):
            spent[kind] = spent.get(kind, 0) + frames[place + 1]["time"] - frame["time"]
        if kind == "ghost":
            ghosts.append("%s: %d cells of view %d, as %s" % (
                os.path.basename(frame["file"]), len(wrong), number, min(wrong)))
    total = sum(spent.values()) or 1
    print("| %s | %s%s | %d | %d | %d | %d | %d | %.0f%% |" % (
        terminal, direction, ", map" if has_map else "",
        *(counts.get(kind, 0) for kind in ("whole", "entering", "moving", "map", "ghost")),
        100 * spent.get("whole", 0) / total))
    if has_map:
        changes = judge.map_changes(start, pictures.read_png(os.path.join(out, "end.png")))
        if changes > MAP_CHANGES:
            ghosts.append("the map at the end: %.0f%% of it differ" % (100 * changes))
    for line in ghosts:
        print("  " + line)
    sys.stdout.flush()
    return not ghosts


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", required=True, help="the nasa-view to film")
    parser.add_argument("--out", help="a folder to keep the films in")
    parser.add_argument("--direction", choices=DIRECTIONS, help="default: all that scroll")
    parser.add_argument("terminals", nargs="*", metavar="TERMINAL", help="default: all installed")
    options = parser.parse_args()
    photo = pictures.decode(PHOTO) if os.path.exists(TOOL) else None
    if photo is None:
        print("skipped: no ../shared/tools/terminal-shot, or no decoder (djpeg or ImageMagick)")
        return 0
    print("| terminal | key | whole | entering | moving | map | ghosts | time whole |\n"
          "|---|---|---:|---:|---:|---:|---:|---:|")
    good = True
    for terminal in options.terminals or [name for name in TERMINALS if shutil.which(name)]:
        for direction in [options.direction] if options.direction else TERMINALS[terminal]:
            for has_map in (False, True):
                with tempfile.TemporaryDirectory() as scratch:
                    out = os.path.join(options.out or scratch, "%s-%s%s" % (
                        terminal, direction, "-map" if has_map else ""))
                    good = check(terminal, os.path.abspath(options.program), photo, direction,
                                 has_map, out) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
