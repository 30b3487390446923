/// A regular expression with a restricted grammar. Matching takes time linear in the length of the string.
///
/// A pattern consists of literals, `.`, classes (`[a-z0-9-]`, `[^/]`), `\d`, `\w`, `\s`, escaped characters, groups,
/// alternatives (`a|b`), and the repetitions `*`, `+`, `?`, `{2}`, `{2,}`, and `{2,5}`. It always matches the whole
/// string, so a leading `^` and a trailing `$` have no effect. Matching compares Unicode scalars, and `\d`, `\w`, and
/// `\s` match ASCII only.
public struct TextPattern: DescriptorExpression {
  public let text: String
  private let program: Result<PatternProgram, PatternProblem>

  public init(_ text: String) {
    self.text = text
    do throws(PatternProblem) { program = .success(try PatternParser.program(of: text)) } catch {
      program = .failure(error)
    }
  }

  public var problem: String? {
    guard case .failure(let problem) = program else { return nil }
    return problem.message
  }

  /// Whether the pattern matches the whole string. A malformed pattern matches nothing.
  public func matches(_ text: String) -> Bool {
    guard case .success(let program) = program else { return false }
    return program.matches(text)
  }

  public static func == (left: TextPattern, right: TextPattern) -> Bool { left.text == right.text }
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// An error in a pattern, with its position.
struct PatternProblem: Error, Sendable {
  let message: String
}

/// A nondeterministic automaton (Thompson's construction). All states advance together, so the time to match is at most
/// the length of the string times the number of states.
struct PatternProgram: Sendable {
  enum State: Sendable {
    /// Consumes one scalar of the set and continues with the next state.
    case take(ScalarSet, next: Int)
    /// Continues with both states without consuming a scalar.
    case fork(Int, Int)
    case accept
  }

  /// The maximum number of states of a program, which limits time and memory.
  static let limit = 4_096

  var states: [State] = [.accept]
  var start = 0

  func matches(_ text: String) -> Bool {
    var current = ActiveStates(count: states.count)
    var next = current
    add(start, to: &current)
    for scalar in text.unicodeScalars {
      next.removeAll()
      for index in current.members {
        if case .take(let set, let target) = states[index], set.contains(scalar) { add(target, to: &next) }
      }
      if next.members.isEmpty { return false }
      swap(&current, &next)
    }
    return current.members.contains { if case .accept = states[$0] { true } else { false } }
  }

  /// Adds a state and the states that are reachable from it without a scalar.
  private func add(_ index: Int, to active: inout ActiveStates) {
    var waiting = [index]
    while let index = waiting.popLast() {
      guard active.insert(index) else { continue }
      if case .fork(let one, let other) = states[index] { waiting += [one, other] }
    }
  }

  private struct ActiveStates {
    private(set) var members: [Int] = []
    private var isMember: [Bool]

    init(count: Int) {
      isMember = Array(repeating: false, count: count)
    }

    mutating func insert(_ index: Int) -> Bool {
      if isMember[index] { return false }
      isMember[index] = true
      members.append(index)
      return true
    }

    mutating func removeAll() {
      for index in members { isMember[index] = false }
      members.removeAll(keepingCapacity: true)
    }
  }
}

/// The scalars in some ranges, or all scalars outside them.
struct ScalarSet: Sendable {
  var ranges: [ClosedRange<UInt32>]
  var isNegated = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) } != isNegated
  }

  /// The scalar, if the set contains exactly one.
  var single: UInt32? { ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil }

  static func only(_ scalar: Unicode.Scalar) -> ScalarSet { ScalarSet(ranges: [scalar.value...scalar.value]) }

  /// Every scalar that doesn't end a line.
  static let any = ScalarSet(ranges: [0x0A...0x0D, 0x85...0x85, 0x2028...0x2029], isNegated: true)
  static let digits = ScalarSet(ranges: [48...57])
  static let word = ScalarSet(ranges: [48...57, 65...90, 95...95, 97...122])
  static let space = ScalarSet(ranges: [9...13, 32...32])
}
