"""Recognizes the license of a package by the text of its license file."""

import re

# The licenses that a dependency may have, as SPDX expressions, with phrases that identify them. The first
# license with all its phrases in the file applies, so a license that adds conditions comes first.
ALLOWED = {
    "Apache-2.0 WITH Swift-exception": ("apache license version 2.0", "## runtime library exception to the apache 2.0 license"),
    "Apache-2.0": ("apache license version 2.0, january 2004", "grant of patent license"),
    "MIT": ("permission is hereby granted, free of charge", "the software is provided \"as is\""),
    "BSD-3-Clause": ("redistribution and use in source and binary forms", "neither the name of"),
    "BSD-2-Clause": ("redistribution and use in source and binary forms", "redistributions in binary form must reproduce"),
}
# These phrases add conditions, so a file with one of them isn't allowed.
ADDITIONAL = ("commons clause", "gnu general public license", "gnu lesser general public license", "gnu affero",
              "mozilla public license", "server side public license", "business source license", "for non-commercial",
              "advertising materials mentioning features")
FILE = re.compile(r"(licen[cs]e|copying)(\.(txt|md))?", re.IGNORECASE)


def files(names):
    return [name for name in names if FILE.fullmatch(name)]


def recognized(text):
    """The SPDX expression of an allowed license, or None."""
    plain = " ".join(text.lower().split())
    if any(phrase in plain for phrase in ADDITIONAL):
        return None
    return next((name for name, phrases in ALLOWED.items() if all(phrase in plain for phrase in phrases)), None)


def license(package):
    """The license of a package, or None without exactly one license file that contains an allowed license."""
    found = files(package.names())
    return recognized(package.text(found[0])) if len(found) == 1 else None


def fault(package):
    """The reason why a package's license isn't allowed, or None."""
    found = files(package.names())
    if len(found) != 1:
        return f"{package.identity} has {len(found)} license files; expected one"
    if recognized(package.text(found[0])) is None:
        return f"the license in {package.identity}'s {found[0]} isn't allowed; expected {', '.join(ALLOWED)}"
    return None
