"""The OAuth error codes that clients know: those of the standards, from the runtime's table, and those that descriptors add,
from the clients of the catalog, which it generates."""

import re
import subprocess
import tempfile
from pathlib import Path

INTRODUCTION = """# OAuth error codes

Every error code that a client knows, such as `invalid_grant`: what it means and what to do.

## Overview

When a server rejects a request, the client throws `AuthFailure.server(_:_:)` with the code and a `ServerError`. The failure's
recovery is the one in this list. <doc:Failures> explains how to use it. A provider's own codes are listed under `errors` in its
descriptor, and its generated client has a case for each. For a code that isn't listed, the recovery is to try again.

## The codes
"""

RECOVERIES = {
    "retry": "try again", "retryLater": "try again later", "reauthenticate": "sign in again",
    "requestConsent": "sign in again and ask for consent", "fixConfiguration": "correct the configuration",
    "contactAdministrator": "ask the administrator", "contactUser": "ask the user", "updateApp": "update the app",
}
ERROR = re.compile(r'"(\w+)": \.init\(\s*"\w+",\s*\.(\w+),\s*"((?:[^"\\]|\\.)*)"\s*\)')


def codes(root, authgen):
    """The meanings of each code: the one in the standards or None, and the other ones with the pages of their providers."""
    standard = {code: (kind, text) for code, kind, text in read(root / "Sources/Runtime/Client/StandardErrors.swift")}
    found = {code: (meaning, {}) for code, meaning in standard.items()}
    with tempfile.TemporaryDirectory() as clients:
        generate(authgen, clients)
        for page in sorted((root / "Documentation.docc/Providers").glob("*-Provider.md")):
            for code, kind, text in read(Path(clients) / f"{page.stem.removesuffix('-Provider')}.swift"):
                _, others = found.setdefault(code, (None, {}))
                pages = others.setdefault((kind, text), []) if standard.get(code) != (kind, text) else [page.stem]
                if page.stem not in pages:
                    pages.append(page.stem)
    return dict(sorted(found.items()))


def generate(authgen, folder):
    """Writes the clients of the whole catalog."""
    listed = subprocess.run([authgen, "providers", "list"], check=True, capture_output=True, text=True).stdout
    ids = [line.split("\t")[0] for line in listed.splitlines()]
    subprocess.run([authgen, "generate", *ids, "--output", folder], check=True)


def read(file):
    found = ERROR.findall(file.read_text(encoding="utf-8"))
    if not found:
        raise SystemExit(f"article-references: no error codes were found in {file}")
    return found


def article(root, authgen):
    lines = [INTRODUCTION]
    for code, (standard, providers) in codes(root, authgen).items():
        lines += [f"### {code}", ""]
        if standard:
            lines += [meaning(*standard), ""]
        lines += [f"- {links(pages)}: {meaning(kind, text)}" for (kind, text), pages in providers.items()]
        lines += [""] if providers else []
    return "\n".join(lines).rstrip() + "\n"


def meaning(kind, text):
    return f"{text} *Recovery:* {RECOVERIES[kind]}."


def links(pages):
    """Links to pages, as a list in a sentence."""
    *first, last = [f"<doc:{page}>" for page in pages]
    return f"{', '.join(first)}{',' if len(first) > 1 else ''} and {last}" if first else last
