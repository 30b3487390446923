import SwiftSyntax

/// A declaration with where it stands, such as `Auth0.Prompt.login`.
struct DeclaredName: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Swift's word for it: `enum`, `struct`, `case`, `let`, `var`, `func`, `init`, `typealias`, `extension`.
  var kind: String
  var path: [String]

  init(_ kind: String, _ path: String...) {
    self.kind = kind
    self.path = path
  }

  init(_ kind: String, path: [String]) {
    self.kind = kind
    self.path = path
  }

  var description: String { "\(kind) \(path.joined(separator: "."))" }

  static func < (left: DeclaredName, right: DeclaredName) -> Bool { left.description < right.description }
}

/// Lists what a file declares, local variables included, in the order of the file.
final class DeclaredNames: SyntaxVisitor {
  private var names: [DeclaredName] = []
  private var path: [String] = []

  static func collect(from tree: SourceFileSyntax) -> [DeclaredName] {
    let visitor = DeclaredNames(viewMode: .sourceAccurate)
    visitor.walk(tree)
    return visitor.names
  }

  private func enter(_ kind: String, _ name: String) -> SyntaxVisitorContinueKind {
    add(kind, name)
    path.append(name)
    return .visitChildren
  }

  private func add(_ kind: String, _ name: String) {
    names.append(DeclaredName(kind, path: path + [name]))
  }

  private func leave() {
    path.removeLast()
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter("enum", node.name.text) }
  override func visitPost(_ node: EnumDeclSyntax) { leave() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter("struct", node.name.text) }
  override func visitPost(_ node: StructDeclSyntax) { leave() }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter("class", node.name.text) }
  override func visitPost(_ node: ClassDeclSyntax) { leave() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter("actor", node.name.text) }
  override func visitPost(_ node: ActorDeclSyntax) { leave() }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { enter("protocol", node.name.text) }
  override func visitPost(_ node: ProtocolDeclSyntax) { leave() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter("extension", node.extendedType.trimmedDescription)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { leave() }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { enter("func", node.name.text) }
  override func visitPost(_ node: FunctionDeclSyntax) { leave() }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { enter("init", "init") }
  override func visitPost(_ node: InitializerDeclSyntax) { leave() }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    add("subscript", "subscript")
    return .visitChildren
  }

  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    add("deinit", "deinit")
    return .visitChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    add("typealias", node.name.text)
    return .visitChildren
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    add("import", node.path.trimmedDescription)
    return .visitChildren
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    add("case", node.name.text)
    return .visitChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for binding in node.bindings { add(node.bindingSpecifier.text, binding.pattern.trimmedDescription) }
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    add("parameter", (node.secondName ?? node.firstName).text)
    return .visitChildren
  }

  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
    add("macro", node.macroName.text)
    return .visitChildren
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    add("macro", node.macroName.text)
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    add("closure", "{}")
    return .visitChildren
  }

  /// No text of a descriptor may become code inside a literal.
  override func visit(_ node: ExpressionSegmentSyntax) -> SyntaxVisitorContinueKind {
    add("interpolation", node.trimmedDescription)
    return .visitChildren
  }

  override func visit(_ node: OperatorDeclSyntax) -> SyntaxVisitorContinueKind {
    add("operator", node.name.text)
    return .visitChildren
  }

  override func visit(_ node: PrecedenceGroupDeclSyntax) -> SyntaxVisitorContinueKind {
    add("precedencegroup", node.name.text)
    return .visitChildren
  }

  override func visit(_ node: MacroDeclSyntax) -> SyntaxVisitorContinueKind {
    add("macro", node.name.text)
    return .visitChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    add("attribute", node.trimmedDescription)
    return .visitChildren
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    add("condition", "#if")
    return .visitChildren
  }
}
