"""The code of other projects that packages contain without a license file: BoringSSL in swift-crypto and swift-nio-ssl.

A file next to the code names the project and its revision, and most source files name their license.
"""

import dataclasses
import re

NOTE = "hash.txt"
ORIGIN = re.compile(r"derived from (\w+) cloned from (https://\S+) at revision ([0-9a-f]{40})")
# The phrase of each allowed license, as source files contain it.
ALLOWED = {"Licensed under the Apache License, Version 2.0": "Apache-2.0"}


@dataclasses.dataclass(frozen=True)
class Part:
    name: str
    package: str
    folder: str
    url: str
    revision: str
    license: str | None


def parts(package):
    """The projects whose code a package contains."""
    for file in package.all_names():
        folder, _, name = file.rpartition("/")
        if name != NOTE or not (origin := ORIGIN.search(package.text(file))):
            continue
        license = next((license for phrase, license in ALLOWED.items() if package.has_phrase(phrase, folder)), None)
        yield Part(origin[1], package.identity, folder, origin[2], origin[3], license)


def problems(parts):
    for part in parts:
        if not part.license:
            yield f"no file of {part.name} in {part.package}'s {part.folder} names a license that is in vendored.py"
