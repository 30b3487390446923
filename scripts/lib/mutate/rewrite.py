"""Writes sources in which an environment variable selects the rules that are missing."""

from dataclasses import dataclass

from mutate import places

GENERATED = """\
import Foundation

/// The missing rules. `scripts/mutate` writes this file.
enum Mutant {
  private static let active = (environment("AUTH_MUTANT") ?? "").split(separator: ",").compactMap { Int($0) }
  private static let trace = environment("AUTH_MUTANT_TRACE").map { open($0, O_WRONLY | O_APPEND | O_CREAT, 0o600) }
  /// Two threads may note the same mutant. That does no harm.
  nonisolated(unsafe) private static let reached: UnsafeMutablePointer<Bool> = {
    let reached = UnsafeMutablePointer<Bool>.allocate(capacity: COUNT)
    reached.initialize(repeating: false, count: COUNT)
    return reached
  }()

  static func isActive(_ number: Int) -> Bool {
    if let trace, !reached[number] { note(number, in: trace) }
    return active.contains(number)
  }

  /// Returns a list without the rows whose mutants are active.
  static func rows<Row>(_ all: [Row], first: Int) -> [Row] {
    all.indices.filter { !isActive(first + $0) }.map { all[$0] }
  }

  private static func note(_ number: Int, in file: Int32) {
    reached[number] = true
    // The rule may read the `errno` of an earlier call. In tests of full disks, this write fails and would overwrite it.
    let error = errno
    defer { errno = error }
    let line = Array("\\(number)\\n".utf8)
    _ = write(file, line, line.count)
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
"""


@dataclass(frozen=True)
class Mutant:
    number: int
    name: str
    file: str
    line: int


def rewrite(text, file, first, lists=()):
    """The source with all mutants of a file, and the mutants, numbered from the given one."""
    mutants, insertions, used = [], [], {}
    for place in places.find(text, lists):
        number = first + len(mutants)
        line = text.count("\n", 0, place.start) + 1
        for suffix in [f" {row}" for row in place.rows] or [""]:
            name = f"{file}: {place.name}{suffix}"
            used[name] = used.get(name, 0) + 1
            unique = name if used[name] == 1 else f"{name} ({used[name]})"
            mutants.append(Mutant(first + len(mutants), unique, file, line))
        length = place.end - place.start
        # At one position, insertions that close come before those that open, and inner before outer ones.
        insertions.append(((place.start, 1, -length), place.before.replace("#", str(number))))
        insertions.append(((place.end, 0, length), place.after.replace("#", str(number))))
    result, position = [], 0
    for (offset, *_), inserted in sorted(insertions, key=lambda item: item[0]):
        result += [text[position:offset], inserted]
        position = offset
    return "".join(result) + text[position:], mutants


def runtime(count):
    """The file that each module with mutants gets."""
    return GENERATED.replace("COUNT", str(count + 1))
