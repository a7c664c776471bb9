#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the Dermis authors
# SPDX-License-Identifier: MIT
"""Checks that comments are plain English: the word "what" is rare, and no sentence opens with "Of".

Usage: check_comments.py [--list] [path ...]

Reads the comments of all *.h and *.cpp files below the given paths, by default below FOLDERS. Exits
with 1 and prints one line per problem, with file and line, if "what" occurs more than once per
1,000 words over all comments, or if a sentence of a comment begins with "Of ". `--list` prints every
comment line that contains "what".
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["include", "src", "io", "adapters", "app", "scenes", "howtos", "bench", "tests"]
WORDS_PER_WHAT = 1000

WHAT = re.compile(r"\bwhat\b", re.IGNORECASE)
WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
# A sentence begins where a block begins, or after a full stop, a question mark, an exclamation mark
# or a colon.
OF = re.compile(r"(?:^[(“\"']?([Oo]f\s)|[.!?:][)”\"']*\s+[(“\"']?(Of\s))")
# Tokens that matter for finding comments. Strings and characters are listed so that "//" inside
# them is skipped. An apostrophe after a digit or letter separates digits, as in 1'000.
TOKEN = re.compile(
    r'R"([^()\\\s]{0,16})\(.*?\)\1"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])*'"
    r"|//(?:\\\n|[^\n])*"
    r"|/\*.*?\*/",
    re.DOTALL)
IGNORED = re.compile(r"^\s*(SPDX-|NOLINT|namespace\b|clang-format (on|off))")


def comment_lines(text):
    """The comment lines of a source file: pairs of a line number and the text after the marker."""
    for token in TOKEN.finditer(text):
        comment = token[0]
        if not comment.startswith(("//", "/*")):
            continue
        first = text.count("\n", 0, token.start()) + 1
        if comment.startswith("/*"):
            comment = comment[2:-2]
        for offset, line in enumerate(comment.split("\n")):
            line = re.sub(r"^\s*(?:/{2,}<?|\*+(?!\w))?\s?", "", line).rstrip()
            if not IGNORED.match(line):
                yield first + offset, line


def blocks(lines):
    """Joins adjacent comment lines to blocks; an empty comment line ends a block."""
    block = []
    for number, line in lines:
        if block and (number != block[-1][0] + 1 or not line):
            yield block
            block = []
        if line:
            block.append((number, line))
    if block:
        yield block


def sources(paths):
    for path in paths:
        if path.is_file():
            yield path
        elif path.is_dir():
            yield from sorted(p for p in path.rglob("*") if p.suffix in (".h", ".cpp"))
        else:
            sys.exit(f"{path}: there is no such file or folder")


def shown(path):
    path = path.resolve()
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("paths", nargs="*", type=pathlib.Path, help="files or folders to check")
    parser.add_argument("--list", action="store_true", help='print every line with "what"')
    options = parser.parse_args()
    paths = options.paths or [ROOT / name for name in FOLDERS if (ROOT / name).is_dir()]

    words = 0
    whats = []  # one entry per occurrence
    problems = []
    for path in sources(paths):
        name = shown(path)
        lines = list(comment_lines(path.read_text(encoding="utf-8")))
        for number, line in lines:
            words += len(WORD.findall(line))
            whats += [f"{name}:{number}: {line}"] * len(WHAT.findall(line))
        for block in blocks(lines):
            text = "\n".join(line for _, line in block)
            for match in OF.finditer(text):
                number = block[text.count("\n", 0, match.start(1))][0]
                problems.append(f'{name}:{number}: a sentence begins with "Of"')

    if options.list:
        for line in dict.fromkeys(whats):
            print(line)
    if len(whats) * WORDS_PER_WHAT > words:
        problems += [f'{line}  ("what")' for line in dict.fromkeys(whats)]
        problems.append(f'"what" occurs {len(whats)} times in {words} words of comments; '
                        f"at most {words // WORDS_PER_WHAT} are allowed")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
