/// Parses the patterns of ``TextPattern``.
struct PatternParser {
  private indirect enum Node {
    case empty
    case take(ScalarSet)
    case sequence([Node])
    case either([Node])
    case repeated(Node, least: Int, most: Int?)
  }

  private static let allowed =
    "allowed are literals, '.', classes, '\\d', '\\w', '\\s', groups, '|' and the repetitions * + ? {m} {m,} {m,n}"
  /// The maximum nesting depth of groups, so that a pattern can't exhaust the stack.
  private static let depthLimit = 32
  private static let lengthLimit = 1_024
  private static let repetitionLimit = 1_000

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  private init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  static func program(of text: String) throws(PatternProblem) -> PatternProgram {
    var parser = PatternParser(text)
    guard parser.scalars.count <= lengthLimit else {
      throw PatternProblem(message: "the pattern is too long; a pattern can have at most \(lengthLimit) characters")
    }
    if parser.next == "^" { parser.position += 1 }
    let node = try parser.alternatives()
    guard parser.next == nil else { throw parser.problem("')' without '('") }
    var program = PatternProgram()
    program.start = try build(node, then: 0, in: &program)
    return program
  }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private func problem(_ what: String, at place: Int? = nil) -> PatternProblem {
    PatternProblem(message: "\(what) at character \((place ?? position) + 1) of the pattern; \(Self.allowed)")
  }

  private mutating func alternatives() throws(PatternProblem) -> Node {
    var all = [try sequence()]
    while next == "|" {
      position += 1
      all.append(try sequence())
    }
    return all.count == 1 ? all[0] : .either(all)
  }

  private mutating func sequence() throws(PatternProblem) -> Node {
    var items: [Node] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      if scalar == "$", position == scalars.count - 1 {
        position += 1
        break
      }
      let item = try item()
      items.append(try repetition(of: item))
    }
    return items.isEmpty ? .empty : .sequence(items)
  }

  private mutating func item() throws(PatternProblem) -> Node {
    let scalar = scalars[position]
    switch scalar {
    case "(": return try group()
    case "[": return .take(try set())
    case ".":
      position += 1
      return .take(.any)
    case "\\": return .take(try escape())
    case "*", "+", "?", "{": throw problem("'\(scalar)' has nothing to repeat")
    case "^", "$": throw problem("'\(scalar)' isn't allowed here")
    default:
      position += 1
      return .take(.only(scalar))
    }
  }

  private mutating func group() throws(PatternProblem) -> Node {
    let start = position
    position += 1
    depth += 1
    guard depth <= Self.depthLimit else { throw problem("groups are nested too deeply") }
    if next == "?" {
      guard position + 1 < scalars.count, scalars[position + 1] == ":" else {
        throw problem("'(?' is only allowed as '(?:' (lookarounds aren't supported)", at: start)
      }
      position += 2
    }
    let node = try alternatives()
    guard next == ")" else { throw problem("'(' isn't closed", at: start) }
    position += 1
    depth -= 1
    return node
  }

  private mutating func repetition(of node: Node) throws(PatternProblem) -> Node {
    let start = position
    let result: Node
    switch next {
    case "*": result = .repeated(node, least: 0, most: nil)
    case "+": result = .repeated(node, least: 1, most: nil)
    case "?": result = .repeated(node, least: 0, most: 1)
    case "{": result = try bounded(node)
    default: return node
    }
    if scalars[start] != "{" { position += 1 }
    if let after = next, "*+?{".unicodeScalars.contains(after) {
      throw problem("a lazy, possessive or double repetition isn't allowed")
    }
    return result
  }

  private mutating func bounded(_ node: Node) throws(PatternProblem) -> Node {
    let start = position
    position += 1
    guard let least = number() else { throw problem("'{' isn't a repetition", at: start) }
    var most: Int? = least
    if next == "," {
      position += 1
      most = number()
    }
    guard next == "}", most ?? least >= least, max(least, most ?? 0) <= Self.repetitionLimit else {
      throw problem("'{' isn't a repetition of at most \(Self.repetitionLimit)", at: start)
    }
    position += 1
    return .repeated(node, least: least, most: most)
  }

  private mutating func number() -> Int? {
    var digits = ""
    while let scalar = next, ("0"..."9").contains(scalar), digits.count < 5 {
      digits.unicodeScalars.append(scalar)
      position += 1
    }
    return Int(digits)
  }
}

// Sets of scalars.
extension PatternParser {
  private mutating func escape() throws(PatternProblem) -> ScalarSet {
    let start = position
    position += 1
    guard let scalar = next else { throw problem("'\\' has nothing to escape", at: start) }
    position += 1
    switch scalar {
    case "d": return .digits
    case "w": return .word
    case "s": return .space
    case _ where scalar.isASCII && !ScalarSet.word.contains(scalar): return .only(scalar)
    default: throw problem("'\\\(scalar)' isn't allowed", at: start)
    }
  }

  private mutating func set() throws(PatternProblem) -> ScalarSet {
    let start = position
    position += 1
    var set = ScalarSet(ranges: [])
    if next == "^" {
      set.isNegated = true
      position += 1
    }
    while let scalar = next, scalar != "]" {
      if scalar == "[" || scalar == "&" && follows("&") { throw problem("'\(scalar)' needs a '\\' in a class") }
      let place = position
      let first = try member()
      guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
        set.ranges += first.ranges
        continue
      }
      position += 1
      let last = try member()
      guard let low = first.single, let high = last.single, low <= high else {
        throw problem("a range must go from a lower character to a higher one", at: place)
      }
      set.ranges.append(low...high)
    }
    guard next == "]", !set.ranges.isEmpty else { throw problem("'[' isn't closed, or its class is empty", at: start) }
    position += 1
    return set
  }

  private func follows(_ scalar: Unicode.Scalar) -> Bool {
    position + 1 < scalars.count && scalars[position + 1] == scalar
  }

  private mutating func member() throws(PatternProblem) -> ScalarSet {
    guard let scalar = next else { throw problem("'[' isn't closed") }
    if scalar == "\\" { return try escape() }
    position += 1
    return .only(scalar)
  }
}

// Builds the automaton from the tree, starting at the end.
extension PatternParser {
  private static func build(
    _ node: Node, then next: Int, in program: inout PatternProgram
  ) throws(PatternProblem) -> Int {
    switch node {
    case .empty: return next
    case .take(let set): return try add(.take(set, next: next), to: &program)
    case .sequence(let items):
      var start = next
      for item in items.reversed() { start = try build(item, then: start, in: &program) }
      return start
    case .either(let items):
      var start = try build(items[items.count - 1], then: next, in: &program)
      for item in items.dropLast().reversed() {
        start = try add(.fork(try build(item, then: next, in: &program), start), to: &program)
      }
      return start
    case .repeated(let item, let least, let most):
      var start = next
      if let most {
        for _ in 0..<(most - least) {
          start = try add(.fork(try build(item, then: start, in: &program), next), to: &program)
        }
      } else {
        let fork = try add(.fork(next, next), to: &program)
        program.states[fork] = .fork(try build(item, then: fork, in: &program), next)
        start = fork
      }
      for _ in 0..<least {
        let before = start
        start = try build(item, then: start, in: &program)
        // Repeating an empty item adds no states.
        if start == before { break }
      }
      return start
    }
  }

  private static func add(_ state: PatternProgram.State, to program: inout PatternProgram) throws(PatternProblem) -> Int
  {
    guard program.states.count < PatternProgram.limit else {
      throw PatternProblem(message: "the pattern repeats too much: it needs more than \(PatternProgram.limit) states")
    }
    program.states.append(state)
    return program.states.count - 1
  }
}
