#!/usr/bin/env python3
"""Contact sheets of all screens in real terminals: make screenshots.

Each screen, in kitty, xterm, foot and st, in windows of 80x24, 120x36 and 200x58 cells, on a dark and
a light ground. The photos come from a library on this machine (library.py), which is closed for the
last two starts: after a visit, and in a fresh place.

A sheet for each screen and window: a column for each terminal, dark above light. A tour for each
terminal and ground: all screens in the middle window. They and the single shots go to --out, by
default a new folder outside the sources, whose path is printed.

st has no option for its ground: it is set by OSC 10 and 11, as a person would.
Needs terminal-shot and ImageMagick; without them it says so and passes.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time

import library

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(HERE))
TOOL = os.path.join(os.path.dirname(PACKAGE), "shared", "tools", "terminal-shot")
# The program that must be there, besides terminal-shot's own.
TERMINALS = {"kitty": "kitty", "xterm": "xterm", "foot": "foot", "st": "stterm"}
SIZES = ("80x24", "120x36", "200x58")
# Foreground and background.
GROUNDS = {"dark": ("#d8d8d8", "#101014"), "light": ("#202024", "#fafafa")}
# What is pressed from one screen to the next, in the order of a visit. `i` opens the page from the
# wall and the list, and Return the photo from the page, whatever the setting of Return is.
VISIT = (
    ("wall", "Right,wait:0.5"),
    ("list", "Tab,wait:0.5,Down,wait:0.5"),
    ("page", "i,wait:1"),
    ("viewer", "Return,wait:1,Right,wait:1"),
    # The bar goes after three seconds of rest.
    ("photo", "wait:4"),
    ("help", "question,wait:0.5"),
    ("search", "Escape,wait:0.3,q,wait:0.5,q,wait:0.5,Tab,slash,wait:0.3,type:moon,wait:1.5"),
    ("empty", "Escape,wait:0.3,slash,wait:0.3,type:zzzz,wait:0.3,Return,wait:1"),
)
# Further starts without the library: after a visit, and as the very first one. The replies of the
# visit are fresh: only for something else there has to be a network.
FAILURES = (
    ("offline", "wait:1,slash,wait:0.3,type:comet,wait:1,Return,wait:1"),
    ("failed", "wait:2"),
)
SCREENS = [name for name, _ in VISIT + FAILURES]
# st answers questions for its colours only after they were set.
# The library is closed by the one who reads that the visit is over.
RUNS = r"""[ -z "$GROUND" ] || printf '\033]10;%s\033\\\033]11;%s\033\\\033[2J\033[H' $TEXT $GROUND
"$0" "$@"; : >"$FRESH.over"; while [ -e "$FRESH.over" ]; do sleep 0.05; done
"$0" "$@"; XDG_CACHE_HOME=$FRESH/cache XDG_DATA_HOME=$FRESH/data exec "$0" "$@" """
# Pixels; a sheet of four fits a screen.
TILE = 640


class Session:
    """One terminal, window and ground."""

    def __init__(self, terminal, size, ground, folder):
        self.terminal, self.size, self.ground = terminal, size, ground
        self.out = os.path.join(folder, "shots", "%s-%s-%s" % (terminal, size, ground))

    def shot(self, screen):
        path = os.path.join(self.out, screen + ".png")
        return path if os.path.exists(path) else None

    def take(self, words, served):
        """What went wrong, if anything, when a program was started by these words."""
        shutil.rmtree(self.out, ignore_errors=True)
        os.makedirs(self.out)
        text, ground = GROUNDS[self.ground]
        with tempfile.TemporaryDirectory() as home:
            tool = [sys.executable, TOOL, "--terminal", self.terminal, "--size", self.size,
                    "--out", self.out, "--foreground", text, "--background", ground,
                    "--timeout", "150", "--linger", "5", "--keys", self.keys(), "--"]
            with subprocess.Popen(tool + self.command(home, words + ["--api", served.address]),
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True) as running:
                self.close_when_over(os.path.join(home, "fresh.over"), running, served)
                said = running.stdout.read()
        if served.is_closed:
            served.open()
        return said.strip().split("\n")[-1] if running.returncode else None

    @staticmethod
    def close_when_over(mark, running, served):
        while running.poll() is None and not os.path.exists(mark):
            time.sleep(0.05)
        if os.path.exists(mark):
            served.close()
            os.remove(mark)

    def keys(self):
        steps = ["wait:2", "quiet:0.5:15"]
        for screen, keys in VISIT:
            steps += [keys, "shot:" + screen]
        for screen, keys in FAILURES:
            steps += ["ctrl+c", "wait:0.5", keys, "shot:" + screen]
        return ",".join(steps + ["ctrl+c", "exited"])

    def command(self, home, program):
        places = {"XDG_%s_HOME" % name: os.path.join(home, name.lower())
                  for name in ("CACHE", "DATA", "CONFIG")}
        values = dict(places, FRESH=os.path.join(home, "fresh"), GROUND="", TEXT="", COLORTERM="")
        if self.terminal == "st":
            values["TEXT"], values["GROUND"] = GROUNDS[self.ground]
        return (["env"] + ["%s=%s" % pair for pair in values.items()]
                + ["sh", "-c", RUNS] + program)


def montage(shots, columns, target):
    """Shots with their labels on one sheet; a shot that is not there leaves a hole."""
    words = ["montage", "-background", "#606060", "-fill", "white", "-pointsize", "14"]
    for label, path in shots:
        words += ["-label", label, path or "xc:#404040"]
    subprocess.run(words + ["-tile", "%dx" % columns, "-geometry", "%dx+6+4" % TILE, target],
                   check=True)
    return target


def sheets(sessions, folder):
    places = {(one.terminal, one.size, one.ground): one for one in sessions}
    terminals, sizes, grounds = ([name for name in names if any(name in key for key in places)]
                                 for names in (TERMINALS, SIZES, GROUNDS))
    for size in sizes:
        for screen in SCREENS:
            shots = [("%s %s %s" % (screen, terminal, ground),
                      places[terminal, size, ground].shot(screen))
                     for ground in grounds for terminal in terminals]
            yield montage(shots, len(terminals), os.path.join(folder, "%s-%s.png" % (screen, size)))
    middle = sizes[len(sizes) // 2]
    for terminal in terminals:
        for ground in grounds:
            shots = [(screen, places[terminal, middle, ground].shot(screen)) for screen in SCREENS]
            yield montage(shots, 3, os.path.join(folder, "tour-%s-%s.png" % (terminal, ground)))


def missing():
    if not os.path.exists(TOOL):
        return "../shared/tools/terminal-shot is not here"
    for program in ("convert", "montage"):
        if shutil.which(program) is None:
            return "ImageMagick's %s is not installed" % program
    return None


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", required=True, help="the nasa-view to look at")
    parser.add_argument("--out", help="the folder for the sheets; default: a new one")
    parser.add_argument("--only-demo", action="store_true",
                        help="the built-in collection's photos only, for pictures to publish")
    parser.add_argument("--size", action="append", choices=SIZES, help="default: all")
    parser.add_argument("--ground", action="append", choices=GROUNDS, help="default: both")
    parser.add_argument("--arguments", default="", help="more arguments for the program")
    parser.add_argument("terminals", nargs="*", metavar="TERMINAL", help="default: all installed")
    return parser.parse_args()


def main():
    chosen = options()
    if missing():
        print("skipped: " + missing())
        return 0
    folder = os.path.abspath(chosen.out or tempfile.mkdtemp(prefix="nasa-view-screens."))
    thumbnails = os.path.join(folder, "thumbnails")
    os.makedirs(thumbnails, exist_ok=True)
    served = library.Library(thumbnails, chosen.only_demo)
    sessions, good = [], True
    for terminal in chosen.terminals or list(TERMINALS):
        if shutil.which(TERMINALS[terminal]) is None:
            print("skipped: %s is not installed" % TERMINALS[terminal])
            continue
        for size in chosen.size or SIZES:
            for ground in chosen.ground or GROUNDS:
                sessions.append(Session(terminal, size, ground, folder))
    words = [os.path.abspath(chosen.program)] + chosen.arguments.split()
    for session in sessions:
        problem = session.take(words, served)
        good = good and problem is None
        print("%s %s %s %s %s" % ("FAIL" if problem else "ok  ", session.terminal, session.size,
                                  session.ground, problem or ""))
        sys.stdout.flush()
    for sheet in sheets(sessions, folder) if sessions else []:
        print(sheet)
    served.close()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
