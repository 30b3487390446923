"""The software bill of materials of a release, as SPDX 2.3 in JSON."""

import datetime
import re

from dependencies import copied, licenses, notices, system
from dependencies.packages import Problem

OWN = "SPDXRef-swift-auth-generator"
# The prebuilt program, and the parts of Swift that are linked into it.
PROGRAM, SWIFT = "SPDXRef-authgen", "SPDXRef-Swift"
SWIFT_LICENSE = "Apache-2.0 WITH Swift-exception"
DOCUMENT = {"spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo", "packages", "relationships"}
PACKAGE = {"SPDXID", "name", "versionInfo", "downloadLocation", "filesAnalyzed", "licenseConcluded", "licenseDeclared",
           "copyrightText"}
ID = re.compile(r"SPDXRef-[A-Za-z0-9.-]+")
LOCATION = re.compile(r"(git\+)?https://[^\s@]+(@[0-9a-f]{40})?|NOASSERTION")


def document(version, url, revision, license, state):
    """The document for a version of this package, the state of its dependencies, and the prebuilt authgen."""
    entries = [entry(OWN, "swift-auth-generator", version, location(url, revision), license)]
    entries += [entry(reference(package), package.identity, package.version, location(package.url, package.revision),
                      licenses.license(package) or "NOASSERTION") for package in state.packages]
    entries += [entry(vendored_reference(part), part.name, part.revision, location(part.url, part.revision), part.license or "NOASSERTION")
                for part in state.vendored]
    entries += [entry(PROGRAM, "authgen", version, "NOASSERTION", license),
                entry(SWIFT, "swift", None, "NOASSERTION", SWIFT_LICENSE)]
    entries += [entry(system_reference(library), library.name, None, "NOASSERTION", library.license) for library in state.system]
    entries += [entry(copied_reference(part), part.name, None, "NOASSERTION", part.license) for part in state.copied]
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"swift-auth-generator-{version}", "documentNamespace": f"{url}/releases/{version}/{revision}",
        "creationInfo": {"created": now, "creators": ["Tool: rehearse-release"]},
        "packages": entries, "relationships": list(relationships(state)),
    }


def relationships(state):
    yield relationship("SPDXRef-DOCUMENT", "DESCRIBES", OWN)
    yield from (relationship(OWN, "DEPENDS_ON", reference(one)) for one in state.packages if one.identity in state.direct)
    yield relationship(PROGRAM, "GENERATED_FROM", OWN)
    yield relationship(PROGRAM, "STATIC_LINK", SWIFT)
    yield from (relationship(PROGRAM, "STATIC_LINK", reference(one)) for one in notices.linked(state))
    yield from (relationship(OWN, "CONTAINS", copied_reference(part)) for part in state.copied)
    yield from (relationship(f"SPDXRef-Package-{part.package}", "CONTAINS", vendored_reference(part)) for part in state.vendored)
    for library in state.system:
        if library.name in system.RUNTIME:
            yield relationship(PROGRAM, "DYNAMIC_LINK", system_reference(library))
        else:
            yield relationship(system_reference(library), "OPTIONAL_DEPENDENCY_OF", OWN)


def entry(identifier, name, version, place, license):
    return {"SPDXID": identifier, "name": name, "versionInfo": version or "NOASSERTION", "downloadLocation": place,
            "filesAnalyzed": False, "licenseConcluded": license, "licenseDeclared": license, "copyrightText": "NOASSERTION"}


def reference(package):
    return f"SPDXRef-Package-{package.identity}"


def system_reference(library):
    return f"SPDXRef-System-{library.name}"


def copied_reference(part):
    return f"SPDXRef-Copied-{part.name}"


def vendored_reference(part):
    return f"SPDXRef-Vendored-{part.package}-{part.name}"


def location(url, revision):
    return f"git+{url}@{revision}"


def relationship(source, kind, target):
    return {"spdxElementId": source, "relationshipType": kind, "relatedSpdxElement": target}


def validate(document):
    """Checks the fields that SPDX 2.3 requires, and that every relationship names an element."""
    faults = [f"the document has no {name}" for name in sorted(DOCUMENT - document.keys())]
    elements = {"SPDXRef-DOCUMENT"}
    for package in document.get("packages", []):
        name = package.get("name", "a package")
        faults += [f"{name} has no {field}" for field in sorted(PACKAGE - package.keys())]
        if not ID.fullmatch(package.get("SPDXID", "")) or package["SPDXID"] in elements:
            faults.append(f"{name} has an invalid or repeated SPDXID '{package.get('SPDXID')}'")
        if not LOCATION.fullmatch(package.get("downloadLocation", "")):
            faults.append(f"{name} has the invalid location '{package.get('downloadLocation')}'")
        if package.get("licenseDeclared") not in licenses.ALLOWED.keys() | system.ALLOWED | copied.ALLOWED:
            faults.append(f"{name} has the license '{package.get('licenseDeclared')}', which isn't allowed")
        elements.add(package.get("SPDXID"))
    for one in document.get("relationships", []):
        unknown = {one["spdxElementId"], one["relatedSpdxElement"]} - elements
        faults += [f"a relationship names the unknown element {element}" for element in sorted(unknown)]
    if faults:
        raise Problem("the SBOM is invalid: " + "; ".join(faults))
