#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the Dermis authors
# SPDX-License-Identifier: MIT
"""Checks that includes point downwards: a room may include itself and the rooms listed before it.

Also checks that dermis/dermis.h includes every public header of the core, that rooms above the
libraries include public headers only, and that a room is described by the same sentence wherever it
is: at the top of its public header, in CONTRIBUTING.md and in docs/architecture.md.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Rooms from the lowest to the highest. Each entry is a folder of include/dermis, src, io, adapters,
# or the top. "motion" has public headers only; its sources are in the inner rooms.
CORE = [
    "base", "math", "model", "skinning", "triangle", "collider", "query", "spheres",
    "motion", "motion/features", "motion/mesh", "motion/self", "motion/clips", "motion/search",
    "kinetic", "limbs", "cloth", "world",
]
LIBRARIES = ["meshes", "gltf", "shapes", "ode"]
TOP = ["scenes", "app", "app/verbs", "app/bench", "app/demo"]
ROOMS = CORE + LIBRARIES + TOP

INCLUDE = re.compile(r'^\s*#include\s+"([^"]+)"', re.M)


def room_of(path):
    """The longest entry of ROOMS that the path is in; None if there is none."""
    path = path.removeprefix("dermis/")
    return max((room for room in ROOMS if path.startswith(room + "/")), key=len, default=None)


def sources():
    """All files with the name under which others would include them."""
    for folder in ("src", "include", "io", "adapters", "."):
        tops = ("scenes", "app") if folder == "." else ("",)
        for top in tops:
            for path in sorted((ROOT / folder / top).rglob("*")):
                if path.suffix in (".h", ".cpp"):
                    yield path, str(path.relative_to(ROOT / folder))


def unlike_sentences():
    """Rooms whose sentence differs between the public headers and the tables of the docs."""
    headers = "".join(p.read_text() for p in sorted((ROOT / "include").rglob("*.h")))
    for room in {room.split("/")[0]: None for room in CORE}:
        block = re.search(rf"@defgroup {room} {room}\n((?:/// \S.*\n)+)", headers)
        text = re.sub(r"\n?/// ", " ", "\n" + block[1]).strip() if block else ""
        for page in ("CONTRIBUTING.md", "docs/architecture.md"):
            row = re.search(rf"^\| `{room}` \| ([^|]+?) \|", (ROOT / page).read_text(), re.M)
            if row is None or not text.startswith(row[1]):
                yield f"{page}: the sentence about '{room}' is not that of its public header"


def problems():
    for path, name in sources():
        if name == "dermis/dermis.h":
            continue
        room = room_of(name)
        if room is None:
            yield f"{path.relative_to(ROOT)}: no room of this name is listed"
            continue
        for included in INCLUDE.findall(path.read_text()):
            target = room_of(included)
            if "/" in included and target is None and included != "dermis/dermis.h":
                yield f"{path.relative_to(ROOT)}: {included} belongs to no room"
            elif target and ROOMS.index(target) > ROOMS.index(room):
                yield f"{path.relative_to(ROOT)}: {room} may not include {included}"
            elif target and room in TOP and target not in TOP and not included.startswith("dermis/"):
                yield f"{path.relative_to(ROOT)}: {included} is not public"

    yield from unlike_sentences()
    umbrella = set(INCLUDE.findall((ROOT / "include/dermis/dermis.h").read_text()))
    for path in sorted((ROOT / "include").rglob("*.h")):
        name = str(path.relative_to(ROOT / "include"))
        if room_of(name) in CORE and name not in umbrella:
            yield f"include/dermis/dermis.h: {name} is missing"


if __name__ == "__main__":
    found = list(problems())
    print(*found, sep="\n", end="\n" if found else "", file=sys.stderr)
    sys.exit(1 if found else 0)
