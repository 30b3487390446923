#!/usr/bin/env python3
"""Prints a module interface of the Linux toolchain, edited so that it compiles for an Apple platform."""

import argparse
import pathlib
import re

# Function bodies aren't needed to check types, and skipping them makes the standard library compile in seconds.
FLAGS = "-Onone -experimental-skip-all-function-bodies"
# On its own line. The printed form writes other attributes in front of the declaration.
ATTRIBUTE = re.compile(r" *@(available\(.*|\w+)$")
HEADER = """\
// swift-interface-format-version: 1.0
// swift-module-flags: -target {target} -disable-objc-interop -swift-version 5 {flags} \
-enable-experimental-feature Lifetimes -enable-experimental-feature SuppressedAssociatedTypes -module-name {module}
import _Concurrency
import _StringProcessing
"""


def toolchain(text, target):
    """Edits the interface of a module that was built with library evolution."""
    text = re.sub(r"-target \S+", f"-target {target}", text, count=1)
    text = text.replace(" -O ", f" {FLAGS} ", 1)
    text = re.sub(r"^ *@backDeployed\(.*\)\n", "", text, flags=re.MULTILINE)
    return re.sub(r"^(@_exported )?import (Glibc|_Builtin_float)\n", "", text, flags=re.MULTILINE)


def declarations(text):
    """Yields the top-level declarations, each with its attributes and without documentation comments."""
    lines = []
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("//") or line.startswith("import "):
            continue
        lines.append(line)
        if line == "}" or not (line.startswith(" ") or line.endswith("{") or ATTRIBUTE.match(line)):
            yield "\n".join(lines)
            lines = []


def members(declaration, without):
    """Yields the lines of a declaration, unless its first line matches `without`. Leaves out members that match, and
    deprecated ones: the printed form doesn't say that they are disfavored overloads."""
    attributes = []
    is_member = False
    for line in declaration.splitlines():
        attributes.append(line)
        if ATTRIBUTE.match(line):
            continue
        is_block = line.endswith("{")
        is_match = re.search(without, line) or not is_block and "@available(*, deprecated" in "".join(attributes)
        if is_match and not is_member:
            return
        if is_block or not is_match:
            yield from attributes
        is_member, attributes = True, []


def raw_values(declaration):
    """Adds the members of an enumeration with raw values that the printed form omits."""
    if re.search(r"\benum \w+ : (?:String|U?Int\d*)\b", declaration) and "init?(rawValue" not in declaration:
        return re.sub(
            r"^( *).*\benum \w+ : (\w+).*\{$", r"\g<0>\n\1 public init?(rawValue: \2)\n\1 public var rawValue: \2 { get }",
            declaration, flags=re.MULTILINE)
    return declaration


def disfavor(line, disfavored):
    """Marks a disfavored overload, because the printed form omits the attribute."""
    return re.sub(r"^ *", r"\g<0>@_disfavoredOverload ", line) if re.search(disfavored, line) else line


def accessors(line):
    """Adds the accessors of a mutable property or subscript that the printed form omits."""
    line = re.sub(r"\b(internal|private|fileprivate|package)\(set\) |\blazy ", "", line)
    # A ~Escapable result needs the lifetime that the printed form omits.
    if re.search(r": (Mutable)?(Raw)?Span\b.*\{", line):
        return re.sub(r"\{ (mutating )?get", r"{ @_lifetime(borrow self) \1get", line).replace("borrow self) mut", "&self) mut")
    if re.match(r"(?!.*[{=])[^(]*\bvar \w+: |(?!.*\{)\s+.*\bsubscript[<(]", line):
        return re.sub(r"( where .*)?$", r"\1 { get set }", line, count=1).replace("@inlinable ", "")
    if re.match(r"(?!.*=)\s+(?!.*\bstatic\b).*\blet \w+: ", line):
        return line.replace(" let ", " var ", 1) + " { get }"
    return line


def printed(text, options):
    """Turns the compiler's printed form of a module into an interface."""
    text = re.sub(r"^\s*/\*\*.*?\*/", "", text, flags=re.MULTILINE | re.DOTALL)
    flags = FLAGS + (" -enable-library-evolution" if options.resilient else "")
    header = HEADER.format(target=options.target, flags=flags, module=options.printed)
    imports = "".join(f"import {name}\n" for name in options.imports)
    lines = (line for found in declarations(text) for line in members(raw_values(found), options.without))
    added = options.append.read_text(encoding="utf-8") if options.append else ""
    return header + imports + "\n".join(accessors(disfavor(line, options.disfavored)) for line in lines) + "\n" + added


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", help="the target triple")
    parser.add_argument("file", type=pathlib.Path, help="the interface")
    parser.add_argument("--printed", metavar="MODULE", help="the interface is the printed form of this module")
    parser.add_argument("--resilient", action="store_true", help="the module was built with library evolution")
    parser.add_argument("--without", default="^$", help="leave out the declarations that contain this expression")
    parser.add_argument("--disfavored", default="^$", help="the overloads that contain this expression are disfavored")
    parser.add_argument("--append", type=pathlib.Path, help="a file of declarations to add")
    parser.add_argument("--import", nargs="*", default=[], dest="imports", help="modules that the interface needs")
    options = parser.parse_args()
    text = options.file.read_text(encoding="utf-8")
    if options.printed:
        print(printed(text, options))
    else:
        print(toolchain(text, options.target))


if __name__ == "__main__":
    main()
