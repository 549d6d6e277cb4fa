"""A key held down over a photo in a real terminal: what was sent, and what was seen on the glass.

Each distinct frame of a film is compared with the photo itself, decoded by another program, at every
place where the view can be. It is one of:
- whole: it shows the photo at one place;
- torn: parts of it show the photo where the frames before or after it do: the film, or an eye, caught
  the terminal in the middle of drawing;
- blank: a part of it is empty, as the strip that a scrolled pan uncovers is until it is drawn;
- ghost: a part of it shows something else.
"""

import json
import os
import shutil
import subprocess
import sys
import time

import pictures

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(HERE))
TOOL = os.path.join(os.path.dirname(PACKAGE), "shared", "tools", "terminal-shot")
# Seconds a key is held down.
HOLD = 3
# ImageMagick's usual limit is 16000 pixels.
WIDEST = 16000
# The parts of a frame that are compared, and the pixels of each: larger than any dither or square.
SECTORS = (10, 6)
PATCH = 16
# Of 256, in the mean of a patch and any channel: a moving frame has as few as 32 colours.
TOLERANCE = 24
# A part of a torn frame is at most so many steps from what the frames before and after it show.
TEAR_STEPS = 2


def panorama(photo, path):
    """Repeats a photo, mirrored so that its edges join, until a hold cannot reach the end."""
    found = subprocess.run(["convert", photo, "-format", "%w", "info:"], stdout=subprocess.PIPE,
                           check=True)
    width = int(found.stdout)
    words = ["convert", photo]
    while width * 2 <= WIDEST:
        words += ["(", "+clone", "-flop", ")", "+append"]
        width *= 2
    # As high as the largest window.
    words += ["(", "+clone", "-flip", ")", "-append", "-quality", "92", path]
    subprocess.run(words, check=True)


def decoded(path):
    done = subprocess.run(["convert", path, "-depth", "8", "ppm:-"], stdout=subprocess.PIPE,
                          check=True)
    return pictures.read_ppm(done.stdout)


class Run:
    """What one hold gave: the program's log, and the film."""

    def __init__(self, steps, result):
        self.steps, self.result = steps, result
        keys = [moment for moment, words in steps if words == "key →"]
        # A keyboard waits before it repeats: the hold begins with the second press.
        self.keys = keys[1:]
        self.start, self.end = (keys[1], keys[-1]) if len(keys) > 2 else (0, 0)

    def during(self, word):
        return [(moment, words) for moment, words in self.steps
                if self.start <= moment <= self.end and words.startswith(word)]

    @property
    def keys_a_second(self):
        return (len(self.keys) - 1) * 1000 / max(1, self.end - self.start)

    @property
    def fine_frames(self):
        return sum("at rest" in words for _, words in self.during("ask"))

    @property
    def frames_a_second(self):
        """Frames that the terminal has acknowledged."""
        # At the photo's edge nothing more is drawn, though the key goes on.
        moments = [moment for moment, _ in self.during("drawn")]
        if len(moments) < 2:
            return 0.0
        return (len(moments) - 1) * 1000 / max(1, moments[-1] - moments[0])

    @property
    def bytes_a_step(self):
        sizes = [int(words.split()[1]) for _, words in self.during("sent")]
        return sum(sizes) / max(1, len(sizes))

    @property
    def slowest(self):
        return max((int(words.split()[1]) for _, words in self.during("drawn")), default=0)

    @property
    def qualities(self):
        """How often each quality of moving frames was asked for: `0` is the finest."""
        asked = [words.split("moving")[1].split() for _, words in self.during("ask")
                 if "moving" in words]
        numbers = [int(rest[0]) if rest and rest[0].isdigit() else 0 for rest in asked]
        return " ".join("%d:%d" % (number, numbers.count(number))
                        for number in sorted(set(numbers)))

    @property
    def film(self):
        """The frames of the hold, each with its time; the film has those of the wall clock."""
        shift = time.time() - time.monotonic()
        return [(frame["time"] - shift, frame["file"])
                for frame in self.result["films"].get("hold", [])
                if self.start <= (frame["time"] - shift) * 1000 <= self.end + 100]

    @property
    def seen_a_second(self):
        times = [moment for moment, _ in self.film]
        return (len(times) - 1) / (times[-1] - times[0]) if len(times) > 1 else 0.0


class Judge:
    """Tells whole frames from torn ones and ghosts."""

    def __init__(self, photo, size, cell, origin):
        self.photo, self.origin = photo, origin
        self.columns, self.rows = size
        width, height = self.columns * cell[0], (self.rows - 1) * cell[1] // 6 * 6
        self.width, self.height, self.cell = width, height, cell
        self.means = {}
        tenth = width // 10
        # A step is a tenth of the screen, or that in whole cells.
        steps = {tenth, tenth // cell[0] * cell[0], -(-tenth // cell[0]) * cell[0]}
        self.ways = [list(range(0, photo.width - width + 1, step)) for step in sorted(steps)]
        self.places = [((2 * column + 1) * width // (2 * SECTORS[0]) - PATCH // 2,
                        (2 * row + 1) * height // (2 * SECTORS[1]) - PATCH // 2)
                       for row in range(SECTORS[1]) for column in range(SECTORS[0])]

    def expected(self, x, y):
        if (x, y) not in self.means:
            self.means[x, y] = self.photo.mean(x, y, x + PATCH, y + PATCH)
        return self.means[x, y]

    def patches(self, path):
        shot = pictures.read_png(path)
        left, top = self.origin
        return [shot.mean(left + x, top + y, left + x + PATCH, top + y + PATCH)
                for x, y in self.places]

    def distance(self, seen, place, offset):
        wanted = self.expected(offset + place[0], place[1])
        return max(abs(one - other) for one, other in zip(seen, wanted))

    def best(self, seen):
        """The way and the number of the step that a frame fits best, and where it does not fit."""
        found = None
        for offsets in self.ways:
            for number, offset in enumerate(offsets):
                wrong = [place for place in range(len(seen))
                         if self.distance(seen[place], self.places[place], offset) > TOLERANCE]
                if found is None or len(wrong) < len(found[2]):
                    found = (offsets, number, wrong)
                if not wrong:
                    return found
        return found

    def kinds(self, paths):
        """What each frame of a film is."""
        seen = [self.patches(path) for path in paths]
        bests = [self.best(patches) for patches in seen]
        return [self.kind(number, seen[number], bests) for number in range(len(paths))]

    def kind(self, frame, seen, bests):
        wrong = bests[frame][2]
        if not wrong:
            return "whole"
        # What the frames before and after it show, and a little beside it.
        near = {offset for offsets, number, _ in bests[max(0, frame - 2):frame + 3]
                for offset in offsets[max(0, number - TEAR_STEPS):number + TEAR_STEPS + 1]}
        wrong = [place for place in wrong
                 if all(self.distance(seen[place], self.places[place], offset) > TOLERANCE
                        for offset in near)]
        if not wrong:
            return "torn"
        # A patch at the strip's edge has some of the photo.
        return "blank" if all(max(seen[place]) < TOLERANCE for place in wrong) else "ghost"


def hold(terminal, program, photo, size, out, films=False):
    """Holds the right arrow over a photo, from its left upper corner, one photo pixel a pixel."""
    log = os.path.join(out, "frames.log")
    # The keyboard of the display repeats by itself; xdotool types where the program's window is.
    script = ("(sleep 3; xdotool key z; sleep 1; xdotool key g; sleep 0.5; xdotool key Home; "
              "sleep 1; xdotool keydown Right; sleep %g; xdotool keyup Right) & exec '%s' '%s'"
              % (HOLD, program, photo))
    wait = "wait:5.2,film:hold,wait:%g,cut" if films else "wait:5.2,wait:%g"
    words = [sys.executable, TOOL, "--terminal", terminal, "--size", size, "--out", out,
             "--timeout", "180", "--keys", wait % (HOLD + 2.3) + ",q,exited", "--",
             "env", "NASA_VIEW_LOG=" + log, "sh", "-c", script]
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, check=False)
    with open(os.path.join(out, "result.json"), encoding="utf-8") as file:
        result = json.load(file)
    with open(log, encoding="utf-8") as file:
        steps = [line.split(" ", 1) for line in file.read().splitlines()]
    return Run([(int(moment), text) for moment, text in steps], result)


def kinds(run, decoded_photo, size, keep=None):
    """How many frames of the film are what; copies those that are not whole to `keep`."""
    judge = Judge(decoded_photo, size, run.result["cell_size"], run.result["text_origin"])
    counts = {"whole": 0, "torn": 0, "blank": 0, "ghost": 0}
    paths = [path for _, path in run.film]
    for path, kind in zip(paths, judge.kinds(paths)):
        counts[kind] += 1
        if keep and kind != "whole":
            shutil.copy(path, os.path.join(keep, "%s-%s" % (kind, os.path.basename(path))))
    return counts
