/// A step in the edit from one text to another.
enum LineEdit {
  case keep(DiffLine)
  case remove(DiffLine)
  case insert(DiffLine)

  /// The maximum number of lines for which to find a shortest difference. For more lines it takes too long and isn't useful.
  private static let limit = 8_000

  static func edits(from old: [DiffLine], to new: [DiffLine]) -> [LineEdit] {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let middle = changes(from: Array(old[head..<(old.count - tail)]), to: Array(new[head..<(new.count - tail)]))
    return old.prefix(head).map(LineEdit.keep) + middle + old.suffix(tail).map(LineEdit.keep)
  }

  private static func changes(from old: [DiffLine], to new: [DiffLine]) -> [LineEdit] {
    guard old.count + new.count <= limit else { return old.map(LineEdit.remove) + new.map(LineEdit.insert) }
    let difference = new.difference(from: old)
    let removed = Set(difference.removals.map(\.offset))
    let inserted = Set(difference.insertions.map(\.offset))
    var edits: [LineEdit] = []
    var position = 0
    for (index, line) in old.enumerated() {
      while !removed.contains(index), inserted.contains(position) {
        edits.append(.insert(new[position]))
        position += 1
      }
      if removed.contains(index) {
        edits.append(.remove(line))
      } else {
        edits.append(.keep(line))
        position += 1
      }
    }
    return edits + new[position...].map(LineEdit.insert)
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

extension LineEdit {
  var isOld: Bool { if case .insert = self { false } else { true } }
  var isNew: Bool { if case .remove = self { false } else { true } }
  var isKept: Bool { isOld && isNew }

  var shown: [String] {
    switch self {
    case .keep(let line): line.shown(" ")
    case .remove(let line): line.shown("-")
    case .insert(let line): line.shown("+")
    }
  }
}

/// A line with its line feed. Lines are compared by bytes, so strings that only look alike differ.
struct DiffLine: Hashable {
  var bytes: ArraySlice<UInt8>

  /// The line after its sign. A missing line feed at the end is marked, because it's a difference too.
  func shown(_ sign: String) -> [String] {
    let isWhole = bytes.last == UInt8(ascii: "\n")
    let text = sign + String(decoding: isWhole ? bytes.dropLast() : bytes, as: UTF8.self)
    return isWhole ? [text] : [text, "\\ No newline at end of file"]
  }
}

extension String {
  /// The lines, split at line feeds only and with the line feeds kept. Swift treats CRLF as one character.
  var diffLines: [DiffLine] {
    var lines: [DiffLine] = []
    var rest = Array(utf8)[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
      lines.append(DiffLine(bytes: rest[..<end]))
      rest = rest[end...]
    }
    return lines
  }
}
