#!/usr/bin/env python3
"""Looks at nasa-view in real terminals: make check-terminals.

Runs `nasa-view --demo demo-limb` in each terminal that is installed, and through tmux and GNU screen in some,
by terminal-shot: takes screenshots at fit, at original, after panning, zooming, resizing and
quitting, and compares colours at known places with the photo's, decoded by another program. The
screen after quitting must equal the one before. A chart of 1024 colours must have them all
(--only-registers).

The screenshots and a contact sheet (a row per terminal) go to .build/terminals, or --out.
Needs Python 3 only; without terminal-shot, or without any terminal, it says so and passes.
"""

import argparse
import json
import math
import os
import shlex
import shutil
import subprocess
import sys

import pictures
import registers
import views

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(HERE))
TOOL = os.path.join(os.path.dirname(PACKAGE), "shared", "tools", "terminal-shot")
SIZE = (100, 30)
SMALLER = (80, 24)


class Setting:
    """A terminal, what must be installed for it, and a multiplexer in it."""

    def __init__(self, terminal, programs, uses_pixels=True, resizes=True, through=None,
                 scrolls=False):
        self.terminal, self.programs, self.through = terminal, programs, through
        # Whether pans are by whole rows, because the terminal scrolls what it shows.
        self.scrolls = scrolls
        # Whether it shows pixels (else blocks), and whether its window can be resized from outside.
        self.uses_pixels, self.resizes = uses_pixels, resizes

    @property
    def is_installed(self):
        return all(shutil.which(program) for program in self.programs)


SETTINGS = {
    "xterm": Setting("xterm", ["xterm"], scrolls=True),
    "mlterm": Setting("mlterm", ["mlterm"], scrolls=True),
    "foot": Setting("foot", ["foot", "weston"], resizes=False, scrolls=True),
    "konsole": Setting("konsole", ["konsole"]),
    "kitty": Setting("kitty", ["kitty"]),
    "st": Setting("st", ["st"], uses_pixels=False),
    "tmux": Setting("tmux", ["tmux"], uses_pixels=False, resizes=False),
    # Pictures handed through: no status line, so that the pane is as large as the terminal.
    "tmux-in-xterm": Setting("xterm", ["tmux", "xterm"], through="tmux"),
    "tmux-in-kitty": Setting("kitty", ["tmux", "kitty"], through="tmux"),
    "tmux-in-foot": Setting("foot", ["tmux", "foot", "weston"], resizes=False, through="tmux"),
    "screen-in-xterm": Setting("xterm", ["screen", "xterm"], through="screen"),
    "screen-in-kitty": Setting("kitty", ["screen", "kitty"], through="screen"),
}
# What a multiplexer needs to be told, in a file of its own.
CONFIGURATIONS = {
    "tmux": "set -g allow-passthrough on\nset -g status off\n",
    "screen": "startup_message off\naltscreen on\n",
}
# What stands on the screen before, so that there is something to find again afterwards.
BEFORE = r"""printf 'before line %s\n' 1 2 3 4 5
for run in $RUNS; do stty -echo; read -r _; stty echo; "$@" || exit; done
[ -z "$THROUGH" ] || sleep 3"""
# After Return the program starts, asks, decodes: a picture is there when two seconds have passed.
START = ("shot:before,Return,wait:2,shot:fit,z,wait:0.3,shot:original,mark:still,Right,Right,Down,"
         "quiet:0.5:5,shot:panned,mark:panned,Home,g,wait:0.3,shot:corner,z,wait:0.3,shot:again,"
         "question,wait:0.3,shot:help,question,wait:0.3,"
         "plus,plus,wait:0.5,shot:zoomed,minus,minus,wait:0.5,shot:unzoomed,")
# The program is left before: what a resize does to the screen behind is the terminal's own affair.
RESIZE = "Return,wait:2,resize:%dx%d,wait:0.7,shot:smaller,resize:%dx%d,wait:0.7,shot:restored,q," % (SMALLER + SIZE)
SHOTS = ["before", "fit", "original", "panned", "corner", "again", "help", "zoomed", "unzoomed",
         "after", "smaller", "restored"]
# Mean distance of a patch's mean colour, in 255ths. Dithering averages out over a patch; what is
# left is the palette's error, rounding, and the photo's own change within a patch.
MEAN_LIMIT = 6
WORST_LIMIT = 20
# The least correlation of cells with the photo's: a view that is half a cell off falls below.
DETAIL_LIMIT = 0.97


def demo_photo():
    """The file of the first photo of the demo."""
    folder = os.path.join(PACKAGE, "Fixtures", "Demo")
    with open(os.path.join(folder, "collection.json"), encoding="utf-8") as file:
        first = json.load(file)["collection"]["items"][0]
    links = sorted(first["links"], key=lambda link: link.get("rel") != "canonical")
    return os.path.join(folder, links[0]["href"])


def command(setting, program, out):
    """The words that start the program in a terminal, maybe in a multiplexer in it."""
    words = ["env", "THROUGH=%s" % (setting.through or ""),
             "RUNS=%s" % ("1 2" if setting.resizes else "1"),
             "NASA_VIEW_BAR=on", "NASA_VIEW_MOTION=off", "sh", "-c", BEFORE, "sh", program,
             "--demo", "demo-limb"]
    if setting.through is None:
        return words
    configuration = os.path.join(out, setting.through + ".conf")
    with open(configuration, "w", encoding="utf-8") as file:
        file.write(CONFIGURATIONS[setting.through])
    if setting.through == "screen":
        return ["screen", "-c", configuration] + words
    name = "nasa-view-check-%d" % os.getpid()
    return ["tmux", "-L", name, "-f", configuration, "new-session", shlex.join(words)]


def keys(setting):
    return START + "q,wait:1,shot:after," + (RESIZE if setting.resizes else "") + "wait:0.1"


def take_shots(setting, program, out):
    """Runs the program in a terminal; gives what terminal-shot tells, or what went wrong."""
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    words = [sys.executable, TOOL, "--terminal", setting.terminal, "--size", "%dx%d" % SIZE,
             "--out", out, "--record", "--check", "--timeout", "120", "--linger", "6",
             "--keys", keys(setting), "--"] + command(setting, program, out)
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    with open(os.path.join(out, "log.txt"), "w", encoding="utf-8") as file:
        file.write(done.stdout)
    if done.returncode:
        return None, done.stdout.strip().split("\n")[-1]
    with open(os.path.join(out, "result.json"), encoding="utf-8") as file:
        return json.load(file), None


def expected_views(photo, result, setting):
    """What each shot must show, the status line and the pixels that rounding may move apart."""
    def fitted(size):
        return views.View.fitted(photo, views.Screen(
            size[0], size[1], tuple(result["cell_size"]), setting.uses_pixels))
    fit = fitted(SIZE)
    original = fit.original()
    expected = {"fit": fit, "original": original, "panned": original.moved(2, 1, setting.scrolls),
                "corner": original.at_corner(), "again": fit.at_top(),
                "zoomed": fit.at_top().zoomed(2), "unzoomed": fit.at_top()}
    if setting.resizes:
        expected["smaller"], expected["restored"] = fitted(SMALLER), fit
    return expected


def judge_picture(name, view, shot, origin):
    mean, worst, count = views.compare(view, shot, origin)
    follows = views.detail(view, shot, origin)
    good = mean <= MEAN_LIMIT and worst <= WORST_LIMIT and follows >= DETAIL_LIMIT
    text = "%-9s %2d places: mean %4.1f, worst %5.1f; detail %.3f" % (
        name, count, mean, worst, follows)
    return good, text


def different_pixels(one, other):
    if (one.width, one.height) != (other.width, other.height):
        return one.width * one.height
    return sum(one.rgb[i:i + 3] != other.rgb[i:i + 3] for i in range(0, len(one.rgb), 3))


# Views about a centre that was kept; it is a whole pixel, so they may be a little off.
KEPT = ("original", "panned", "zoomed", "unzoomed", "smaller", "restored")


def judge(photo, result, shots, setting):
    """Pairs of a verdict and its text."""
    origin = tuple(result["text_origin"])
    expected = expected_views(photo, result, setting)
    reach = math.ceil(1 / expected["fit"].scale)
    for name, view in expected.items():
        if name in KEPT:
            view = views.settled(view, shots[name], origin, reach)
        yield judge_picture(name, view, shots[name], origin)
    differing = different_pixels(shots["before"], shots["after"])
    yield differing == 0, "after quitting %d pixels differ from before" % differing


def judge_tmux(out):
    """tmux gives text: blocks while it runs, and the old screen afterwards."""
    def text(name):
        with open(os.path.join(out, name + ".txt"), encoding="utf-8") as file:
            return file.read().rstrip()
    blocks = sum(text("fit").count(block) for block in "▀▄█")
    yield blocks > SIZE[0] * SIZE[1] // 4, "fit       %d block characters" % blocks
    # Over the first picture stands how it could be better.
    yield "%" in text("again").split("\n")[-1], "again     a status line"
    yield text("before") == text("after"), "after quitting the text is the one before"


def check(name, program, photo, out):
    """One terminal; gives its shots and whether all is well."""
    setting = SETTINGS[name]
    result, problem = take_shots(setting, program, out)
    if problem:
        print("FAIL %-15s %s" % (name, problem))
        return None, False
    if setting.terminal == "tmux":
        shots, verdicts = None, list(judge_tmux(out))
    else:
        shots = {shot: pictures.read_png(os.path.join(out, shot + ".png"))
                 for shot in SHOTS if os.path.exists(os.path.join(out, shot + ".png"))}
        verdicts = list(judge(photo, result, shots, setting)) if photo else []
    for good, text in verdicts:
        print("%s %-15s %s" % ("ok  " if good else "FAIL", name, text))
    marks = result["marks"]
    print("     %-15s %d bytes for three pans" % (
        name, marks["panned"]["bytes"] - marks["still"]["bytes"]))
    return shots, all(good for good, _ in verdicts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", required=True, help="the nasa-view to look at")
    parser.add_argument("--only-look", action="store_true", help="take the shots, judge nothing")
    parser.add_argument("--only-registers", action="store_true",
                        help="look only at the chart of 1024 colours")
    parser.add_argument("--out", default=os.path.join(PACKAGE, ".build", "terminals"),
                        help="the folder for the shots and the contact sheet")
    parser.add_argument("terminals", nargs="*", metavar="TERMINAL", help="default: all installed")
    options = parser.parse_args()
    if not os.path.exists(TOOL):
        print("skipped: ../shared/tools/terminal-shot is not here")
        return 0
    chosen = options.terminals or list(SETTINGS)
    installed = [name for name in chosen if SETTINGS[name].is_installed]
    for name in sorted(set(chosen) - set(installed)):
        print("skipped: %s is not installed" % name)
    program = os.path.abspath(options.program)
    have_registers = options.only_look or registers.check_all(chosen, program, TOOL, options.out)
    if options.only_registers:
        return 0 if have_registers else 1
    photo = None if options.only_look else pictures.decode(demo_photo())
    if photo is None and not options.only_look:
        print("no decoder (djpeg or ImageMagick): the shots are taken, their colours not judged")
    rows, good = [], have_registers
    for name in installed:
        shots, is_good = check(name, program, photo, os.path.join(options.out, name))
        good = good and is_good
        if shots:
            rows.append([shots.get(shot) for shot in SHOTS])
    if rows:
        sheet = os.path.join(options.out, "contact-sheet.png")
        pictures.write_png(sheet, pictures.contact_sheet(rows))
        print("looked at %d terminals; the shots in one picture: %s" % (len(installed), sheet))
    return 0 if good or options.only_look else 1


if __name__ == "__main__":
    sys.exit(main())
