"""Checks that the pages, anchors, images and files exist to which the pages of a built site refer. Fetches nothing."""

import urllib.parse

from pages import nodes

# Keys whose values are the names of references.
LISTS = {"identifiers", "tutorials", "items"}
SINGLES = {"identifier", "reference", "media", "code", "runtimePreview", "image", "backgroundImage", "icon", "poster"}
# The type of a reference to a symbol in another archive.
ELSEWHERE = {"unresolvable"}


class Links:
    """One walk over all pages. `problems` has a sentence for each problem, and `count` is the number of links checked."""

    def __init__(self, site, pages):
        self.site = site
        self.pages = {page.path.lower(): page for page in pages}
        self.anchors = {}
        self.problems = []
        self.count = 0

    def check(self):
        for page in self.pages.values():
            self.check_page(page)
        return self

    def check_page(self, page):
        complain = lambda text: self.problems.append(f"{page.path}: {text}")
        html = self.site / page.path.strip("/").lower() / "index.html"
        if not html.is_file():
            complain(f"{html.relative_to(self.site)} is missing")
        for name in sorted(set(self.named(page))):
            self.count += 1
            if name not in page.references:
                complain(f"refers to '{name}', which isn't in the page's references")
        # A tutorial's chapter has an address but no page, and no link leads there.
        chapters = {module["reference"] for module in page.content.get("hierarchy", {}).get("modules", [])}
        for name, reference in page.references.items():
            self.count += 1
            if name in chapters:
                continue
            problem = self.problem(name, reference)
            if problem:
                complain(problem)

    def named(self, page):
        """The references that a page's content names."""
        content = {key: value for key, value in page.content.items() if key not in ("references", "identifier", "variants")}
        for node in nodes(content):
            is_code = node.get("type") in ("codeVoice", "codeListing") or "preciseIdentifier" in node
            for key in SINGLES & node.keys():
                if isinstance(node[key], str) and not is_code:
                    yield node[key]
            for key in LISTS & node.keys():
                yield from (one for one in node[key] if isinstance(one, str))
        for path in page.content.get("hierarchy", {}).get("paths", []):
            yield from (name for name in path if "/$" not in name)

    def problem(self, name, reference):
        kind = reference.get("type")
        if kind in ELSEWHERE:
            return None
        if kind in ("image", "video", "download"):
            variants = reference.get("variants") or [reference]
            missing = [one["url"] for one in variants if not self.is_file(one.get("url", ""))]
            return f"the {kind} {', '.join(missing)} is missing" if missing else None
        if kind == "file":
            return None if reference.get("content") else f"the file '{name}' of a step is empty"
        url = reference.get("url")
        if url is None:
            return None
        return self.internal(url) if url.startswith("/") else self.external(url)

    def is_file(self, url):
        if url.startswith("https://"):
            return True
        return url != "" and (self.site / urllib.parse.unquote(url).lstrip("/")).is_file()

    def external(self, url):
        parts = urllib.parse.urlsplit(url)
        if parts.scheme == "https" and "." in parts.netloc and " " not in url:
            return None
        return f"the link '{url}' is no https address"

    def internal(self, url):
        path, _, anchor = url.partition("#")
        page = self.pages.get(path.rstrip("/").lower())
        if page is None:
            return f"the link '{url}' leads to no page"
        if anchor and urllib.parse.unquote(anchor).lower() not in self.anchors_of(page):
            return f"the link '{url}' leads to no part of {page.path}"
        return None

    def anchors_of(self, page):
        if page.path not in self.anchors:
            self.anchors[page.path] = page.anchors()
        return self.anchors[page.path]
