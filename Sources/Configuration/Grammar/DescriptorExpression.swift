/// A string in one of the descriptor language's small grammars.
///
/// The original spelling is kept, so that generated code shows the same text as the descriptor. Validating the
/// descriptor reports malformed strings. At run time, a malformed string matches nothing.
public protocol DescriptorExpression: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The string as it's written in the descriptor.
  var text: String { get }
  /// Stores the string without validating it. To find out whether it follows the grammar, read ``problem``.
  init(_ text: String)
  /// A description of the error in the string, or `nil` if it's well-formed.
  var problem: String? { get }
}

extension DescriptorExpression {
  /// Stores the string without validating it. To find out whether it follows the grammar, read ``problem``.
  public init(stringLiteral text: String) { self.init(text) }
  public var description: String { text }
}
