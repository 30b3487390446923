"""Finds the types that a Swift file declares and names, without the compiler. It includes code for other platforms."""

import re

# Comments and strings. The compiler's index contains the code in string interpolations.
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|#*"""(?:\\.|.)*?"""#*|#+"[^\n]*?"#+|"(?:\\.|[^"\\\n])*"|#/.*?/#', re.DOTALL)
DECLARATION = re.compile(r"\b(?:struct|class|enum|actor|protocol|typealias|associatedtype)\s+([A-Z]\w*)")
GENERIC = re.compile(r"\b(?:func|struct|class|enum|actor|init|subscript|typealias)\b[^({\n]*?<([^>{]*)>")
NAME = re.compile(r"(?<![.\w])[A-Z]\w*")


class SourceText:
    """The types of a file: `declared` at the top level, `hidden` inside other types, and `named` with their lines."""

    def __init__(self, text):
        code = NO_CODE.sub(lambda match: "\n" * match[0].count("\n"), text)
        self.declared, self.hidden = set(), set()
        for match in DECLARATION.finditer(code):
            before = code[:match.start()]
            (self.hidden if before.count("{") > before.count("}") else self.declared).add(match[1])
        for match in GENERIC.finditer(code):
            self.hidden.update(NAME.findall(re.sub(r":[^,]*", "", match[1])))
        self.named = [(name[0], number) for number, line in enumerate(code.split("\n"), 1) for name in NAME.finditer(line)]
