/// A short difference of two texts for people: the lines that left and the lines that came.
enum LineDiff {
  /// - Parameter limit: Most lines that are shown; a last line says how many more there are.
  static func short(from old: String, to new: String, limit: Int = 12) -> [String] {
    let old = old.split(separator: "\n", omittingEmptySubsequences: false)
    let new = new.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = new.difference(from: old).map { change in
      switch change {
      case .remove(let offset, let line, _): (number: offset, order: 0, text: "- \(offset + 1): \(line)")
      case .insert(let offset, let line, _): (number: offset, order: 1, text: "+ \(offset + 1): \(line)")
      }
    }
    let lines = changes.sorted { ($0.number, $0.order) < ($1.number, $1.order) }.map(\.text)
    let rest = lines.count - limit
    return rest > 0 ? Array(lines.prefix(limit)) + ["… and \(rest) more"] : lines
  }
}
