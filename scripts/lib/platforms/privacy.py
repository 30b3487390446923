#!/usr/bin/env python3
"""Compares a privacy manifest with the required-reason APIs that the code of an app's libraries uses on Apple's platforms.

Fails if the code uses an API whose category the manifest doesn't declare, if the manifest declares a category that the code
doesn't use, and if a reason doesn't belong to its category (Apple: Describing use of required reason API).
"""

import argparse
import pathlib
import plistlib
import re
import sys

PREFIX = "NSPrivacyAccessedAPICategory"
# For each category, the reasons and an expression for the names of its APIs.
CATEGORIES = {
    "FileTimestamp": (
        ["DDA9.1", "C617.1", "3B52.1", "0A2A.1"],
        r"(creation|modification)Date|fileModificationDate|(contentModification|creation)DateKey|f?getattrlist(at|bulk)?"
        r"|[fl]?stat(?=\()|fstatat"),
    "SystemBootTime": (["35F9.1", "8FFB.1", "3D61.1"], r"systemUptime|mach_absolute_time"),
    "DiskSpace": (
        ["85F4.1", "E174.1", "7D9E.1", "B728.1"],
        r"volume(AvailableCapacity(ForImportantUsage|ForOpportunisticUsage)?|TotalCapacity)(Key)?|system(Free)?Size"
        r"|f?stat(v?fs|fs64)"),
    "ActiveKeyboards": (["3EC4.1", "54BD.1"], r"activeInputModes"),
    "UserDefaults": (["CA92.1", "1C8F.1", "C56D.1", "AC6B.1"], r"(NS)?UserDefaults|AppStorage"),
}
# The platforms whose apps need a manifest.
PLATFORMS = ["iOS", "tvOS", "watchOS", "visionOS"]
OTHER_MODULES = {"Glibc", "Musl", "Android", "Bionic", "WinSDK", "CRT", "FoundationNetworking", "AppKit"}
# Comments and strings match separately, so that `//` in a string isn't a comment.
COMMENT = re.compile(r'("""(?:.|\n)*?"""|#?"(?:\\.|[^"\\\n])*"#?)|//[^\n]*|/\*(?:.|\n)*?\*/')
DIRECTIVE = re.compile(r"^\s*#(if|elseif|else|endif)\b(.*)")


def holds(condition, platform):
    """Whether a condition holds on a platform; `None` if that depends on more than the platform."""
    def atom(match):
        kind, argument = match[1], match[2].strip()
        if kind == "os":
            return str(argument == platform)
        if kind == "canImport":
            return str(argument not in OTHER_MODULES)
        return "True" if kind in ("compiler", "swift", "hasFeature") else "unknown"
    text = re.sub(r"\b(os|canImport|compiler|swift|hasFeature|targetEnvironment|arch)\(([^)]*)\)", atom, condition)
    text = re.sub(r"\b(?!True\b|False\b)\w+\b", "unknown", text).replace("&&", " and ").replace("||", " or ")
    text = text.replace("!", " not ")
    results = {eval(text.strip(), {"unknown": value}) for value in (True, False)}  # pylint: disable=eval-used
    return results.pop() if len(results) == 1 else None


def active(text, platform):
    """Yields the lines that the compiler may read on a platform."""
    # For each condition around the line: whether the line may be read, and whether an earlier branch certainly was.
    stack = []
    for line in COMMENT.sub(lambda match: match[1] or "", text).splitlines():
        directive = DIRECTIVE.match(line)
        if not directive:
            if all(is_read for is_read, _ in stack):
                yield line
            continue
        kind, condition = directive[1], directive[2]
        was_read = stack.pop()[1] if kind != "if" else False
        if kind == "endif":
            continue
        result = True if kind == "else" else holds(condition, platform)
        stack.append((not was_read and result is not False, was_read or result is True))


def used(folders):
    """The APIs that the code uses, by category."""
    found = {}
    for file in sorted(file for folder in folders for file in pathlib.Path(folder).rglob("*.swift")):
        for platform in PLATFORMS:
            code = "\n".join(active(file.read_text(encoding="utf-8"), platform))
            for category, (_, names) in CATEGORIES.items():
                for match in re.finditer(rf"\b({names})\b", code):
                    found.setdefault(category, {})[match[0]] = file
    return found


def findings(manifest, folders):
    declared = {
        entry["NSPrivacyAccessedAPIType"].removeprefix(PREFIX): entry["NSPrivacyAccessedAPITypeReasons"]
        for entry in manifest["NSPrivacyAccessedAPITypes"]}
    uses = used(folders)
    for category in sorted(uses.keys() - declared.keys()):
        for name, file in uses[category].items():
            yield f"{file} uses '{name}', and the privacy manifest doesn't declare {PREFIX}{category}"
    for category in sorted(declared.keys() - uses.keys()):
        yield f"the privacy manifest declares {PREFIX}{category}, which the code doesn't use"
    for category, reasons in declared.items():
        known = CATEGORIES.get(category, ([], ""))[0]
        for reason in sorted(set(reasons) - set(known)):
            yield f"'{reason}' isn't a reason for {PREFIX}{category}; use one of {', '.join(known)}"
        if not reasons:
            yield f"{PREFIX}{category} has no reason"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("manifest", type=pathlib.Path)
    parser.add_argument("folder", nargs="+", help="a folder of sources")
    options = parser.parse_args()
    manifest = plistlib.loads(options.manifest.read_bytes())
    found = list(findings(manifest, options.folder))
    for finding in found:
        print(f"error: {finding}", file=sys.stderr)
    if found:
        sys.exit(1)
    print(f"{options.manifest.name}: the categories that the code uses")


if __name__ == "__main__":
    main()
