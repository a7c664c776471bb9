#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the Dermis authors
# SPDX-License-Identifier: MIT
"""Prints a file as Doxygen 1.9.4 needs it, with unchanged line numbers. docs/Doxyfile names it.

Usage: filter.py FILE

In headers and pages, a word at the start of a sentence, such as "Bounds", is not taken for the class
of this name.

A header:
- joins the group of its room, which is the folder it is in;
- has a comment on every defaulted comparison, move constructor and move assignment;
- declares no friends: a defaulted comparison becomes a member, which means the same;
- declares one variable per declaration: Doxygen gives the comment of `float x, y;` to one of the two.

A Markdown page:
- has an anchor at each heading, and links such as `page.md#a-heading` lead to it;
- links to howtos lead to their examples, and links to other files of the repository become plain
  text: these files are not part of the HTML.

A howto becomes an example: classes and functions have links to the examples that use them.
"""
import itertools
import os
import re
import sys

WORD = r"(?P<word>[A-Z][a-z]+)\b(?!::|\()"
COMPARISON = re.compile(r"^( +)friend (\w+ operator(?:==|<=>)\(const \w+&), const \w+&\) = default;$")
STANDARD = [
    (re.compile(r"^ +\w+ operator(==|<=>)\(.*\) const = default;$"), "Compares member by member."),
    (re.compile(r"^ +(\w+)\(\1&&\) noexcept;$"),
     "Takes over the state of another object, which may then only be assigned to or destroyed."),
    (re.compile(r"^ +(\w+)& operator=\(\1&&\) noexcept;$"),
     "Takes over the state of another object, which may then only be assigned to or destroyed."),
]
VARIABLES = re.compile(r"^( +)((?:[\w:]+)(?:<[^;()]*?>)?) (\w+[^;()]*,[^;()]*);( +///< (.*))?$")
MARKDOWN = re.compile(
    r"^ *```.*?^ *```"  # code, which stays as it is
    r"|`[^`]*`"
    r"|^#+ (?P<title>[^\n]*)"
    r"|(?<!!)\[(?P<text>[^\[\]]+)\]\((?P<target>[^)\s]+)\)"
    r"|(?:\A|\n\n|^ *- |\| |[.:!?] )" + WORD, re.M | re.S)


def split_at_commas(text):
    """The parts of a list, whose elements may hold commas in braces."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "{") - (character == "}")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


def unlinked(match):
    """`%` keeps Doxygen from making a link of a word."""
    word = match["word"]
    return match[0].removesuffix(word) + "%" + word if word else match[0]


def plain_words(line, begins):
    """A comment line without links of words at the start of sentences; one may begin with it."""
    code, marker, text = re.match(r"(.*?)(///<? ?|$)(.*)$", line).groups()
    if text.startswith(("@", "    ")):
        return line
    start = "(?:^|[.:!?] )" if begins else "[.:!?] "
    return code + marker + re.sub("`[^`]*`|" + start + WORD, unlinked, text)


def header(lines, room):
    block = []  # the documentation in front of the current line
    for number, line in enumerate(lines):
        line = plain_words(line, not block or re.search(r"^$|[.:!?]$|^@", block[-1]))
        variables = VARIABLES.match(line)
        if variables and len(split_at_commas(variables[3])) > 1:
            indent, kind, names, trailing, text = variables.groups()
            following = number + 1
            while trailing and following < len(lines) and lines[following].lstrip().startswith("///< "):
                text += " " + lines[following].lstrip()[5:]
                following += 1
            text = text or " ".join(block)
            comment = f"/**< {text} */" if text else ""
            line = indent + " ".join(f"{kind} {name}; {comment}" for name in split_at_commas(names))
            if trailing is None and text:  # the comment in front serves the first name
                line = line.replace(comment, "", 1)
        line = COMPARISON.sub(r"\1\2) const = default;", line)
        line = re.sub(r"^ +friend .*;$", "", line)
        for pattern, text in STANDARD:
            if pattern.match(line) and not block:
                line += f"  ///< {text}"
        if re.match(r"namespace dermis\b.* \{$", line):
            line += f" /** @addtogroup {room} */ /** @{{ */"
        elif re.match(r"\}  // namespace dermis\b", line):
            line = "/** @} */ " + line
        block = block + [line.lstrip()[4:]] if re.match(r" *///(?!<)", line) else []
        yield line


def slug(title, taken):
    """The anchor that GitHub gives to a heading: the second of equal ones ends in -1."""
    name = re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")
    taken.append(name)
    return f"{name}-{taken.count(name) - 1}" if taken.count(name) > 1 else name


def page_id(path):
    """Doxygen's name of a page, given by its path from the root of the repository."""
    name = os.path.splitext(path)[0]
    return "index" if name == "README" else "md_" + re.sub(r"\W", "_", name)


def linked(text, target, page):
    """The Markdown for a link of a page, which is given by its path."""
    path, _, section = target.partition("#")
    path = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
    if re.match(r"\w+:", target):
        return f"[{text}]({target})"
    if path.endswith(".md"):
        return f"[{text}](@ref {page_id(path)}{section and '-' + section})"
    if re.match(r"howtos/\w+\.cpp$", path):
        return f"[{text}](@ref {os.path.basename(path)})"
    return text


def markdown(text, page):
    taken = []

    def replaced(match):
        if match["title"]:
            anchor = slug(match["title"], taken)
            # The first heading is the title of the page.
            return match[0] if len(taken) == 1 else f"{match[0]} {{#{page_id(page)}-{anchor}}}"
        if match["target"]:
            return linked(match["text"], match["target"], page)
        return unlinked(match)

    return MARKDOWN.sub(replaced, text)


def howto(lines, name):
    """The comment at the top after the licence, as the description of an example."""
    comments = itertools.takewhile(lambda line: line.startswith("//"), lines)
    text = " ".join(line[3:] for line in comments if "SPDX" not in line)
    return f"/** @example {name}\n@details {text} */"


def filtered(file):
    with open(file, encoding="utf-8") as opened:
        text = opened.read()
    if file.endswith(".md"):
        return markdown(text, os.path.relpath(file))
    if file.endswith(".cpp"):
        return howto(text.splitlines(), os.path.basename(file))
    return "\n".join(header(text.splitlines(), os.path.basename(os.path.dirname(file))))


if __name__ == "__main__":
    print(filtered(sys.argv[1]))
