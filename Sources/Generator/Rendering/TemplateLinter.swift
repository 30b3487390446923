import AuthDescriptor

/// Checks templates against the shape of the model before they are rendered.
///
/// Stencil renders an unknown variable as nothing and lacks a strict mode, so a typo would silently drop code. Only a small part
/// of its language is allowed: paths, a few filters, `for`, `if`/`elif`/`else` with `not`, `and`, and `or`, and `include`.
struct TemplateLinter: Sendable {
  let templates: TemplateSet

  func check(_ name: String, shape: TemplateShape) -> [Diagnostic] {
    var walk = TemplateWalk(templates: templates, scopes: [shape])
    walk.visit(name, includedAt: SourceLocation(file: templates.displayName(of: name)))
    return walk.findings
  }
}

/// One pass over a template and the templates that it includes.
private struct TemplateWalk {
  let templates: TemplateSet
  /// The model, followed by one map for each loop.
  var scopes: [TemplateShape]
  var findings: [Diagnostic] = []
  private var open: [(tag: String, location: SourceLocation, hasElse: Bool)] = []
  /// The names of the template and of those that include it.
  private var path: [String] = []
  private var visits = 0
  /// The maximum number of templates that one may include, directly and indirectly. If each includes the next ten times, seven of
  /// them would make ten million.
  private static let maximumIncludes = 1000

  init(templates: TemplateSet, scopes: [TemplateShape]) {
    self.templates = templates
    self.scopes = scopes
  }

  mutating func visit(_ name: String, includedAt location: SourceLocation) {
    guard let text = templates.files[name] else {
      let suggestion = SpellingSuggestion.suggestion(for: name, among: templates.files.keys.sorted())
      return add("unknown template '\(name)'\(suggestion)", location)
    }
    guard !path.contains(name) else { return add("'\(name)' includes itself", location) }
    guard path.count < 8 else { return add("templates are included too deeply", location) }
    guard countVisit(at: location) else { return }
    path.append(name)
    reportMarks(text, name)
    check(TemplateScanner(text, name: templates.displayName(of: name)))
    path.removeLast()
  }

  /// Returns whether another template may be included, and reports the first one that may not.
  private mutating func countVisit(at location: SourceLocation) -> Bool {
    // The template itself is number 0.
    let number = visits
    visits += 1
    if number == Self.maximumIncludes + 1 { add("more than \(Self.maximumIncludes) templates are included", location) }
    return number <= Self.maximumIncludes
  }

  /// Checks the tags of one template. Each block must be closed in the template that opens it.
  private mutating func check(_ scan: TemplateScanner) {
    let outer = open
    open = []
    findings += scan.findings
    for tag in scan.tags { visit(tag) }
    for unclosed in open { add("'\(unclosed.tag)' isn't closed", unclosed.location) }
    open = outer
  }

  /// Reports the characters of ``StringMarks``. With them, a template could hide a string of the descriptor from the
  /// check of the rendered file.
  private mutating func reportMarks(_ text: String, _ name: String) {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      guard let index = line.firstIndex(where: StringMarks.contains) else { continue }
      let column = line.distance(from: line.startIndex, to: index) + 1
      add(
        "the character U+\(String(line[index].value, radix: 16, uppercase: true)) isn't allowed in templates; remove it",
        SourceLocation(file: templates.displayName(of: name), line: number + 1, column: column))
    }
  }

  private static let tags = ["for", "endfor", "if", "elif", "else", "endif", "include"]

  private mutating func visit(_ tag: TemplateTag) {
    switch tag.kind {
    case .comment: break
    case .variable: variable(tag)
    case .block: block(tag.content.split(separator: " ").map(String.init), tag.location)
    }
  }

  private mutating func variable(_ tag: TemplateTag) {
    let expression = TemplateExpression(tag.content)
    guard var shape = resolve(expression.path, tag.location) else { return }
    for filter in expression.filters {
      switch filter.result(of: shape) {
      case .success(let result): shape = result
      case .failure(let slip): return add(slip.message, tag.location)
      }
    }
    if shape != .text { add("'\(tag.content)' isn't text", tag.location) }
  }

  private mutating func block(_ words: [String], _ location: SourceLocation) {
    switch words.first {
    case "for": loop(words, location)
    case "if":
      open.append(("if", location, hasElse: false))
      condition(words.dropFirst(), location)
    case "elif":
      branch("elif", location)
      condition(words.dropFirst(), location)
    case "else":
      branch("else", location)
      if open.last?.tag == "if" { open[open.count - 1].hasElse = true }
    case "endif": close("if", location)
    case "endfor": if close("for", location) { scopes.removeLast() }
    case "include": include(words, location)
    default:
      let word = words.first ?? ""
      let suggestion = SpellingSuggestion.suggestion(for: word, among: Self.tags)
      add("the tag '\(word)' isn't allowed in templates\(suggestion)", location)
    }
  }

  private mutating func loop(_ words: [String], _ location: SourceLocation) {
    open.append(("for", location, hasElse: false))
    var element = TemplateShape.text
    if words.count == 4, words[2] == "in" {
      switch resolve(words[3], location) {
      case .list(let shape): element = shape
      case .none: break
      default: add("'\(words[3])' is not a list", location)
      }
    } else {
      add("expected 'for name in list'", location)
    }
    scopes.append(.map([words.count > 1 ? words[1] : "": element]))
  }

  private mutating func condition(_ words: ArraySlice<String>, _ location: SourceLocation) {
    let paths = words.filter { !["not", "and", "or"].contains($0) }
    if paths.isEmpty { return add("the condition is empty", location) }
    if (try? ModelCondition(words)) == nil {
      add("'\(words.joined(separator: " "))' isn't a condition; expected keys with 'not', 'and', and 'or'", location)
    }
    for path in paths {
      switch resolve(path, location) {
      case .text, .map: add("'\(path)' isn't a condition; expected a flag or a list", location)
      default: break
      }
    }
  }

  private mutating func include(_ words: [String], _ location: SourceLocation) {
    guard words.count == 2, words[1].count > 2, words[1].hasPrefix("\""), words[1].hasSuffix("\"") else {
      return add("expected 'include \"name\"'", location)
    }
    visit(String(words[1].dropFirst().dropLast()), includedAt: location)
  }

  private mutating func resolve(_ path: String, _ location: SourceLocation) -> TemplateShape? {
    guard !path.contains("|") else {
      add("'\(path)' has a filter; filters are only allowed between '{{' and '}}'", location)
      return nil
    }
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var known = scopes.flatMap(\.keys)
    var shape = scopes.last { $0.member(keys[0]) != nil }
    for key in keys {
      guard let member = shape?.member(key) else {
        add("'\(path)' isn't in the model\(SpellingSuggestion.suggestion(for: key, among: known))", location)
        return nil
      }
      (shape, known) = (member, member.keys)
    }
    return shape
  }

  private mutating func branch(_ tag: String, _ location: SourceLocation) {
    expect("if", for: tag, location)
    if open.last?.hasElse == true { add("'\(tag)' after 'else'", location) }
  }

  private mutating func expect(_ opener: String, for tag: String, _ location: SourceLocation) {
    if open.last?.tag != opener { add("'\(tag)' without '\(opener)'", location) }
  }

  @discardableResult
  private mutating func close(_ opener: String, _ location: SourceLocation) -> Bool {
    expect(opener, for: "end\(opener)", location)
    guard open.last?.tag == opener else { return false }
    open.removeLast()
    return true
  }

  private mutating func add(_ message: String, _ location: SourceLocation) {
    findings.append(Diagnostic(.generation.invalidTemplate, message, at: location))
  }
}

extension TemplateShape {
  fileprivate func member(_ key: String) -> TemplateShape? {
    if case .map(let members) = self { members[key] } else { nil }
  }

  fileprivate var keys: [String] {
    if case .map(let members) = self { members.keys.sorted() } else { [] }
  }
}
