#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the Dermis authors
# SPDX-License-Identifier: MIT
"""Writes the measured tables of the docs from bench/results.

A line `<!-- bench: NAME -->` stands above each table. NAME is a function of this file, which makes
the table's rows from the CSV files that `dermis bench … --csv bench/results` writes.

  scripts/docs/tables.py            rewrites the tables
  scripts/docs/tables.py --check    fails if a table differs from bench/results
"""
import csv
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESULTS = ROOT / "bench/results/amd-epyc-avx2"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def rows(scenario, **wanted):
    """The rows of a scenario in which these fields have these values."""
    with open(RESULTS / f"{scenario}.csv", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file)
                if all(row[name] == str(value) for name, value in wanted.items())]


def row(scenario, **wanted):
    found = rows(scenario, **wanted)
    if not found:
        sys.exit(f"tables: {scenario}.csv has no row with {wanted}")
    return found[0]


def number(value, digits=3):
    """A number with so many significant digits, and commas in thousands."""
    value = float(value)
    if value == 0 or abs(value) >= min(10 ** (digits - 1), 1000):
        return f"{value:,.0f}"
    return f"{value:.{digits}g}"


def times(value):
    """A ratio: two decimals below 10, else as number()."""
    value = float(value)
    return f"{value:.2f}" if value < 10 else number(value)


def percent(share, digits=2):
    return f"{number(100 * float(share), digits)} %"


def table(head, body):
    line = lambda cells: re.sub(" +", " ", "| " + " | ".join(cells) + " |")
    lines = [line(head), "|" + "---|" * len(head)]
    return lines + [line(cells) for cells in body]


def us(measured, field="ms_per_frame"):
    return number(1000 * float(measured[field]))


# ---- README.md, docs/performance.md

SCENES = [("`men`", "men", {}), ("`men-deep`", "men-deep", {}), ("`creatures`", "creatures", {}),
          ("`creatures-any`", "creatures-any", {}), ("`near`", "near", {}),
          ("`apart`", "apart", {}), ("`crowd`, sparse", "crowd", {"density": "sparse"}),
          ("`crowd`, medium", "crowd", {"density": "medium"}),
          ("`crowd`, dense", "crowd", {"density": "dense"})]


def contacts(scenario, measured):
    return "yes/no" if scenario == "creatures-any" else number(measured["contacts"], 4)


def summary():
    about = {"men": "two men walk into each other", "creatures": "walk through each other",
             "creatures-any": "the same, yes or no", "near": "a centimetre apart",
             "apart": "5 m apart", "crowd": "of 50"}
    body = []
    for name, scenario, wanted in SCENES:
        if scenario not in about or wanted.get("density", "dense") != "dense":
            continue
        ours = row(scenario, method="meshlets", **wanted)
        eager = row(scenario, method="eager", **wanted)
        body.append([f"{name}, {about[scenario]}", contacts(scenario, ours), us(ours), us(eager),
                     times(float(eager["ms_per_frame"]) / float(ours["ms_per_frame"]))])
    return table(["", "pairs", "Dermis", "eager", "eager / Dermis"], body)


def laziness():
    body = []
    for name, scenario, wanted in SCENES:
        ours, eager, skin = (row(scenario, method=method, **wanted)
                             for method in ("meshlets", "eager", "skin-only"))
        ratio = lambda a, b, field: times(float(a[field]) / float(b[field]))
        body.append([name, contacts(scenario, ours), us(ours), us(eager),
                     ratio(eager, ours, "ms_per_frame"), us(skin),
                     ratio(eager, skin, "ms_per_frame"), us(ours, "cold_ms_per_frame"),
                     us(eager, "cold_ms_per_frame"), ratio(eager, ours, "cold_ms_per_frame")])
    return table(["", "pairs", "meshlets", "eager", "eager / meshlets", "skin-only",
                  "eager / skin-only", "cold: meshlets", "eager", "ratio"], body)


# ---- papers 1 and 2

def tightness():
    return table(
        ["level", "on demand, theirs", "ours", "bottom-up, theirs", "ours", "our mean radius, mm",
         "with average centres"],
        [[r["level"], times(r["paper_on_demand_over_best"]) if r["paper_on_demand_over_best"] else "",
          times(r["on_demand_over_best"]),
          times(r["paper_bottom_up_over_best"]) if r["paper_bottom_up_over_best"] else "",
          times(r["bottom_up_over_best"]), number(r["on_demand"]), number(r["on_demand_average"])]
         for r in rows("tightness")])


def spheres():
    theirs = {"men": (0.36, 18.13), "creatures": (6.97, 37.1), "creatures-any": (0.82, 30.18),
              "dense": (52.83, 779.3)}
    body = []
    for name, scenario, wanted in SCENES:
        if scenario == "near":
            continue
        ours, up = (row(scenario, method=method, **wanted)
                    for method in ("on-demand-spheres", "bottom-up-spheres"))
        paper = theirs.get(wanted.get("density", scenario))
        refitted = (f"{float(ours['spheres_refitted']):.0f} spheres" if scenario == "apart"
                    else percent(ours["refitted_share"]))
        body.append([name, contacts(scenario, ours), f"{paper[0]:g}" if paper else "",
                     number(ours["ms_per_frame"]), f"{paper[1]:g}" if paper else "",
                     number(up["ms_per_frame"]), number(paper[1] / paper[0], 2) if paper else "",
                     number(float(up["ms_per_frame"]) / float(ours["ms_per_frame"]), 2), refitted])
    return table(["", "pairs", "on demand, theirs", "ours", "bottom-up, theirs", "ours",
                  "speed-up, theirs", "ours", "spheres refitted"], body)


def subdivision():
    theirs = {"triangles": (1664, 6656, 26624, 106496), "contacts": (46, 90, 178, 350),
              "on demand": (4866, 9309, 17083, 37682), "bottom-up": (9515, 19833, 40527, 86437),
              "ms on demand": (1.33, 2.17, 3.8, 8.04), "ms bottom-up": (5.24, 18.1, 66.37, 260),
              "speed-up": (3.9, 8.3, 17.5, 32.3)}
    of = lambda method, field: [float(row("subdivision", method=method, pose="interfering",
                                          level=level)[field]) for level in range(4)]
    ours = {"triangles": [n / 2 for n in of("on-demand-spheres", "triangles")],
            "contacts": of("on-demand-spheres", "contacts"),
            "on demand": of("on-demand-spheres", "sphere_tests"),
            "bottom-up": of("bottom-up-spheres", "sphere_tests"),
            "ms on demand": of("on-demand-spheres", "ms_per_frame"),
            "ms bottom-up": of("bottom-up-spheres", "ms_per_frame")}
    ours["speed-up"] = [b / a for a, b in zip(ours["ms on demand"], ours["ms bottom-up"])]
    names = {"triangles": "triangles each", "contacts": "pairs that meet",
             "on demand": "sphere tests on demand", "bottom-up": "sphere tests bottom-up"}
    body = [[names.get(name, name)] + [
        f"{number(a, 3 if b < 1000 and isinstance(b, float) else 9)} ({b:,})"
        for a, b in zip(values, theirs[name])] for name, values in ours.items()]
    return table(["interfering, level", "0", "1", "2", "3"], body)


def blend_tightness(ours_field, paper_field):
    linear = rows("tightness-sbs")
    body = [["spherical, theirs"] + [times(r[paper_field]) if r[paper_field] else ""
                                     for r in linear]]
    for name, scenario in (("spherical, ours", "tightness-sbs"),
                           ("dual quaternion, ours", "tightness-dqs")):
        body.append([name] + [times(r[ours_field]) for r in rows(scenario)])
    return table(["level"] + [r["level"] for r in linear], body)


def blend_over_linear():
    return blend_tightness("over_linear", "paper_over_linear")


def blend_over_best():
    return blend_tightness("on_demand_over_best", "paper_on_demand_over_best")


def blend_speed():
    body = []
    for name, scenario, theirs in (("men", "men", 1.15), ("creatures", "creatures", 1.22),
                                   ("creatures, yes or no", "creatures-any", 2.0)):
        over = lambda suffix, skinning, method: times(
            row(scenario + suffix, method=method, skinning=skinning)["over_linear"])
        body.append([name, f"{theirs:.2f}", over("-sbs", "spherical", "on-demand-spheres"),
                     over("-dqs", "dual-quaternion", "on-demand-spheres"),
                     over("-sbs", "spherical", "meshlets"),
                     over("-dqs", "dual-quaternion", "meshlets")])
    return table(["", "spheres on demand: spherical, theirs", "ours", "dual quaternion, ours",
                  "meshlets: spherical", "dual quaternion"], body)


# ---- paper 3

def motion_sizes():
    for scene in ("tablecloth", "avatar", "swirl"):
        for triangles in dict.fromkeys(r["triangles"] for r in rows(scene)):
            yield scene, triangles


def motion():
    body = []
    for scene, triangles in motion_sizes():
        of = lambda method, parts: row(scene, triangles=triangles, method=method,
                                       interpolated=parts, threads=1)
        all_of = lambda method: " ".join(number(of(method, parts)["ms_per_frame"])
                                         for parts in (1, 5, 10, 50, 100))
        tree = of("space-time", 50)
        body.append([f"`{scene}`", number(triangles, 9), tree["intervals"],
                     number(tree["contacts"]), all_of("swept"), all_of("swept-static-front"),
                     number(tree["ms_per_frame"]), number(tree["swept_over_this"]),
                     times(tree["best_swept_over_this"])])
    return table(["", "triangles", "intervals", "impacts", "swept", "swept, static front",
                  "space-time", "/ swept, I = 50", "/ best swept"], body)


def events():
    body = []
    for scene, triangles in motion_sizes():
        of = lambda method, parts: row(scene, triangles=triangles, method=method,
                                       interpolated=parts, threads=1)
        relaxed, literal = of("kinetic-list", 50), of("kinetic-list-literal", 50)
        both = lambda field: f"{number(relaxed[field], 4)} / {number(literal[field], 4)}"
        body.append([f"`{scene}`", number(triangles, 9), number(relaxed["ms_per_frame"]),
                     times(relaxed["swept_over_this"]), number(literal["ms_per_frame"]),
                     times(literal["swept_over_this"]), both("events"),
                     number(of("swept", 50)["box_tests"], 4), both("bytes_per_triangle"),
                     both("events_per_interpolated")])
    return table(["", "triangles", "relaxed: ms", "swept at I = 50 / this", "literal: ms",
                  "swept at I = 50 / this", "events, relaxed / literal",
                  "boxes checked, swept at I = 50", "bytes per triangle",
                  "events per frame at I = 50"], body)


def events_at_1():
    body = []
    for scene, triangles in motion_sizes():
        of = lambda method: row(scene, triangles=triangles, method=method, interpolated=1,
                                threads=1)
        body.append([f"`{scene}`", number(triangles, 9), of("kinetic-list")["intervals"],
                     times(of("kinetic-list")["swept_over_this"]),
                     times(of("kinetic-list-literal")["swept_over_this"])])
    return table(["", "triangles", "intervals measured", "swept at I = 1 / relaxed",
                  "swept at I = 1 / literal"], body)


def replan():
    body = []
    for changed in dict.fromkeys(r["changed"] for r in rows("replan")):
        of = lambda method: row("replan", changed=changed, method=method)
        body.append([f"{number(changed, 9)} ({float(of('kinetic-list')['changed_percent']):g} %)",
                     *(number(of(method)["ms_per_frame"])
                       for method in ("kinetic-list", "space-time", "space-time-step")),
                     number(of("kinetic-list")["best_over_this"])])
    return table(["plans that change in a step", "kinetic list", "space-time", "space-time-step",
                  "best of the others / list"], body)


def sampling():
    return table(
        ["frames a second", "deviation at most, on average (mm)", "pairs seen",
         "of straight lines", "of those seen, missed", "exact motion"],
        [[f"{float(r['frames_per_second']):g}",
          f"{number(r['largest_deviation_mm'])}, {number(r['mean_deviation_mm'])}",
          number(r["seen"], 9), number(r["straight"], 9), number(r["missed_by_straight"], 9),
          number(r["candidates"], 9)] for r in rows("sampling")])


# ---- papers 4 and 5

def soccer():
    limbs, exact, meshes = (row("soccer", method=method) for method in
                            ("limbs", "exact", "ode-trimeshes"))
    total = float(meshes["ms_per_frame"])
    line = lambda name, r: [name, number(r["ms_per_frame"]), number(r["broad_ms"]),
                            number(r["limbs_ms"]), number(r["physics_ms"]),
                            times(total / float(r["ms_per_frame"]))]
    return table(["six players, a ball, a ground", "all but physics", "broad phase", "limbs",
                  "ODE's solver", "ODE's trimeshes / this"],
                 [line("limbs", limbs), line("limbs and exact triangles", exact),
                  ["ODE's triangle meshes",
                   f"{number(total)} ({number(meshes['skin_ms'], 2)} of it skinning)", "", "",
                   number(limbs["physics_ms"]), "1"]])


def broad():
    return table(["characters", "setting poses", "broad phase", "exponent", "pairs"],
                 [[number(r["characters"], 9), f"{number(r['poses_ms'])} ms",
                   f"{number(r['broad_ms'])} ms", times(r["exponent"]) if r["exponent"] else "",
                   number(r["box_pairs"], 9)] for r in rows("broad")])


def cloth(scene, paper):
    body = []
    names = {"boxes": "boxes", "meshlets": "meshlets",
             "boxes-by-tolerance": "boxes enlarged by 10 %", "brute-force": "brute force",
             "naive": "brute force without boxes"}
    for size in ("paper", "10k", "50k"):
        of_size = rows(scene, size=size)
        none = of_size[0]
        title = ("paper size" if size == "paper"
                 else f"{number(none['vertices'], 9)} vertices, all cores")
        body.append([title, "no body", none["steps"], number(none["ms_per_step"]), "1"]
                    + ["1"] * paper + [""] * 5)
        for response in ("false", "true"):
            first = True
            for r in of_size[1:]:
                if r["response"] != response or (size != "paper" and response == "false"):
                    continue
                if r["method"] not in ("boxes", "meshlets") and (scene != "skirt"
                                                                 or response == "true"):
                    continue
                rate = {("boxes", "false"): "0.63", ("boxes", "true"): "0.35",
                        ("naive", "false"): "0.002"}.get((r["method"], response), "")
                missed = r["missed"] if r["missed"] == "0" else f"**{r['missed']}**"
                body.append([{"false": "detection", "true": "with response"}[response] if first
                             else "", names[r["method"]], r["steps"], number(r["ms_per_step"]),
                             number(r["frame_rate"], 2)]
                            + ([rate if size == "paper" else ""] if paper else [])
                            + [number(r["us_per_vertex"], 2), number(r["triangle_tests"]),
                               f"{100 * float(r['pairs_saved']):.1f} %", missed,
                               number(r["inside"], 9)])
                first = False
    return table([f"`{scene}`", "", "steps", "ms/step", "frame rate"] + ["paper's"] * paper
                 + ["µs per vertex", "triangles per vertex", "pairs saved", "missed", "inside"],
                 body)


def skirt():
    return cloth("skirt", 1)


def drop():
    return cloth("drop", 0)


def rewritten(text):
    """The text with each table below a marker replaced."""
    lines, result = text.split("\n"), []
    while lines:
        line = lines.pop(0)
        result.append(line)
        marker = re.fullmatch(r"<!-- bench: (\w+) -->", line)
        if not marker:
            continue
        for skipped in (r"\s*", r"\|.*", r"\s*"):  # blank lines, the old table, blank lines
            while lines and re.fullmatch(skipped, lines[0]):
                lines.pop(0)
        result += ["", *globals()[marker[1]](), ""]
    return "\n".join(result)


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    stale = []
    for page in PAGES:
        old = page.read_text(encoding="utf-8")
        new = rewritten(old)
        if new == old:
            continue
        stale.append(page.relative_to(ROOT))
        if not check:
            page.write_text(new, encoding="utf-8")
    if check and stale:
        sys.exit("tables: not those of bench/results: " + ", ".join(map(str, stale))
                 + "; run scripts/docs/tables.py")
    if not check:
        print("tables: rewrote " + (", ".join(map(str, stale)) or "nothing"))


if __name__ == "__main__":
    main()
