import AuthConfiguration

extension String {
  /// The string, which comes from the network, made safe for one line of a terminal or a comment.
  package func shown(limit: Int = 120) -> String {
    plainText(limit: limit)
  }
}

extension [String] {
  /// The elements as `a, b and c`. A long list is cut.
  package var listed: String {
    let limit = 12
    let shown = prefix(limit).map { $0.shown(limit: 80) }
    if count > limit { return shown.joined(separator: ", ") + " and \(count - limit) more" }
    guard let last = shown.last, count > 1 else { return shown.first ?? "nothing" }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension Array {
  /// The elements that satisfy the condition, and the others.
  package func halves(_ condition: (Element) -> Bool) -> (yes: [Element], no: [Element]) {
    (filter(condition), filter { !condition($0) })
  }
}
