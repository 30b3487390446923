import SwiftParser
import SwiftSyntax

/// The structure of a Swift file without its strings. It's written for the tests and doesn't use the generator's code.
struct CodeOutline {
  /// A declaration or a statement, with its kind and its optional name.
  struct Item: Hashable {
    var kind: String
    var name: String
  }

  let hasError: Bool
  private(set) var items: [Item] = []
  /// The values of string literals. `nil` stands for a literal with an interpolation.
  private(set) var literals: [String?] = []
  /// All code outside literals and comments.
  private(set) var code: [String] = []
  /// The comments, one array of lines for each block.
  private(set) var comments: [[String]] = []

  init(_ contents: String) {
    let tree = Parser.parse(source: contents)
    hasError = tree.hasError || tree.hasWarning
    let visitor = OutlineVisitor(viewMode: .sourceAccurate)
    visitor.walk(tree)
    (items, literals) = (visitor.items, visitor.literals)
    for token in tree.tokens(viewMode: .sourceAccurate) {
      add(token.leadingTrivia)
      if case .stringSegment = token.tokenKind {} else { code.append(token.text) }
      add(token.trailingTrivia)
    }
  }

  private mutating func add(_ trivia: Trivia) {
    let lines = trivia.compactMap { piece -> String? in
      switch piece {
      case .docLineComment(let text), .lineComment(let text), .blockComment(let text), .docBlockComment(let text): text
      case .unexpectedText(let text): "unexpected " + text
      default: nil
      }
    }
    if !lines.isEmpty { comments.append(lines) }
  }
}

private final class OutlineVisitor: SyntaxAnyVisitor {
  var items: [CodeOutline.Item] = []
  var literals: [String?] = []

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if let literal = node.as(StringLiteralExprSyntax.self) { literals.append(literal.representedLiteralValue) }
    if let name = name(of: node) { items.append(CodeOutline.Item(kind: "\(node.kind)", name: name)) }
    return .visitChildren
  }

  private func name(of node: Syntax) -> String? {
    if let statement = node.as(CodeBlockItemSyntax.self) { return isAssignment(statement) ? nil : "" }
    if let argument = node.as(FunctionParameterSyntax.self) { return (argument.secondName ?? argument.firstName).text }
    if let word = node.as(EnumCaseElementSyntax.self) { return word.name.text }
    if let binding = node.as(PatternBindingSyntax.self) { return binding.pattern.trimmedDescription }
    if let named = node.asProtocol((any NamedDeclSyntax).self) { return named.name.text }
    switch node.kind {
    case .closureExpr, .macroExpansionExpr, .attribute, .expressionSegment, .ifConfigDecl, .inheritedType: return ""
    default: return node.is(DeclSyntax.self) ? "" : nil
    }
  }

  /// The number of assignments may depend on the descriptor's strings.
  private func isAssignment(_ statement: CodeBlockItemSyntax) -> Bool {
    guard let parts = statement.item.as(SequenceExprSyntax.self)?.elements, parts.count == 3 else { return false }
    let isRoot = ["it", "configuration"].contains(parts.first?.firstToken(viewMode: .sourceAccurate)?.text)
    return isRoot && parts.dropFirst().first?.is(AssignmentExprSyntax.self) == true
  }
}
