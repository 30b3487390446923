"""Finishes the site that DocC wrote: one navigator for the whole site, the names that its filter finds, styles, and the
URL of the package in AUTH_PACKAGE_URL.

DocC writes one navigator for each module, and its renderer chooses by the second component of a page's path. For articles, that
is the name of the site, which no module has, so the renderer chose the first module. This script makes the landing page the only
root and moves the modules below it. Then every page is in the sidebar, and the filter searches the whole site.
"""

import argparse
import json
import os
import pathlib
import re

LANDING = "/documentation/authdocs"
A_TO_Z = "/documentation/swift-auth-generator/atoz"
# Their headings are the messages and the questions that readers type.
BY_HEADING = ("/documentation/swift-auth-generator/troubleshooting", "/documentation/swift-auth-generator/faq")
STYLES = pathlib.Path(__file__).resolve().with_name("site.css")
# The renderer makes a separate root of every node with the type "module".
BELOW = "collection"
# As scripts/lib/install-line writes it, in JSON.
PACKAGE = re.compile(r'(\burl: \\"|git clone )[^"\s]*swift-auth-generator(?:\.git)?(?=\\"| )')


def walk(nodes):
    for node in nodes:
        yield node
        yield from walk(node.get("children", []))


def one_root(roots, landing):
    """The landing page's node, with all other roots below it."""
    root = next((node for node in roots if node["path"] == landing), None)
    if root is None:
        raise SystemExit(f"finish: the navigator has no {landing}")
    kept = {node.get("path") for node in walk([root])}
    # DocC lists tutorials of a landing page's topics there, and again as roots.
    others = [dict(node, type=BELOW) if node["type"] == "module" else node for node in roots if node["path"] not in kept]
    if others:
        root["children"] = [*root.get("children", []), {"title": "Modules", "type": "groupMarker"}, *others]
    return [root]


def entries(site, page):
    """The entries of the A-Z page: what each list item begins with, and where its links lead."""
    content = json.loads((site / f"data{page}.json").read_text(encoding="utf-8"))
    lists = [one for section in content.get("primaryContentSections", []) for one in section.get("content", [])
             if one["type"] == "unorderedList"]
    for item in (item for one in lists for item in one["items"]):
        words = item["content"][0]["inlineContent"]
        name = words[0].get("code") or words[0]["text"].rstrip(" :")
        links = [(one.get("overridingTitle"), content["references"][one["identifier"]]) for one in words
                 if one["type"] == "reference"]
        for title, target in links:
            yield {"title": f"{name}: {title or target['title']}", "path": target["url"], "type": "article"}


def headings(site, page):
    content = json.loads((site / f"data{page}.json").read_text(encoding="utf-8"))
    for section in content.get("primaryContentSections", []):
        for one in section.get("content", []):
            if one["type"] == "heading" and one["level"] == 3:
                yield {"title": one["text"], "path": f"{page}#{one['anchor']}", "type": "article"}


def arrange(site, landing=LANDING, a_to_z=A_TO_Z):
    file = site / "index/index.json"
    index = json.loads(file.read_text(encoding="utf-8"))
    for language, roots in index["interfaceLanguages"].items():
        index["interfaceLanguages"][language] = one_root(roots, landing)
        for node in walk(index["interfaceLanguages"][language]):
            if node.get("path") == a_to_z:
                node["children"] = list(entries(site, a_to_z))
            elif node.get("path") in BY_HEADING:
                node["children"] = list(headings(site, node["path"]))
    file.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def drawings(site):
    """Rules that show the narrow drawing of a diagram on a phone, in the colors of the page."""
    rules = []
    for narrow in sorted((site / "images").rglob("*-phone.svg")):
        name, folder = narrow.name.removesuffix("-phone.svg"), f"../{narrow.parent.relative_to(site)}"
        light, dark = f'url("{folder}/{name}-phone.svg")', f'url("{folder}/{name}-phone~dark.svg")'
        rules += [
            f'img[src$="/{name}.svg"] {{ content: {light}; max-width: min(100%, 420px); width: auto; }}',
            f'img[src$="/{name}~dark.svg"] {{ content: {dark}; max-width: min(100%, 420px); width: auto; }}',
            "@media (prefers-color-scheme: dark) {",
            f'  body[data-color-scheme="auto"] img[src$="/{name}.svg"] {{ content: {dark}; }}',
            "}",
        ]
    return "\n".join(["@media only screen and (max-width: 735px) {", *(f"  {rule}" for rule in rules), "}", ""]) if rules else ""


def style(site, base):
    (site / "css/site.css").write_text(STYLES.read_text(encoding="utf-8") + "\n" + drawings(site), encoding="utf-8")
    link = f'<link href="{base}css/site.css" rel="stylesheet"></head>'
    for folder in ("documentation", "tutorials"):
        for page in (site / folder).rglob("index.html"):
            html = page.read_text(encoding="utf-8")
            if link not in html:
                page.write_text(html.replace("</head>", link, 1), encoding="utf-8")


def name_package(site, url):
    escaped = json.dumps(url)[1:-1]
    for page in (site / "data").rglob("*.json"):
        text = page.read_text(encoding="utf-8")
        named = PACKAGE.sub(lambda found: found[1] + escaped, text)
        if named != text:
            page.write_text(named, encoding="utf-8")


def finish(site, base="/", landing=LANDING, a_to_z=A_TO_Z):
    arrange(site, landing, a_to_z)
    style(site, "/" if base.strip("/") == "" else f"/{base.strip('/')}/")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=pathlib.Path)
    parser.add_argument("--base-path", default="/")
    options = parser.parse_args()
    finish(options.site, options.base_path)
    if url := os.environ.get("AUTH_PACKAGE_URL"):
        name_package(options.site, url)


if __name__ == "__main__":
    main()
