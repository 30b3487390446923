import AuthDescriptor

/// A patch for the facts that moved, in the format of `diff -u`, to apply with `git apply` at the top of the repository.
///
/// Each change replaces one value on its line, so the lines of both files have the same numbers.
struct DriftPatch: Sendable {
  private static let context = 3

  let facts: [MovedFact]
  /// Returns the text of a file by its name in findings.
  let read: @Sendable (String) -> String?

  /// Empty if no line can be replaced.
  var text: String {
    let files = Dictionary(grouping: facts, by: \.location.file).sorted { $0.key < $1.key }
    return files.map { file, facts in read(file).map { patch(of: file, $0, facts) } ?? "" }.joined()
  }

  private func patch(of file: String, _ text: String, _ facts: [MovedFact]) -> String {
    let old = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var new = old
    for fact in facts {
      let index = fact.location.line - 1
      guard new.indices.contains(index), let range = new[index].firstRange(of: fact.before) else { continue }
      new[index].replaceSubrange(range, with: fact.after)
    }
    let changed = old.indices.filter { old[$0] != new[$0] }
    guard !changed.isEmpty else { return "" }
    let hunks = Self.ranges(around: changed, in: old).map { Self.hunk($0, old, new) }
    let path = Self.path(of: file)
    return "--- a/\(path)\n+++ b/\(path)\n" + hunks.joined()
  }

  private static func ranges(around lines: [Int], in text: [String]) -> [Range<Int>] {
    // The text after the last line feed isn't a line.
    let end = text.last == "" ? text.count - 1 : text.count
    return lines.reduce(into: []) { ranges, line in
      let range = max(0, line - context)..<min(end, line + context + 1)
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
  }

  private static func hunk(_ range: Range<Int>, _ old: [String], _ new: [String]) -> String {
    var body = ""
    var index = range.lowerBound
    while index < range.upperBound {
      guard old[index] != new[index] else {
        body += " \(old[index])\n"
        index += 1
        continue
      }
      let end = (index..<range.upperBound).first { old[$0] == new[$0] } ?? range.upperBound
      body += old[index..<end].map { "-\($0)\n" }.joined() + new[index..<end].map { "+\($0)\n" }.joined()
      index = end
    }
    return "@@ -\(range.lowerBound + 1),\(range.count) +\(range.lowerBound + 1),\(range.count) @@\n" + body
  }

  /// The path from the top of the repository. The catalog's files are in `Providers`.
  private static func path(of file: String) -> String {
    let builtIn = SourceLocation.builtInPrefix
    return file.hasPrefix(builtIn) ? "Providers/" + file.dropFirst(builtIn.count) : file
  }
}
