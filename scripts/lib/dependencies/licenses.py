"""Recognizes the license of a package by the text of its license file."""

import hashlib
import re

# The allowed licenses as SPDX expressions, with the fingerprints of their texts. An additional condition changes the fingerprint, so
# read a text before you add its fingerprint.
ALLOWED = {
    "Apache-2.0 WITH Swift-exception": {"1922a63ede2424fb"},
    "Apache-2.0": {"95f35d79ea3bab75"},
    # With a title, and with a first sentence that names the license.
    "MIT": {"0cf21bdfd1964a97", "747fbd75ea803650"},
    # With numbers before the conditions, and without.
    "BSD-2-Clause": {"5151319f99abfc15", "986c3c3199a93b91"},
}
FILE = re.compile(r"(licen[cs]e|copying)(\.(txt|md))?", re.IGNORECASE)
# The lines that differ between packages with the same license: its title, and the copyright holder.
# A sentence after the name could be a condition.
VARYING = re.compile(
    r"\W*(copyright (\(c\)|©)?\W*\d{4}[^.]{0,60}((inc|ltd|co)\.[^.]{0,40})?\.?"
    r"|all rights reserved\W*|(the )?mit license( \(mit\))?|(the )?bsd 2-clause (\"\w+\" )?license)\W*$")


def files(names):
    return [name for name in names if FILE.fullmatch(name)]


def fingerprint(text):
    """The beginning of a hash of the words, without the lines that vary."""
    words = " ".join(line for line in text.lower().splitlines() if not VARYING.match(line))
    return hashlib.sha256(re.sub(r"[^a-z0-9]+", " ", words).strip().encode()).hexdigest()[:16]


def vendored(names):
    """The license files of other projects' code that a package contains. Tests aren't linked."""
    return [name for name in names if name.startswith("Sources/") and FILE.fullmatch(name.rpartition("/")[2])]


def recognized(text):
    """The SPDX expression of an allowed license, or None."""
    found = fingerprint(text)
    return next((name for name, fingerprints in ALLOWED.items() if found in fingerprints), None)


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
        return f"the license in {package.identity}'s {found[0]} isn't allowed; expected {', '.join(ALLOWED)}, but its fingerprint is {fingerprint(package.text(found[0]))}"
    for name in vendored(package.all_names()):
        if recognized(package.text(name)) is None:
            return f"the license in {package.identity}'s {name} isn't allowed; its fingerprint is {fingerprint(package.text(name))}"
    return None
