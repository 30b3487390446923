import AuthDescriptor
import Stencil

/// Parses templates into our nodes for the part of Stencil's language that the linter allows. Filters and the context are
/// Stencil's.
///
/// Stencil could do all of this: a loader that caches templates, `TrimBehaviour.smart`, and its own nodes render the same
/// bytes. With them, two providers took 485 ms instead of 266 ms, and the catalog took 3.3 s instead of 1.6 s. (Measured for the
/// whole process in a debug build, as the plugin runs it, with both renders of a file.) The limit of `generation.debug.ms` is
/// 400. Stencil parses each path and each `include` on every render and trims all text with regular expressions, and its lexer
/// is slower than linear. Stencil's parser splits each tag into words several times. With that parser, one fifth of the
/// instructions in a run for one provider went into parsing the built-in templates, which is twice as many as now. Our nodes parse
/// a template once, and a path is a list of keys.
struct NodeParser {
  private var pieces: ArraySlice<TemplatePiece>
  private let environment: Environment
  private let included: (_ name: String) throws -> [any NodeType]

  /// - Parameter included: A closure that returns the nodes of an included template.
  init(_ pieces: [TemplatePiece], _ environment: Environment, included: @escaping (String) throws -> [any NodeType]) {
    (self.pieces, self.environment, self.included) = (pieces[...], environment, included)
  }

  /// Parses the whole template. The linter has already reported all errors that have a position.
  mutating func parse() throws -> [any NodeType] {
    let (nodes, end) = try nodes(until: [])
    guard end.isEmpty else { throw TemplateSyntaxError("unexpected '\(end.joined(separator: " "))'") }
    return nodes
  }

  /// Parses up to one of the given tags, and consumes that tag.
  ///
  /// - Returns: The nodes, and the words of that tag, which are empty at the end of the template.
  private mutating func nodes(until ends: [String]) throws -> (nodes: [any NodeType], end: [String]) {
    var nodes: [any NodeType] = []
    while let piece = pieces.popFirst() {
      switch piece {
      case .text(let text): nodes.append(TextNode(text: text))
      case .tag(let tag):
        switch tag.kind {
        case .comment: break
        case .variable: nodes += try value(tag.content)
        case .block:
          let words = tag.content.words(separatedBy: " ")
          if let name = words.first, ends.contains(name) { return (nodes, words) }
          nodes.append(try block(words))
        }
      }
    }
    guard ends.isEmpty else { throw TemplateSyntaxError("expected '\(ends.joined(separator: "' or '"))'") }
    return (nodes, [])
  }

  private func value(_ expression: String) throws -> [any NodeType] {
    guard expression.utf8.contains(UInt8(ascii: "|")) else { return [ValueNode(path: ModelPath(expression))] }
    // Stencil's initializer for source positions isn't public.
    let nowhere = Template(templateString: " ").tokens[0].sourceMap
    let token = Token.variable(value: expression, at: nowhere)
    return try TokenParser(tokens: [token], environment: environment).parse()
  }

  private mutating func block(_ words: [String]) throws -> any NodeType {
    switch words.first {
    case "for" where words.count == 4:
      let path = ModelPath(words[3])
      return LoopNode(name: words[1], path: path, nodes: try nodes(until: ["endfor"]).nodes)
    case "if": return ConditionNode(branches: try branches(words))
    case "include" where words.count == 2:
      return IncludedNodes(name: String(words[1].dropFirst().dropLast()), nodes: included)
    default: throw TemplateSyntaxError("unexpected '\(words.joined(separator: " "))'")
    }
  }

  private mutating func branches(_ words: [String]) throws -> [Branch] {
    var branches: [Branch] = []
    var words = words
    while words.first != "endif" {
      let isLast = words.first == "else"
      let condition = isLast ? nil : try ModelCondition(words.dropFirst())
      let (nodes, next) = try nodes(until: isLast ? ["endif"] : ["elif", "else", "endif"])
      branches.append(Branch(condition: condition, nodes: nodes))
      words = next
    }
    return branches
  }
}

/// `configuration.id`
struct ModelPath {
  private let first: String
  private let rest: [String]

  init(_ text: String) {
    let keys = text.words(separatedBy: ".")
    first = keys.first ?? ""
    rest = Array(keys.dropFirst())
  }

  func value(in context: Context) -> Any? {
    rest.reduce(context[first]) { value, key in (value as? Members)?[dynamicMember: key] }
  }
}

/// Paths with `not`, `and`, and `or`, in this order of precedence.
struct ModelCondition {
  /// The condition is true if any of the lists is true. A list is true if all its terms are.
  private let alternatives: [[(path: ModelPath, isNegated: Bool)]]

  init(_ words: some Sequence<String>) throws {
    alternatives = try Array(words).split(separator: "or", omittingEmptySubsequences: false).map { words in
      try words.split(separator: "and", omittingEmptySubsequences: false).map { term in
        guard let path = term.last, path != "not", term.dropLast().allSatisfy({ $0 == "not" }) else {
          throw TemplateSyntaxError("'\(term.joined(separator: " "))' isn't a condition")
        }
        return (ModelPath(path), term.count.isMultiple(of: 2))
      }
    }
  }

  func isTrue(in context: Context) -> Bool {
    alternatives.contains { terms in
      terms.allSatisfy { Self.isTrue($0.path.value(in: context)) != $0.isNegated }
    }
  }

  private static func isTrue(_ value: Any?) -> Bool {
    if let flag = value as? Bool { return flag }
    return (value as? [Any])?.isEmpty == false
  }
}

extension String {
  /// Returns the words between separators. It splits bytes, which is faster than splitting characters.
  fileprivate func words(separatedBy separator: Unicode.Scalar) -> [String] {
    utf8.split(separator: UInt8(ascii: separator)).map { String(Substring($0)) }
  }
}

extension [any NodeType] {
  func text(in context: Context) throws -> String {
    var text = ""
    for node in self { text += try node.render(context) }
    return text
  }
}

/// A node without a position, because the linter reports the errors.
private protocol ModelNode: NodeType {}

extension ModelNode {
  var token: Token? { nil }
}

private struct ValueNode: ModelNode {
  let path: ModelPath

  func render(_ context: Context) -> String { path.value(in: context) as? String ?? "" }
}

/// An included template. It's parsed only if it's rendered, because most providers don't need all templates.
private struct IncludedNodes: ModelNode {
  let name: String
  let nodes: (_ name: String) throws -> [any NodeType]

  func render(_ context: Context) throws -> String { try nodes(name).text(in: context) }
}

private struct LoopNode: ModelNode {
  let name: String
  let path: ModelPath
  let nodes: [any NodeType]

  func render(_ context: Context) throws -> String {
    var text = ""
    for value in path.value(in: context) as? [Any] ?? [] {
      text += try context.push(dictionary: [name: value]) { try nodes.text(in: context) }
    }
    return text
  }
}

/// The condition is `nil` for `else`.
private struct Branch {
  var condition: ModelCondition?
  var nodes: [any NodeType]
}

private struct ConditionNode: ModelNode {
  let branches: [Branch]

  func render(_ context: Context) throws -> String {
    let branch = branches.first { $0.condition?.isTrue(in: context) ?? true }
    return try branch.map { try $0.nodes.text(in: context) } ?? ""
  }
}

/// A map for Stencil. A dictionary would be bridged to Foundation, with all its contents, at every step of every path. A struct
/// won't work either: Stencil can't see its computed properties, and treats its description `nil` as a missing value.
final class Members: DynamicMemberLookup {
  private let values: [String: Any]

  init(_ values: [String: Any]) {
    self.values = values
  }

  subscript(dynamicMember member: String) -> Any? { values[member] }
}
