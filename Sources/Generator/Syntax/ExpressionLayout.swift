/// Lays collections and calls out as swift-format would: in one line if it fits, else an element a line.
enum ExpressionLayout {
  /// An array literal.
  ///
  /// - Parameters:
  ///   - elements: Swift expressions.
  ///   - column: Where the bracket stands.
  ///   - indentation: Where the line begins.
  static func array(_ elements: [String], column: Int, indentation: Int) -> String {
    let line = "[" + elements.joined(separator: ", ") + "]"
    if fits(line, column: column) || elements.isEmpty { return line }
    let margin = String(repeating: " ", count: indentation)
    let lines = elements.map { "\(margin)  \($0)" + (elements.count > 1 ? "," : "") }
    return (["["] + lines + ["\(margin)]"]).joined(separator: "\n")
  }

  /// Whether the text, with a bracket and a comma after it, ends before the limit.
  static func fits(_ text: String, column: Int) -> Bool {
    column + text.count + 3 <= DocComment.lineLength
  }
}
