"""The A-Z page: every failure, error code, diagnostic, and provider, and the words that readers look for, with links. The site's
filter finds these entries too (scripts/lib/site/finish.py)."""

import re

INTRODUCTION = """# A–Z

Failures, error codes, diagnostics, and topics, in one alphabetical list.

## Overview

The sidebar's filter finds every entry on this page. Names in code font are failures (<doc:Failures>), error codes that servers
return (<doc:ErrorCodes>), and diagnostics that `authgen` reports (<doc:Diagnostics>).
"""


def article(catalog, topics, generated):
    """`generated` has the text of the articles that are written in the same run, by their names."""
    found = {}
    for name, link in [
        *failures(catalog / "Failures.md"), *headings(generated["ErrorCodes.md"], "ErrorCodes", "OAuth error codes"),
        *headings(generated["Diagnostics.md"], "Diagnostics", "Diagnostics"), *words(topics), *providers(catalog),
    ]:
        links = found.setdefault(name, [])
        if link not in links:
            links.append(link)
    lines, letter = [INTRODUCTION], None
    for name in sorted(found, key=lambda name: (name.strip("`").lower(), name)):
        if name.strip("`")[0].upper() != letter:
            letter = name.strip("`")[0].upper()
            lines += [*([""] if lines[1:] else []), f"## {letter}", ""]
        lines.append(f"- {name}: {', '.join(found[name])}")
    return "\n".join(lines) + "\n"


def failures(file):
    """The cases in the tables of failures, with a link to their table."""
    title = None
    for line in file.read_text(encoding="utf-8").split("<!-- failures -->")[1].splitlines():
        if heading := re.match(r"### (.+)", line):
            title = heading[1]
        elif row := re.match(r"\| (`\w+`) \|", line):
            yield row[1], f"[{title}](doc:Failures#{fragment(title)})"


def headings(text, page, title):
    for code in re.findall(r"^### (\S+)$", text, re.MULTILINE):
        yield f"`{code}`", f"[{title}](doc:{page}#{fragment(code)})"


def words(file):
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, pages = line.split(": ")
            for page in pages.split(", "):
                yield name, f"<doc:{page}>"


def providers(catalog):
    """The titles of the providers' pages, with links to the page and the tutorial."""
    for page in sorted((catalog / "Providers").glob("*-Provider.md")):
        title = page.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        yield title, f"<doc:{page.stem}>"
        tutorial = page.stem.removesuffix("-Provider") + "-SignIn"
        if any((catalog / "Tutorials/Providers").glob(f"*/{tutorial}.tutorial")):
            yield title, f"<doc:{tutorial}>"


def fragment(title):
    """What DocC calls a heading in links."""
    return re.sub(r"[^\w-]|_", "", re.sub(r"\s+", "-", title))
