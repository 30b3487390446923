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
        """A row per code: how many drafts have it as their first error, how many at all, and an example."""
        first, all_of = collections.defaultdict(list), collections.Counter()
        for name, found in sorted(self.rejected.items()):
            first[found[0]["code"]].append(name)
            all_of.update({item["code"] for item in found})
        lines = [f"{len(self.ids) - len(self.rejected)} of {len(self.ids)} drafts are valid, and {len(self.rejected)} are rejected.",
                 f"{len(set(self.api_only) & set(self.rejected))} of the rejected ones would be valid with 'user: none': the facts "
                 "have a user's ID, but lack the userinfo endpoint.",
                 f"{len(set(self.unread) - set(self.rejected))} of the valid ones have 'user: none' because the path of the "
                 "user's ID, or the request, can't be read from the facts.", "", "| Code | First error of | Error of | Example |", "| --- | --- | --- | --- |"]
        for code, names in sorted(first.items(), key=lambda item: (-len(item[1]), item[0])):
            example = self.rejected[names[0]][0]["message"].replace("|", "\\|")
            lines.append(f"| `{code}` | {len(names)} | {all_of[code]} | {names[0]}: {example} |")
        for code, count in sorted(all_of.items()):
            if code not in first:
                lines.append(f"| `{code}` | 0 | {count} | |")
        return "\n".join(lines) + "\n"

    def codes(self):
        """A line per rejected draft with the keys and codes, which a test can compare."""
        lines = []
        for name, found in sorted(self.rejected.items()):
            text = (self.folder / f"{name}.yaml").read_text(encoding="utf-8")
            lines.append(f"{name}: " + ", ".join(f"{key(item, text)} [{item['code']}]" for item in found))
        return "\n".join(lines) + "\n"

    def rejections(self):
        """A line per error: the draft, the key, the code, the problem, and the remedy."""
        lines = [""]
        for name, found in sorted(self.rejected.items()):
            text = (self.folder / f"{name}.yaml").read_text(encoding="utf-8")
            for item in found:
                remedy = item.get("note") or self.remedies(item["code"])
                lines.append(f"{name}: {key(item, text)} [{item['code']}]: {item['message']}. Remedy: {remedy}")
        return "\n".join(lines) + "\n"
