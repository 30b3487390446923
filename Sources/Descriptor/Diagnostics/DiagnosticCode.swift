/// A kind of finding: its name, its severity, and its explanation, declared together.
///
/// The meaning of a code never changes, so people and programs can search for its name.
public struct DiagnosticCode: Sendable, RawRepresentable {
  /// The part of a file that a finding is about.
  enum Coverage: Sendable {
    /// The line of its location.
    case line
    /// The file as a whole, so no line is shown.
    case wholeFile
  }

  /// The stable name, such as `unknown-key`.
  public let rawValue: String
  /// The severity of findings with this code.
  public let severity: Diagnostic.Severity
  /// The meaning of the code, the reason for it, and an example.
  public let explanation: Explanation
  let coverage: Coverage
  /// Whether the rest of the file is still meaningful, so that the rules can check it.
  let isIsolated: Bool

  /// Declares a code. Only areas call this.
  ///
  /// - Parameters:
  ///   - meaning: The problem in one sentence, followed by advice.
  ///   - reason: The reason for the rule.
  ///   - example: Lines that violate the rule, and lines that follow it.
  init(
    _ rawValue: String, _ severity: Diagnostic.Severity, covers coverage: Coverage = .line, isIsolated: Bool = false,
    _ meaning: String, reason: String, _ example: Explanation.Example
  ) {
    (self.rawValue, self.severity, self.coverage, self.isIsolated) = (rawValue, severity, coverage, isIsolated)
    explanation = Explanation(meaning, reason: reason, example)
  }

  /// Returns the code with a name, or `nil` if no area declares one.
  public init?(rawValue: String) {
    guard let code = Self.areas.lazy.flatMap(\.codes).first(where: { $0.rawValue == rawValue }) else { return nil }
    self = code
  }
}

extension DiagnosticCode: Hashable, CustomStringConvertible {
  public var description: String { rawValue }

  public static func == (left: DiagnosticCode, right: DiagnosticCode) -> Bool { left.rawValue == right.rawValue }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension DiagnosticCode: CaseIterable {
  /// Every code, area by area, in the order of their declarations.
  public static let allCases = areas.flatMap(\.codes)
}
