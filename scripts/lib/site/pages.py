"""The pages of a built site, from their JSON, and the text that a reader has to see."""

import json
import re


class Page:
    def __init__(self, site, file):
        self.file = file.relative_to(site)
        # The path of the page on the site.
        self.path = "/" + str(self.file.relative_to("data").with_suffix("")).replace("\\", "/")
        self.content = json.loads(file.read_text(encoding="utf-8"))
        self.kind = self.content.get("kind")
        self.role = self.content.get("metadata", {}).get("role")
        self.title = self.content.get("metadata", {}).get("title", "")
        self.references = self.content.get("references", {})

    @property
    def is_tutorial(self):
        return self.path.startswith("/tutorials/")

    @property
    def is_article(self):
        """Whether a person wrote the page. DocC generates pages for groups of inherited members."""
        return self.kind == "article" and self.role != "collectionGroup" and not self.is_tutorial

    @property
    def is_landing(self):
        """The first page of the site, which has a color and lists the topics."""
        return self.role == "collection" and "color" in self.content.get("metadata", {})

    @property
    def is_in_sidebar(self):
        """Whether the sidebar has an entry for the page."""
        return not self.is_landing and (self.is_article or self.kind == "symbol" and self.role != "collectionGroup")

    @property
    def module(self):
        return self.path.split("/")[2] if self.path.count("/") > 1 else ""

    def anchors(self):
        """The valid fragments in links to this page."""
        own = {node["anchor"].lower() for node in nodes(self.content) if isinstance(node.get("anchor"), str)}
        return own | {"overview", "topics", "discussion", "see-also", "relationships", "parameters", "return-value"}

    def words(self):
        """The fragments of text on the page, without spaces: its prose, its listings, its declaration."""
        shown = [self.content.get(key, []) for key in ["abstract", "primaryContentSections", "sections"]]
        texts = [self.title]
        for node in nodes(at_first(shown)):
            if node.get("type") == "codeListing":
                texts += node["code"]
            elif node.get("type") == "codeVoice":
                texts.append(node["code"])
            elif "tokens" in node:
                texts.append("".join(token["text"] for token in node["tokens"]))
            elif isinstance(node.get("text"), str) and "kind" not in node:
                texts.append(node["text"])
        texts += ["".join(code) for code in self.steps() if code]
        return [text for text in map(plain, texts) if text]

    def steps(self):
        """The code of each step of a tutorial, in order: the whole file as the step shows it, or None."""
        found = []
        for node in nodes(self.content.get("sections", [])):
            for step in node.get("stepsSection", []):
                if step.get("type") == "step":
                    reference = self.references.get(step.get("code") or "")
                    found.append(None if reference is None else reference.get("content", []))
        return found


def neighbors(pages):
    """The pages before and after each page in the group of topics that lists it, by the page's path."""
    found = {}
    for page in pages:
        for section in page.content.get("topicSections", []):
            paths = [page.references.get(one, {}).get("url", "") for one in section["identifiers"]]
            for index, path in enumerate(paths):
                found.setdefault(path, [one for one in paths[max(index - 1, 0):index + 2] if one and one != path])
    return found


def nodes(value):
    """All objects of a JSON value, outermost first."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from nodes(one)


def at_first(value):
    """A page's content without the parts that a browser shows only after a click: other tabs, later questions, their answers."""
    if isinstance(value, list):
        return [at_first(one) for one in value]
    if not isinstance(value, dict):
        return value
    kept = {key: one for key, one in value.items() if key not in ("justification", "justificationReaction")}
    for key in ["tabs", "assessments"]:
        if isinstance(kept.get(key), list):
            kept[key] = kept[key][:1]
    return {key: at_first(one) for key, one in kept.items()}


def plain(text):
    """Text to be compared: browsers break lines and join spaces."""
    return re.sub(r"\s+", "", text)


def pages(site):
    return [Page(site, file) for file in sorted((site / "data").rglob("*.json"))]
