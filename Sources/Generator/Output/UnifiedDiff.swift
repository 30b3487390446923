/// The difference between two strings in the format of `diff -u`.
public struct UnifiedDiff: Sendable, Hashable {
  /// The two headers, the hunks, and a last line if the diff is cut. Empty for equal strings.
  public let lines: [String]

  /// - Parameter limit: The maximum number of lines below the headers.
  public init(from old: String, to new: String, oldName: String, newName: String, limit: Int = 200) {
    let edits = LineEdit.edits(from: old.diffLines, to: new.diffLines)
    let hunks = Hunk.hunks(of: edits)
    var body: [String] = []
    for hunk in hunks where body.count < limit { body += hunk.lines(atMost: limit - body.count) }
    let rest = hunks.reduce(-body.count) { $0 + $1.lines(atMost: .max).count }
    let note = rest > 0 ? ["… and \(rest) more lines of difference"] : []
    lines = hunks.isEmpty ? [] : ["--- \(oldName)", "+++ \(newName)"] + body + note
  }
}

/// Changes that are close to one another, with three lines of context.
private struct Hunk {
  private static let context = 3

  var oldStart: Int
  var newStart: Int
  var edits: ArraySlice<LineEdit>

  static func hunks(of edits: [LineEdit]) -> [Hunk] {
    ranges(of: edits).map { range in
      let before = edits[..<range.lowerBound]
      return Hunk(oldStart: before.count(of: \.isOld), newStart: before.count(of: \.isNew), edits: edits[range])
    }
  }

  private static func ranges(of edits: [LineEdit]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for index in edits.indices where !edits[index].isKept {
      let range = max(0, index - context)..<min(edits.count, index + context + 1)
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }

  /// The hunk's lines. If the hunk is cut, its header counts the remaining lines, so that the diff can still be applied.
  func lines(atMost limit: Int) -> [String] {
    var shown = edits
    var count = 1 + edits.reduce(0) { $0 + $1.shown.count }
    while count > max(2, limit), let last = shown.popLast() { count -= last.shown.count }
    return Hunk(oldStart: oldStart, newStart: newStart, edits: shown).lines
  }

  private var lines: [String] {
    let old = Self.range(oldStart, edits.count(of: \.isOld))
    let new = Self.range(newStart, edits.count(of: \.isNew))
    return ["@@ -\(old) +\(new) @@"] + edits.flatMap(\.shown)
  }

  /// The range of a side, counted from 1. An empty side begins at the line before it.
  private static func range(_ start: Int, _ count: Int) -> String {
    let first = count == 0 ? start : start + 1
    return count == 1 ? "\(first)" : "\(first),\(count)"
  }
}

extension ArraySlice<LineEdit> {
  fileprivate func count(of side: (LineEdit) -> Bool) -> Int { reduce(0) { side($1) ? $0 + 1 : $0 } }
}
