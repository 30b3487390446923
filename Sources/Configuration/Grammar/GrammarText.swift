/// A text of one of the descriptor language's small languages.
///
/// It is kept as it was written, so that generated code shows what the descriptor says. A text that is no sentence of
/// its language is found when the descriptor is validated; at run time it matches nothing.
public protocol GrammarText: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text as the descriptor spells it.
  var text: String { get }
  /// Keeps the text; ``problem`` says whether it follows the grammar.
  init(_ text: String)
  /// What is wrong with the text, or `nil`.
  var problem: String? { get }
}

extension GrammarText {
  /// Keeps the text; ``problem`` says whether it follows the grammar.
  public init(stringLiteral text: String) { self.init(text) }
  public var description: String { text }
}
