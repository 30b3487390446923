"""The table of the errors that `authgen validate` reports for the drafts."""

import collections
import re


def keys(text):
    """The dotted key of each line of a draft."""
    open_keys, found = [], {}
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.match(r"( *)([\w.-]+|\"[^\"]*\"):", line):
            del open_keys[len(match[1]) // 2:]
            open_keys.append(match[2].strip('"'))
        found[number] = ".".join(open_keys)
    return found


def key(diagnostic, text):
    """The key that a diagnostic is about: the one at the beginning of its message, or the one in its line."""
    if found := re.match(r"'([\w.]+)' is missing", diagnostic["message"]):
        return found[1]
    found = re.match(r"'((?:server|client|variables|authorize|token|userinfo|scopes|refresh|id_token)\.[\w.-]+)'",
                     diagnostic["message"])
    return found[1] if found else keys(text).get(diagnostic["line"], "the file")


class Report:
    def __init__(self, folder, ids, api_only, unread, diagnostics, remedies):
        """`api_only` are the drafts that would be valid with 'user: none', `unread` those that have it although the facts
        have a user's ID. `remedies` returns what to do about a code, for diagnostics without a note."""
        self.api_only, self.unread = api_only, unread
        self.folder, self.ids, self.remedies = folder, ids, remedies
        errors = {name: [item for item in found if item["severity"] == "error"] for name, found in diagnostics.items()}
        self.rejected = {name: found for name, found in errors.items() if found}

    def table(self):
        """A row per key and code: how many drafts have it as their first error, how many at all, the remedy, and an example."""
        first, all_of, examples = collections.Counter(), collections.Counter(), {}
        for name, found in sorted(self.rejected.items()):
            reasons = [(key(item, self.draft(name)), item["code"]) for item in found]
            first[reasons[0]] += 1
            all_of.update(set(reasons))
            for reason, item in zip(reasons, found):
                examples.setdefault(reason, (name, item))
        lines = [f"{len(self.ids) - len(self.rejected)} of {len(self.ids)} drafts are valid, and {len(self.rejected)} are rejected.",
                 f"{len(set(self.api_only) & set(self.rejected))} of the rejected ones would be valid with 'user: none': the facts "
                 "have a user's ID, but lack the userinfo endpoint.",
                 f"{len(set(self.unread) - set(self.rejected))} of the valid ones have 'user: none' because the path of the "
                 "user's ID, or the request, can't be read from the facts.", "",
                 "| Key | Code | First error of | Error of | Remedy | Example |", "| --- | --- | --- | --- | --- | --- |"]
        for reason, count in sorted(all_of.items(), key=lambda item: (-first[item[0]], -item[1], item[0])):
            name, item = examples[reason]
            cells = [f"`{reason[0]}`", f"`{reason[1]}`", str(first[reason]), str(count), self.remedy(item),
                     f"{name}: {item['message']}"]
            lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
        return "\n".join(lines) + "\n"

    def draft(self, name):
        return (self.folder / f"{name}.yaml").read_text(encoding="utf-8")

    def remedy(self, item):
        """The note of a diagnostic, or else what its code says to do."""
        return item.get("note") or self.remedies(item["code"])

    def codes(self):
        """A line per rejected draft with the keys and codes, which a test can compare."""
        lines = []
        for name, found in sorted(self.rejected.items()):
            text = self.draft(name)
            lines.append(f"{name}: " + ", ".join(f"{key(item, text)} [{item['code']}]" for item in found))
        return "\n".join(lines) + "\n"

    def rejections(self):
        """A line per error: the draft, the key, the code, the problem, and the remedy."""
        lines = [""]
        for name, found in sorted(self.rejected.items()):
            text = self.draft(name)
            for item in found:
                lines.append(f"{name}: {key(item, text)} [{item['code']}]: {item['message']}. Remedy: {self.remedy(item)}")
        return "\n".join(lines) + "\n"
