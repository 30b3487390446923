import AuthDescriptor

/// Expressions are laid out as swift-format would: on one line if they fit, otherwise with one element per line.
extension SwiftExpression {
  /// The expression on one line.
  var line: String {
    switch self {
    case .text(let text): text
    case .string(let text): SwiftLiteral.string(text)
    case .list(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
    case .dictionary(let members):
      members.isEmpty ? "[:]" : "[" + members.map { Self.key($0) + $0.value.line }.joined(separator: ", ") + "]"
    case .call(let name, let arguments):
      name + "(" + arguments.map { Self.prefix($0) + $0.value.line }.joined(separator: ", ") + ")"
    }
  }

  /// The expression on as many lines as it needs.
  ///
  /// - Parameters:
  ///   - column: The column where the expression begins.
  ///   - indentation: The column where its line begins.
  func formatted(column: Int, indentation: Int) -> String {
    let line = line
    if ExpressionLayout.fits(line, column: column) { return line }
    switch self {
    case .text, .string: return line
    case .list(let elements):
      return broken("[", elements.map { ("", $0) }, "]", indentation, trailing: elements.count > 1)
    case .dictionary(let members):
      return broken("[", members.map { (Self.key($0), $0.value) }, "]", indentation, trailing: members.count > 1)
    case .call(let name, let arguments):
      return broken(name + "(", arguments.map { (Self.prefix($0), $0.value) }, ")", indentation, trailing: false)
    }
  }

  private static func prefix(_ argument: Argument) -> String {
    argument.label.isEmpty ? "" : argument.label + ": "
  }

  private static func key(_ member: Argument) -> String { SwiftLiteral.string(member.label) + ": " }

  private func broken(
    _ opening: String, _ parts: [(prefix: String, value: SwiftExpression)], _ closing: String, _ indentation: Int,
    trailing: Bool
  ) -> String {
    let inner = String(repeating: " ", count: indentation + 2)
    let lines = parts.enumerated().map { index, part in
      let text = part.value.formatted(column: indentation + 2 + part.prefix.width, indentation: indentation + 2)
      let isLast = index == parts.count - 1
      return inner + part.prefix + text + (!isLast || trailing ? "," : "")
    }
    return ([opening] + lines + [String(repeating: " ", count: indentation) + closing]).joined(separator: "\n")
  }
}

extension SwiftAssignment {
  func formatted(indentation: Int) -> String {
    let start = path + " = "
    return start + value.formatted(column: indentation + start.count, indentation: indentation)
  }
}
