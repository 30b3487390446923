/// The limit for the length of a line.
package enum ExpressionLayout {
  /// Whether the text, followed by a bracket and a comma, fits on the line.
  package static func fits(_ text: String, column: Int) -> Bool {
    text.fits(DocComment.lineLength - column - 3)
  }
}

extension String {
  /// Whether the string has at most `width` characters. Nearly every string that fits also has at most as many bytes, and
  /// counting bytes is faster.
  func fits(_ width: Int) -> Bool { utf8.count <= width || self.width <= width }

  /// The number of characters without marks.
  var width: Int { utf8.allSatisfy { $0 < 0x80 } ? utf8.count : StringMarks.removed(from: self).count }
}
