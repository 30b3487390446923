"""A Swift file as tokens: its statements, conditions, and declarations."""

import re
from pathlib import Path

from mutate.tokens import CLOSING, OPENING, partners, read

BINDINGS = {"let", "var", "case", "#available", "#unavailable", "_"}
MANIFEST = Path(__file__).resolve().parents[3] / "Package.swift"
# The debug build on Linux has all traits (scripts/lib/environment.sh).
DEFINED = {"DEBUG", *re.findall(r'\.trait\(\s*name: "(\w+)"', MANIFEST.read_text(encoding="utf-8"))}
ABSENT = {
    "Darwin", "AppKit", "UIKit", "SwiftUI", "Combine", "Security", "WinSDK", "Android", "Musl", "CryptoKit", "os",
    "AuthenticationServices"}


class Source:
    def __init__(self, text):
        self.text = text
        self.tokens = read(text)
        self.partner = partners(self.tokens)
        self.names = self._names()
        self.is_compiled = self._compiled()

    def span(self, first, last):
        """The source from one token to another, in one line and without comments."""
        text, end = "", self.tokens[first].start
        for token in self.tokens[first:last]:
            text += (" " if token.start > end else "") + " ".join(token.text.split())
            end = token.end
        return text

    def after_group(self, index):
        """The next token of the same level."""
        return self.partner[index] + 1 if self.tokens[index].text in OPENING and self.is_mark(index) else index + 1

    def is_mark(self, index):
        return self.tokens[index].kind == "mark"

    def find(self, index, *texts):
        """The next token with one of the texts, on the same level."""
        while index < len(self.tokens):
            if self.tokens[index].text in texts:
                return index
            if self.is_mark(index) and self.tokens[index].text in CLOSING:
                return None
            index = self.after_group(index)
        return None

    def clauses(self, first, last):
        """The parts of a condition that commas separate."""
        parts, start, index = [], first, first
        while index < last:
            if self.tokens[index].text == ",":
                parts.append((start, index))
                start = index + 1
            index = self.after_group(index)
        return parts + [(start, last)]

    def is_condition(self, clause):
        return self.tokens[clause[0]].text not in BINDINGS

    def operands(self, first, last):
        """The operands of a chain of `||`, each with those of `&&`. A chain with a ternary operator has one operand."""
        index, splits = first, []
        while index < last:
            token = self.tokens[index]
            if token.text == "?" and token.is_infix:
                return [[(first, last)]]
            if token.text in ("&&", "||"):
                splits.append(index)
            index = self.after_group(index)
        groups, start = [[]], first
        for split in [*splits, last]:
            groups[-1].append((start, split))
            start = split + 1
            if split != last and self.tokens[split].text == "||":
                groups.append([])
        return groups

    def starts_statement(self, index):
        """Whether a token begins a statement: the first of a line, unless the line continues the one before."""
        token, before = self.tokens[index], self.tokens[index - 1]
        if not token.leads or token.text == "." or token.kind == "operator" and token.is_infix:
            return False
        if token.text in ("else", "catch", "where") or self.is_mark(index) and token.text in CLOSING:
            return False
        return not (before.kind == "operator" and before.is_infix or before.text in (",", "(", "[", "return"))

    def end_of_statement(self, index):
        while index < len(self.tokens) and not (self.is_mark(index) and self.tokens[index].text in CLOSING):
            index = self.after_group(index)
            if index < len(self.tokens) and (self.starts_statement(index) or self.tokens[index].text == ";"):
                break
        return index

    def body(self, index):
        """The words of the statements in a block, and the tokens that follow `return`."""
        tokens = self.tokens[index + 1 : self.partner[index]]
        words = {token.text for token in tokens if token.kind == "word"}
        returned = None
        for token, following in zip(tokens, [*tokens[1:], None]):
            if token.text == "return":
                returned = "" if following is None or following.leads else following.text
        return words, returned

    def _names(self):
        """The function or property around each token."""
        names, stack, pending = [], [("", -1)], None
        for index, token in enumerate(self.tokens):
            while len(stack) > 1 and index > stack[-1][1]:
                stack.pop()
            following = self.tokens[index + 1].text if index + 1 < len(self.tokens) else ""
            if token.text == "func" or token.text in ("var", "let") and following not in ("(", "_"):
                # A variable inside a function doesn't name the code around it.
                if token.text == "func" or len(stack) == 1:
                    pending = following
            elif token.text in ("init", "subscript", "deinit") and self.tokens[index - 1].text != ".":
                pending = token.text
            elif token.text == "{" and pending:
                stack.append((pending, self.partner[index]))
                pending = None
            elif token.text in ("struct", "class", "enum", "extension", "actor", "protocol"):
                pending = None
            names.append(stack[-1][0] or pending or "")
        return names

    def _compiled(self):
        """Whether each token is in a part that the debug build on Linux compiles."""
        flags, stack, state = [], [], True
        skip = 0
        for index, token in enumerate(self.tokens):
            if token.text in ("#if", "#elseif", "#else", "#endif"):
                end = index + 1
                while end < len(self.tokens) and not self.tokens[end].leads:
                    end += 1
                holds = is_true(self.span(index + 1, end)) if end > index + 1 else True
                skip = end
                if token.text == "#if":
                    stack.append((state, holds))
                    state = state and holds
                elif token.text == "#endif":
                    state, _ = stack.pop()
                else:
                    outer, found = stack[-1]
                    stack[-1] = (outer, found or holds)
                    state = outer and holds and not found
            flags.append(state and index >= skip)
        return flags


def is_true(condition):
    """The value of the condition of `#if`."""
    def value(found):
        name, argument = found.group(1), found.group(3)
        if name == "os":
            return str(argument == "Linux")
        if name == "canImport":
            return str(argument not in ABSENT)
        if name in ("compiler", "swift"):
            return "True"
        return str(name in DEFINED)

    text = re.sub(r"(\w+)(\(([^)]*)\))?", value, condition)
    return eval(text.replace("&&", " and ").replace("||", " or ").replace("!", " not "), {"__builtins__": {}})
