#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the Dermis authors
# SPDX-License-Identifier: MIT
"""Checks that includes follow the layers: a module may include itself and what is listed for it.

Also: the public umbrella names every public header of the core, and the program and its scenes use
public headers only.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Each module may include itself, the ones listed, and what those may include.
LAYERS = {
    "math": [],
    "model": ["math"],
    "skinning": ["model"],
    "bounds": ["skinning", "io"],
    "query": ["bounds"],
    "ccd": ["bounds"],
    "kinetic": ["ccd"],
    "limbs": ["query"],
    "cloth": ["query", "ccd"],
    "world": ["limbs", "ccd"],
    "io": ["model"],
    "gltf": ["io"],
    "shapes": ["gltf", "limbs"],
    "ode": ["limbs"],
}
# Headers above all modules.
COMMON = {"dermis/result.h", "dermis/version.h"}
# Umbrella exceptions: file formats are included by name.
NOT_IN_UMBRELLA = ("dermis/io/", "dermis/ode/")

INCLUDE = re.compile(r'^\s*#include\s+"([^"]+)"', re.M)


def allowed(module):
    result = {module}
    for lower in LAYERS[module]:
        result |= allowed(lower)
    return result


def module_of_header(name):
    """The module of an include such as dermis/model/pose.h or model/sample_channel.h."""
    parts = name.removeprefix("dermis/").split("/")
    if name == "dermis/io/gltf.h":
        return "gltf"
    if name in ("dermis/io/shape_file.h", "dermis/io/shape_glb.h", "dermis/io/simplify.h"):
        return "shapes"
    return parts[0] if len(parts) > 1 else None


def files():
    for path in sorted((ROOT / "src").rglob("*.[ch]*")):
        yield path, path.relative_to(ROOT / "src").parts[0]
    for path in sorted((ROOT / "include/dermis").rglob("*.h")):
        name = str(path.relative_to(ROOT / "include"))
        if module_of_header(name):
            yield path, module_of_header(name)
    for path in sorted((ROOT / "io/gltf").glob("*.[ch]*")):
        yield path, "gltf"
    for path in sorted((ROOT / "io/shapes").glob("*.[ch]*")):
        yield path, "shapes"
    for path in sorted((ROOT / "adapters/ode").glob("*.[ch]*")):
        yield path, "ode"


def main():
    problems = []
    for path, module in files():
        if path.suffix not in (".h", ".cpp"):
            continue
        if module not in LAYERS:
            problems.append(f"{path.relative_to(ROOT)}: module '{module}' has no layer")
            continue
        for name in INCLUDE.findall(path.read_text()):
            target = module_of_header(name)
            if name in COMMON or target is None or target in allowed(module):
                continue
            problems.append(f"{path.relative_to(ROOT)}: {module} may not include {name}")
    for path in sorted((ROOT / "app").glob("*.[ch]*")) + sorted((ROOT / "scenes").glob("*.[ch]*")):
        for name in INCLUDE.findall(path.read_text() if path.suffix in (".h", ".cpp") else ""):
            if "/" in name and not name.startswith(("dermis/", "scenes/")):
                problems.append(f"{path.relative_to(ROOT)}: may not include {name}")

    umbrella = set(INCLUDE.findall((ROOT / "include/dermis/dermis.h").read_text()))
    for path in sorted((ROOT / "include").rglob("*.h")):
        name = str(path.relative_to(ROOT / "include"))
        if name != "dermis/dermis.h" and not name.startswith(NOT_IN_UMBRELLA) and name not in umbrella:
            problems.append(f"include/dermis/dermis.h: {name} is missing")

    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
