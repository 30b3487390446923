import AuthRuntime

extension String {
  /// The string, which comes from the network, made safe for one line of a terminal or a comment.
  func shown(limit: Int = 120) -> String {
    plainText(limit: limit)
  }
}

extension [String] {
  /// The elements as `a, b and c`. A long list is cut.
  var listed: String {
    let limit = 12
    let shown = prefix(limit).map { $0.shown(limit: 80) }
    if count > limit { return shown.joined(separator: ", ") + " and \(count - limit) more" }
    guard let last = shown.last, count > 1 else { return shown.first ?? "nothing" }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }
}
