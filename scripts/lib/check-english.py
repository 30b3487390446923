"""Counts turns of phrase that make English hard to read, and compares the counts with limits per 1,000 words.

CONTRIBUTING.md says how to write instead. The count is a measure: a sentence that reads well may contain such a phrase.
British spellings in the names of code aren't allowed.
"""

import argparse
import ast
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Hits per 1,000 words.
LIMITS = {
    "articles": 1.5, "benchmarks": 1.0, "changelog": 1.5, "comments": 1.0, "messages": 1.0, "scripts": 1.0,
    "templates and descriptors": 1.0,
    # Tests quote messages of compilers and servers.
    "tests": 1.0, "test names": 1.0,
}

PHRASES = [
    # A pronoun instead of the actor. "A provider whose tokens expire" reads well, but a nested "whose" doesn't.
    r"\b(?:who|whom|what)ever\b", r"\bwhom\b", r", (?:and )?whose\b", r"\bwhose\b.*\bwhose\b", r"\b(?:some|any|no)body\b",
    # A sentence without its subject.
    r"(?:^|[.:;] )What (?:an?|the|it|is|was|they|we|you|comes?|came|stands?|follows?|cannot|no|both|all)\b",
    r"(?:^|[.:;] )Who\b(?!.*\?)",
    # "For" instead of "because".
    r", for (?:it|they|he|what|whoever|an?|the|there|which)\b",
    # A verb that the field doesn't use.
    r"\brefuse[sd]?\b", r"\brefusals?\b", r"\banswer(?:s|ed)?\b", r"\btells?\b", r"\btold\b", r"\bgoes? on\b",
    r"\bstands? (?:in|there|here|beside|behind|where|for itself)\b", r"\b(?:takes?|knows?|holds?|has|gives?|brings?) no\b",
    # A negation that hides its verb.
    r"\b(?:is|are|was|were) no\b(?! longer)", r"\b(?:is|are) none\b",
    # Words of another time.
    r"\banew\b", r"\bbesides?\b", r"\bthereby\b", r"\bonce more\b", r"\b(?:of|on) (?:its|your|their|one's) own\b", r"\bin (?:the|its) place(?: of)?\b",
    r"\botherwise than\b", r"\ba text\b", r"\btexts\b", r"\bblanks?\b",
    # British spelling.
    r"\bcancell(?:ed|ing)\b",
]
# British spelling, also within names, such as `isColoured`. Stencil has `TrimBehaviour`, and Swift's own names have `cancelled`.
BRITISH = r"catalogue|colour|(?<!Trim)behaviour|recognis|optimis(?!t)|labell(?:ed|ing)|initialis|serialis|normalis"
PHRASES.append(f"(?:{BRITISH})")
SPELLING = re.compile(rf"\w*(?:{BRITISH})\w*", re.IGNORECASE)
PHRASE = re.compile("|".join(PHRASES), re.IGNORECASE | re.MULTILINE)
WORD = re.compile(r"[A-Za-z][A-Za-z'’-]+")
COMMENT = re.compile(r"(?:^|\s)///?\s?(.*)$")
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
NAME = re.compile(r"\b(?:func|struct|class|enum) `([^`]+)`")


def plain(line):
    """The line without code, links and interpolated values."""
    line = re.sub(r"\\\([^)]*\)", "x", line)
    return re.sub(r"https?://\S+", "", re.sub(r"`+[^`\n]*`+", "", line))


def swift(text):
    """The comments, the strings of four words or more, and the names in backticks."""
    comments, strings, names = [], [], []
    for line in text.splitlines():
        comment = COMMENT.search(line)
        if comment and '"' not in line[: comment.start()]:
            comments.append(comment[1])
        else:
            strings += [string for string in STRING.findall(line) if string.count(" ") >= 3]
            names += NAME.findall(line)
    return comments, strings, names


def docstrings(text):
    """The lines of a Python file's docstrings."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    found = (ast.get_docstring(node, clean=True) for node in ast.walk(ast.parse(text)) if isinstance(node, kinds))
    return [line for docstring in found if docstring for line in docstring.splitlines()]


def remarks(name, text):
    """The comments of a script, and the docstrings if it's in Python."""
    comments = [line.split("#", 1)[1] for line in text.splitlines() if "#" in line]
    is_python = name.endswith(".py") or re.match(r"#!.*python", text)
    return comments + (docstrings(text) if is_python else [])


def misspelled(name, text):
    """The British spellings in the code of a Swift file or a script."""
    if name.endswith((".swift", ".py")) and name != "scripts/lib/check-english.py" and not name.startswith("Providers/"):
        for number, line in enumerate(text.splitlines(), 1):
            for found in SPELLING.findall(re.sub(r'"(?:[^"\\]|\\.)*"', "", plain(line))):
                yield f"{name}:{number}: '{found}' has a British spelling"


def groups(name, text):
    """The groups of a file's lines."""
    top = name.split("/")[0]
    # Generated from descriptors and templates.
    if name.startswith(("Providers/Embedded/", "Tests/Reference/")) and name.endswith(".swift"):
        return {}
    if name.endswith(".swift"):
        comments, strings, names = swift(text)
        if top == "Tests":
            return {"tests": comments, "test names": strings + names}
        return {"comments": comments, "messages": strings}
    if name == "CHANGELOG.md":
        return {"changelog": text.splitlines()}
    if top == "Benchmarks" and name.endswith((".py", ".sh")):
        return {"benchmarks": remarks(name, text)}
    if name == "Benchmarks/thresholds.json":
        return {"benchmarks": re.findall(r'"what": "([^"]*)"', text)}
    if name == "Benchmarks/RESULTS.md":
        return {"benchmarks": text.splitlines()}
    if name.endswith((".md", ".tutorial")):
        return {"articles": text.splitlines()}
    if top in ("Templates", "Providers"):
        return {"templates and descriptors": [line for line in text.splitlines() if not line.lstrip().startswith(("{%", "- {"))]}
    if top == "scripts" and name != "scripts/lib/check-english.py":
        return {"scripts": remarks(name, text)}
    return {}


def files():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if path.is_file() and not path.is_symlink():
            try:
                yield name, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


def count(files):
    words, hits, lines = collections.Counter(), collections.Counter(), []
    for name, text in files:
        for group, content in groups(name, text).items():
            for line in content:
                words[group] += len(WORD.findall(plain(line)))
                found = [hit[0].strip(".:;, ") for hit in PHRASE.finditer(plain(line))]
                hits[group] += len(found)
                if found:
                    lines.append((len(found), name, line.strip(), found))
    return words, hits, lines


def self_test():
    text = '/// Whoever asks is told.\nlet a = "there is no such thing here"\n// The server rejects the code.\nfunc `goes on`() {}\n'
    words, hits, _ = count([("Sources/A.swift", text), ("Tests/A.swift", text)])
    assert hits == {"comments": 2, "messages": 1, "tests": 2, "test names": 2}, hits
    assert words["comments"] == 9, words
    assert not PHRASE.search(plain("`answer` is no longer at https://a.example/told")), "code and links count"
    assert count([("README.md", "What it is. The answer.")])[1]["articles"] == 2
    python = [("scripts/a.py", '"""Whoever asks."""\n# told\ndef f():\n    """The page whose text\n    is beside it."""\n')]
    assert count(python)[1] == {"scripts": 3}, count(python)
    assert count([("Benchmarks/thresholds.json", '"what": "made anew"')])[1]["benchmarks"] == 1
    assert [*misspelled("Sources/A.swift", "let isColoured = true\nlet optimistic = TrimBehaviour.smart\n")] == [
        "Sources/A.swift:1: 'isColoured' has a British spelling"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", type=int, default=0, metavar="N", help="show the N lines with the most phrases")
    parser.add_argument("--self-test", action="store_true", help="check the counting")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    texts = list(files())
    words, hits, lines = count(texts)
    spellings = [problem for name, text in texts for problem in misspelled(name, text)]
    for problem in spellings:
        print(f"check-english: {problem}", file=sys.stderr)
    for count_, name, line, found in sorted(lines, reverse=True)[: options.list]:
        print(f"{name}: {', '.join(found)}: {line[:140]}")
    above = []
    for group, limit in LIMITS.items():
        rate = 1000 * hits[group] / max(words[group], 1)
        print(f"{group}: {hits[group]} in {words[group]} words, {rate:.1f} of at most {limit} per 1,000")
        above += [group] if rate > limit else []
    if above:
        sys.exit(f"check-english: above the limit: {', '.join(above)}. To see the lines: scripts/check-english --list 40")
    if spellings:
        sys.exit(1)


main()
