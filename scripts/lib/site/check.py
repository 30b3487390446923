"""Checks a built site: the links in its files, and its pages in a real browser. Opens all articles and tutorials, and fifty
symbols, spread evenly over the modules.
"""

import argparse
import json
import pathlib
import re
import sys

from links import Links
from pages import pages
from screenshots import take
from serve import served
from visit import visit_all

SYMBOLS = 50


def inherited(site):
    """The paths of the members that come from a protocol's extension. DocC doesn't select them in the sidebar if they're
    opened directly: there, their parent is the list of the protocol's implementations, which their pages don't name."""
    paths = set()
    for file in (site / "data").rglob("*-implementations.json"):
        content = json.loads(file.read_text(encoding="utf-8"))
        members = [name for section in content.get("topicSections", []) for name in section["identifiers"]]
        paths |= {content["references"][name]["url"].lower() for name in members}
    return paths


def chosen(all_pages, without=frozenset()):
    """The same symbol pages every time: the modules' own pages, and symbols of each module at equal distances in the order of
    their paths."""
    found = [page for page in all_pages if page.role == "collection"]
    symbols = {}
    for page in all_pages:
        if page.kind == "symbol" and page.role != "collection" and page.path.lower().rstrip("/") not in without:
            symbols.setdefault(page.module, []).append(page)
    for index, module in enumerate(sorted(symbols, key=lambda name: len(symbols[name]))):
        share = min(len(symbols[module]), (SYMBOLS - len(found)) // (len(symbols) - index))
        found += [symbols[module][number * len(symbols[module]) // share] for number in range(share)]
    return found


def top_problems(site):
    """The top of the site redirects to the landing page."""
    target = re.search(r'url=([^"]+)"', (site / "index.html").read_text(encoding="utf-8"))
    if target and not target[1].startswith("/") and (site / target[1] / "index.html").is_file():
        return []
    return ["/index.html leads nowhere"]


def check(site, base="/", with_screenshots=None, every=1):
    all_pages = pages(site)
    links = Links(site, all_pages).check()
    articles = [page for page in all_pages if page.is_article]
    tutorials = [page for page in all_pages if page.is_tutorial]
    symbols = chosen(all_pages, inherited(site))
    articles, tutorials, symbols = (
        [page for index, page in enumerate(group) if page.is_landing or index % every == 0]
        for group in (articles, tutorials, symbols))
    steps = sum(code is not None for page in tutorials for code in page.steps())
    with served(site, base) as top:
        problems = top_problems(site) + links.problems + visit_all(top, [*articles, *tutorials, *symbols])
        if with_screenshots and not problems:
            take(top, with_screenshots, articles, tutorials, symbols)
    print(f"{len(all_pages)} pages, {links.count} links and images; opened in Chromium: {len(articles)} articles, "
          f"{len(tutorials)} tutorials with {steps} steps of code, {len(symbols)} symbols")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=pathlib.Path)
    parser.add_argument("--base-path", default="/", help="the prefix that the site was built for")
    parser.add_argument("--screenshots", type=pathlib.Path, help="a folder for pictures, light and dark")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="opens only every Nth of these pages")
    options = parser.parse_args()
    if options.every < 1:
        parser.error("--every needs a positive number")
    problems = check(options.site, options.base_path, options.screenshots, options.every)
    for problem in problems:
        print(f"check-site: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
