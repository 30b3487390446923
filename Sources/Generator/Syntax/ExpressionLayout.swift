/// How long a line may be.
package enum ExpressionLayout {
  /// Whether the text, with a bracket and a comma after it, ends before the limit.
  package static func fits(_ text: String, column: Int) -> Bool {
    column + text.count + 3 <= DocComment.lineLength
  }
}
