"""Finds the rules of a file, and the edits that remove each one.

  guard   a condition of a `guard` always holds
  case    the pattern of a `guard` always matches
  when    one of several conditions of another `if` always holds
  if      an `if` or a `where` that rejects never applies
  or      an alternative of an `if` that rejects never applies
  and     a part of a Boolean expression always holds
  true    a function or a property always returns `true`
  false   a function or a property always returns `false`
  choice  a ternary operator never chooses `nil` or `false`
  call    a call that only checks isn't made
  row     a list of rules or names lacks one row
  limit   a maximum is a thousand times as large, or a minimum is zero
"""

import re
from dataclasses import dataclass

from mutate.source import Source

CHECKING = re.compile(r"(check|require|validate|verify|reject|ensure)([A-Z]\w*)?$")
# `longest` is a part of public names, such as `FileLock.longestHold`.
LIMIT = re.compile(r"(maximum|minimum|limit|longest|capacity)([A-Z]\w*)?$")
LONGEST = 100
REJECTING = {"nil", "false", "[", "."}
# Each begins a statement that isn't only an expression.
STATEMENTS = {"switch", "if", "guard", "let", "var", "for", "while", "do", "get", "set", "_read", "defer"}
BOUNDS = {"=", ",", ";", ":", "?", "(", "[", "{", "return", "in", "where", "if", "while", "guard", "case", "else", "try", "await"}


@dataclass(frozen=True)
class Place:
    """One rule that can be removed."""
    operator: str
    name: str
    start: int
    end: int
    # The source around the rule. `#` is the number of the mutant.
    before: str
    after: str
    # The number of mutants: more than one for a list.
    rows: tuple = ()


def find(text, lists=()):
    """The places of a file. The tables of the given declarations are lists of rules."""
    return Finder(Source(text), set(lists)).find()


def shortened(text):
    """The name of a rule in one short line."""
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


class Finder:
    def __init__(self, source, lists):
        self.source, self.lists, self.places = source, lists, []
        self.tokens = source.tokens
        # The `&&` that belong to a condition.
        self.seen = set()

    def find(self):
        for index, token in enumerate(self.tokens):
            if token.kind == "string" or not self.source.is_compiled[index] or self.is_member_name(index):
                continue
            if token.text == "guard":
                self.guard(index)
            elif token.text == "if":
                self.condition(index)
            elif token.text == "where":
                self.clause_of_loop(index)
            elif token.text in ("try", "_"):
                self.call(index)
            elif token.text == "static":
                self.limit(index)
            elif token.text == "[":
                self.rows(index)
            elif token.text == "?" and token.is_infix:
                self.choice(index)
            elif token.text == "Bool" and self.tokens[index + 1].text == "{":
                self.results(index + 1)
        for index, token in enumerate(self.tokens):
            if token.text == "&&" and self.source.is_compiled[index] and index not in self.seen:
                self.expression(index)
        return sorted(self.places, key=lambda place: (place.start, -place.end))

    def is_member_name(self, index):
        return index > 0 and self.tokens[index - 1].text == "." or self.tokens[min(index + 1, len(self.tokens) - 1)].text == ":"

    def add(self, operator, index, first, last, before, after, rows=()):
        text = shortened(self.source.span(first, last))
        self.places.append(Place(
            operator, f"{self.source.names[index]}: {operator} {text}", self.tokens[first].start, self.tokens[last - 1].end,
            before, after, rows))

    def replace(self, operator, index, span, value):
        """Makes a Boolean expression constant. `try` and `await` cover everything to their right, so they stay in front."""
        first, last = span
        while self.tokens[first].text in ("try", "await"):
            first += 1
        self.add(operator, index, first, last, f"(Mutant.isActive(#) ? {value} : (", "))")

    def guard(self, index):
        end = self.source.find(index + 1, "else")
        for clause in self.source.clauses(index + 1, end):
            self.mark(*clause)
            if not self.source.is_condition(clause):
                self.pattern(index, clause)
                continue
            groups = self.source.operands(*clause)
            # A relaxed alternative is the same as no condition.
            for span in groups[0] if len(groups) == 1 else [clause]:
                self.replace("guard", index, span, "true")

    def pattern(self, index, clause):
        """A pattern without a variable, such as `case .known(nil) = value`, as a Boolean expression."""
        first, last = clause
        words = {token.text for token in self.tokens[first:last] if token.kind == "word"}
        if self.tokens[first].text == "case" and words.isdisjoint(("let", "var", "try", "await")):
            self.add("case", index, first, last, "(Mutant.isActive(#) ? true : ({ if ", " { true } else { false } }()))")

    def rejects(self, block):
        words, returned = self.source.body(block)
        return "throw" in words or returned in REJECTING

    def condition(self, index):
        block = self.source.find(index + 1, "{")
        if block is None:
            return
        clauses = self.source.clauses(index + 1, block)
        for clause in clauses:
            self.mark(*clause)
        if not self.rejects(block):
            for clause in clauses if len(clauses) > 1 else []:
                groups = self.source.operands(*clause) if self.source.is_condition(clause) else []
                # The parts of a chain have their own mutants.
                if len(groups) == 1 and len(groups[0]) == 1:
                    self.replace("when", index, clause, "true")
            return
        groups = self.source.operands(*clauses[0]) if len(clauses) == 1 and self.source.is_condition(clauses[0]) else []
        if len(groups) > 1:
            for group in groups:
                self.replace("or", index, (group[0][0], group[-1][1]), "false")
        else:
            self.add("if", index, index + 1, block, "!Mutant.isActive(#), ", "")

    def clause_of_loop(self, index):
        """The `where` of a loop or a case that rejects."""
        end = self.source.find(index + 1, "{", ":")
        if end is None or self.begins_generics(index):
            return
        self.mark(index + 1, end)
        if self.tokens[end].text == "{" and self.rejects(end):
            self.replace("if", index, (index + 1, end), "false")

    def begins_generics(self, index):
        before = index
        while before and not self.source.starts_statement(before):
            before -= 1
        return not any(token.text in ("for", "catch", "case") for token in self.tokens[before:index])

    def mark(self, first, last):
        """Notes the `&&` of a condition."""
        while first < last:
            if self.tokens[first].text == "&&":
                self.seen.add(first)
            first = self.source.after_group(first)

    def expression(self, index):
        """The chain of `&&` and `||` around a token."""
        first, last = self.beginning(index), index + 1
        while last < len(self.tokens) and not self.ends(last):
            last = self.source.after_group(last)
        for group in self.source.operands(first, last):
            self.mark(group[0][0], group[-1][1])
            for span in group if len(group) > 1 else []:
                self.replace("and", index, span, "true")

    def beginning(self, index):
        """The first token of the expression that a token belongs to."""
        while not self.begins(index - 1):
            index = self.source.partner[index - 1] if self.closes(index - 1) else index - 1
            if self.source.starts_statement(index):
                break
        return index

    def choice(self, index):
        """A ternary operator with `nil` or `false`."""
        other = self.source.find(index + 1, ":")
        for branch, value in ((index + 1, "false"), (other and other + 1, "true")):
            if not branch or self.tokens[branch].text not in ("nil", "false") or not self.ends(branch + 1):
                continue
            span = self.beginning(index), index
            # The parts of a chain of `&&` have their own mutants.
            if value == "false" or all(len(chain) == 1 for chain in self.source.operands(*span)):
                self.replace("choice", index, span, value)

    def begins(self, index):
        token = self.tokens[index]
        return token.text in BOUNDS and (token.text != "?" or token.is_infix) and token.kind != "string"

    def closes(self, index):
        return self.source.is_mark(index) and self.tokens[index].text in (")", "]", "}")

    def ends(self, index):
        token = self.tokens[index]
        return (
            self.closes(index) or token.text in (",", ";", ":", "else") or token.text == "?" and token.is_infix
            or self.source.starts_statement(index))

    def call(self, index):
        """A statement such as `try check(…)`, or `_ = try await check(…)`."""
        if not self.source.starts_statement(index) and self.tokens[index - 1].text not in ("{", "in"):
            return
        first = index
        if self.tokens[index].text == "_":
            if self.tokens[index + 1].text != "=" or self.tokens[index + 2].text != "try":
                return
            index += 2
        last = self.source.end_of_statement(index)
        index += 1
        while self.tokens[index].text == "await":
            index += 1
        called = None
        while index < last and (self.tokens[index].kind == "word" or self.tokens[index].text in (".", "?")):
            called = self.tokens[index].text
            index += 1
        is_call = called and CHECKING.match(called) and index < last and self.tokens[index].text == "("
        if is_call and not self.is_result(first, last):
            self.add("call", first, first, last, "if !Mutant.isActive(#) { ", " }")

    def results(self, block):
        """The last result of a function or property, and those of its conditions."""
        end = self.source.partner[block]
        index = block + 1
        while index < end:
            last = self.source.end_of_statement(index)
            if self.tokens[index].text == "return":
                self.result(index, (index + 1, last))
            elif self.tokens[index].text == "if" and (inner := self.source.find(index, "{")):
                if self.tokens[inner + 1].text == "return" and self.source.end_of_statement(inner + 1) == self.source.partner[inner]:
                    self.result(index, (inner + 2, self.source.partner[inner]))
            elif index == block + 1 and last == end and self.tokens[index].text not in STATEMENTS:
                self.result(index, (index, last))
            index = last

    def result(self, index, span):
        if self.tokens[span[0]].text in STATEMENTS:
            return
        chains = self.source.operands(*span)
        if span[1] - span[0] == 1 and self.tokens[span[0]].text in ("true", "false") or any(len(chain) > 1 for chain in chains):
            return
        for value in ("true", "false"):
            self.replace(value, index, span, value)

    def is_result(self, first, last):
        """Whether a statement is the result of its function, because it's the only one."""
        index = first - 1
        if self.tokens[index].text != "{" or self.source.partner[index] != last:
            return False
        while index and not self.source.starts_statement(index):
            index = self.source.partner[index - 1] if self.closes(index - 1) else index - 1
            if self.tokens[index].text in ("->", "{"):
                return self.tokens[index].text == "->"
        return False

    def limit(self, index):
        if self.tokens[index + 1].text != "let" or not LIMIT.match(self.tokens[index + 2].text):
            return
        last = self.source.end_of_statement(index)
        first = self.source.find(index, "=")
        if first is None or first > last or self.source.is_mark(first + 1):
            return
        name = self.tokens[index + 2].text
        value = "0" if name.startswith("minimum") else "1000"
        self.add("limit", index + 3, first + 1, last, "(", f") * (Mutant.isActive(#) ? {value} : 1)")

    def rows(self, index):
        """A table of rules."""
        name, end = self.source.names[index], self.source.partner[index]
        before = self.tokens[index - 1]
        if name not in self.lists or before.kind == "string" or self.closes(index - 1) or before.text in (":", "->"):
            return
        if before.kind == "word" and before.text not in ("in", "return"):
            return
        elements = [part for part in self.source.clauses(index + 1, end) if part[0] < part[1]]
        if len(elements) < 2 or any(self.source.find(first, ":") in range(first, last) for first, last in elements):
            return
        rows = tuple(shortened(self.source.span(*element)) for element in elements)
        isSet = [token.text for token in self.tokens[max(0, index - 3) : index]] == [":", "Set", "="]
        self.places.append(Place(
            "row", f"{name}: row", self.tokens[index].start, self.tokens[end].end,
            ("Set(" if isSet else "") + "Mutant.rows(", ", first: #)" + (")" if isSet else ""), rows))
