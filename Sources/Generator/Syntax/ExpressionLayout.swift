/// The limit for the length of a line.
package enum ExpressionLayout {
  /// Whether the text, followed by a bracket and a comma, fits on the line.
  package static func fits(_ text: String, column: Int) -> Bool {
    column + text.count + 3 <= DocComment.lineLength
  }
}
