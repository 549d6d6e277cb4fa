#!/usr/bin/env python3
"""Counts the rows of the fault table that have a test: a test's name begins with the rows it shows.

Prints each row with its tests, and how many of the 85 there are; fails where one has none.
With --run it also asks SwiftPM to run them all."""
import argparse
import pathlib
import re
import subprocess
import sys

# The table's chapters and how many rows each has: text, network, JSON, pictures, disk, terminal,
# lists of this machine, and replies of services besides NASA's library.
CHAPTERS = {"T": 9, "N": 16, "J": 3, "P": 15, "D": 9, "X": 17, "L": 6, "S": 10}
NAME = re.compile(r'@Test\(\s*"((?:[TNJPDXLS]\d+, )*[TNJPDXLS]\d+): ([^"]*)"(?:.*?)func (\w+)', re.S)


def rows():
    return [f"{letter}{number + 1}" for letter, count in CHAPTERS.items() for number in range(count)]


def tests(folder):
    """All (row, sentence, function) of the sources."""
    for file in sorted(folder.rglob("*.swift")):
        for ids, sentence, function in NAME.findall(file.read_text()):
            for row in ids.split(", "):
                yield row, sentence, function


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", action="store_true")
    options = parser.parse_args()
    found = {}
    for row, sentence, function in tests(pathlib.Path(__file__).parent.parent):
        found.setdefault(row, []).append((sentence, function))
    unknown = sorted(set(found) - set(rows()))
    for row in rows():
        print(f"{row:4}", "; ".join(sentence for sentence, _ in found.get(row, [])) or "NO TEST")
    covered = [row for row in rows() if row in found]
    print(f"{len(covered)} of {len(rows())} rows have a test")
    if unknown:
        print("no such rows:", *unknown)
    status = 0 if len(covered) == len(rows()) and not unknown else 1
    if options.run:
        names = sorted({function for some in found.values() for _, function in some})
        pattern = r"\.(" + "|".join(names) + r")\("
        status |= subprocess.run(["swift", "test", "--filter", pattern]).returncode
    sys.exit(status)


main()
