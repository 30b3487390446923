import Foundation
import Stencil

/// Our nodes for the part of Stencil's language that the linter allows. We still use Stencil's parser, filters, and context.
///
/// Stencil could do all of this: a loader that caches templates, `TrimBehaviour.smart`, and its own nodes render the same
/// bytes. With them, two providers took 485 ms instead of 266 ms, and the catalog took 3.3 s instead of 1.6 s. (Measured for the
/// whole process in a debug build, as the plugin runs it, with both renders of a file.) The limit of `generation.debug.ms` is
/// 400. Stencil parses each path and each `include` on every render and trims all text with regular expressions, and its lexer
/// is slower than linear. Our nodes parse a template once, and a path is a list of keys.
enum ModelNodes {
  /// The tag that replaces `{{ path }}` before Stencil sees it. A variable with a filter is left to Stencil.
  private static let value = "value"

  static func register(in tags: Extension) {
    tags.registerTag(value) { _, token in ValueNode(path: try path(token, at: 1), token: token) }
    tags.registerTag("for") { parser, token in
      let nodes = try parser.parse(until(["endfor"]))
      _ = parser.nextToken()
      return LoopNode(name: token.components[1], path: try path(token, at: 3), nodes: nodes, token: token)
    }
    tags.registerTag("if") { parser, token in
      var branches = [Branch(condition: try ModelCondition(token.components.dropFirst()), nodes: [])]
      while true {
        branches[branches.count - 1].nodes = try parser.parse(until(["elif", "else", "endif"]))
        guard let next = parser.nextToken(), next.components.first != "endif" else { break }
        let isLast = next.components.first == "else"
        branches.append(Branch(condition: isLast ? nil : try ModelCondition(next.components.dropFirst()), nodes: []))
      }
      return ConditionNode(branches: branches, token: token)
    }
  }

  /// The tokens for Stencil's parser, with `{% value path %}` for `{{ path }}`.
  static func tokens(of pieces: [TemplatePiece]) -> [Token] {
    // Stencil's initializer for source positions isn't public. The linter has already reported all errors.
    let nowhere = Template(templateString: " ").tokens[0].sourceMap
    return pieces.map { piece in
      switch piece {
      case .text(let text): .text(value: text, at: nowhere)
      case .tag(let tag): token(tag, at: nowhere)
      }
    }
  }

  private static func token(_ tag: TemplateTag, at place: SourceMap) -> Token {
    switch tag.kind {
    case .comment: .comment(value: tag.content, at: place)
    case .block: .block(value: tag.content, at: place)
    case .variable where tag.content.utf8.contains(UInt8(ascii: "|")): .variable(value: tag.content, at: place)
    case .variable: .block(value: "\(value) \(tag.content)", at: place)
    }
  }

  static func render(_ nodes: [any NodeType], _ context: Context) throws -> String {
    var text = ""
    for node in nodes { text += try node.render(context) }
    return text
  }

  private static func path(_ token: Token, at index: Int) throws -> ModelPath {
    guard token.components.count > index else { throw TemplateSyntaxError("'\(token.contents)' lacks a path") }
    return ModelPath(token.components[index])
  }
}

/// `configuration.id`
struct ModelPath {
  private let first: String
  private let rest: [String]

  init(_ text: String) {
    let keys = text.split(separator: ".").map(String.init)
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

private struct ValueNode: NodeType {
  let path: ModelPath
  let token: Token?

  func render(_ context: Context) -> String { path.value(in: context) as? String ?? "" }
}

private struct LoopNode: NodeType {
  let name: String
  let path: ModelPath
  let nodes: [any NodeType]
  let token: Token?

  func render(_ context: Context) throws -> String {
    var text = ""
    for value in path.value(in: context) as? [Any] ?? [] {
      text += try context.push(dictionary: [name: value]) { try ModelNodes.render(nodes, context) }
    }
    return text
  }
}

/// The condition is `nil` for `else`.
private struct Branch {
  var condition: ModelCondition?
  var nodes: [any NodeType]
}

private struct ConditionNode: NodeType {
  let branches: [Branch]
  let token: Token?

  func render(_ context: Context) throws -> String {
    let branch = branches.first { $0.condition?.isTrue(in: context) ?? true }
    return try branch.map { try ModelNodes.render($0.nodes, context) } ?? ""
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
