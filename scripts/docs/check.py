#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the Dermis authors
# SPDX-License-Identifier: MIT
"""Checks the output of Doxygen for problems that Doxygen 1.9.4 does not report.

Usage: check.py FOLDER

FOLDER holds `xml` and `html`. Exits with 1 and prints one line per problem: a public symbol of a
header without a comment (Doxygen itself skips enumerators, concepts, namespaces and their functions,
macros), or a link or picture of a page that leads nowhere.
"""
import html
import pathlib
import re
import sys
import urllib.parse
import xml.etree.ElementTree as ET

COMPOUNDS = ("namespace", "class", "struct", "union", "concept", "group")
CODE = re.compile(r'<pre.*?</pre>|<code>.*?</code>|<div class="fragment">.*?<!-- fragment -->', re.S)


def documented(element):
    return any("".join(element.find(tag).itertext()).strip()
               for tag in ("briefdescription", "detaileddescription"))


def needs_no_comment(member):
    """A private member, a destructor, or a member function that is defaulted or deleted."""
    return (member.get("prot") == "private" or member.findtext("name").startswith("~")
            or re.search(r"=\s*(default|delete)$", member.findtext("argsstring") or ""))


def undocumented(xml):
    for file in sorted(xml.glob("*.xml")):
        for compound in ET.parse(file).getroot().iter("compounddef"):
            location = compound.find("location")
            if location is not None and not location.get("file").startswith("dermis/"):
                continue  # a howto or a page
            name = compound.findtext("compoundname")
            if compound.get("kind") in COMPOUNDS and not documented(compound):
                yield location, f"{compound.get('kind')} {name}"
            for member in compound.iter("memberdef"):
                if needs_no_comment(member):
                    continue
                place = member.find("location")
                full = member.findtext("qualifiedname") or member.findtext("name")
                if not documented(member):
                    yield place, f"{member.get('kind')} {full}"
                for value in member.iter("enumvalue"):
                    if not documented(value):
                        yield place, f"enumerator {full}::{value.findtext('name')}"


def broken_links(folder):
    texts = {page.name: page.read_text() for page in folder.glob("*.html")}
    anchors = {name: set(re.findall(r'\b(?:id|name)="([^"]+)"', text)) for name, text in texts.items()}
    for name, text in sorted(texts.items()):
        if name != "index.html" and not name.startswith("md_"):
            continue
        for target in re.findall(r'\b(?:href|src)="([^"]+)"', text):
            link = urllib.parse.urlsplit(html.unescape(target))
            path = urllib.parse.unquote(link.path) or name
            if link.scheme or link.netloc:
                continue
            if not (folder / path).exists():
                yield f"{name}: nothing is at {target}"
            elif link.fragment and path in anchors and link.fragment not in anchors[path]:
                yield f"{name}: {path} has no anchor {link.fragment}"
        for left in re.findall(r"\[[^\]<]+\]\([^)\s]+\)", CODE.sub("", text)):
            yield f"{name}: Doxygen did not understand the link {left}"


if __name__ == "__main__":
    output = pathlib.Path(sys.argv[1])
    found = set()
    for place, symbol in undocumented(output / "xml"):
        where = "" if place is None else f"include/{place.get('file')}:{place.get('line')}: "
        found.add(f"{where}{symbol} is not documented")
    found.update(broken_links(output / "html"))
    print(*sorted(found), sep="\n", end="\n" if found else "", file=sys.stderr)
    sys.exit(1 if found else 0)
