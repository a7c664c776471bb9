#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the Dermis authors
# SPDX-License-Identifier: MIT
"""Wraps the paragraphs of the pages at 100 columns, where a line is longer. Tables and code stay.

  scripts/docs/wrap.py            rewrites the pages
  scripts/docs/wrap.py --check    fails if a line is longer
"""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")),
         *sorted((ROOT / "bench").rglob("*.md"))]
WIDTH = 100
START = re.compile(r"\s*(?:[-*] |\d+\. )")  # of a list item, which begins a block of its own
FIXED = re.compile(r"\s*(?:\||<|#|!\[|$)")  # tables, HTML, headings, pictures, empty lines


def blocks(lines):
    """Runs of lines that wrap together, with whether they may be wrapped."""
    block, code = [], False
    for line in lines:
        fence = line.lstrip().startswith("```")
        fixed = code or fence or FIXED.match(line)
        if block and (fixed or START.match(line)):
            yield block, True
            block = []
        if fixed:
            yield [line], False
        else:
            block.append(line)
        code ^= fence
    if block:
        yield block, True


def wrapped(block):
    first = START.match(block[0])
    indent = " " * (len(first[0]) if first else len(block[0]) - len(block[0].lstrip()))
    begin = first[0] if first else indent
    text = " ".join(line.strip() for line in block)[len(begin.strip()):].strip()
    return textwrap.wrap(text, WIDTH, initial_indent=begin, subsequent_indent=indent,
                         break_long_words=False, break_on_hyphens=False)


def main():
    check, failed = "--check" in sys.argv[1:], False
    for page in PAGES:
        old = page.read_text().split("\n")
        new = []
        for block, may_wrap in blocks(old):
            new += wrapped(block) if may_wrap and max(map(len, block)) > WIDTH else block
        if new == old:
            continue
        if check:
            print(f"{page.relative_to(ROOT)}: a line is longer than {WIDTH} columns; "
                  "run scripts/docs/wrap.py", file=sys.stderr)
            failed = True
        else:
            page.write_text("\n".join(new))
    sys.exit(failed)


if __name__ == "__main__":
    main()
