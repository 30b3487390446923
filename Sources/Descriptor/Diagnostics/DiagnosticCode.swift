/// A kind of finding: its name, its severity and its explanation, declared together in one of the ``DiagnosticAreas``.
///
/// A code never changes its meaning, so people and programs can search for its name.
public struct DiagnosticCode: Sendable, RawRepresentable {
  /// What a finding blames.
  enum Coverage: Sendable {
    /// The line of its location.
    case line
    /// The file as a whole, so no line is shown.
    case wholeFile
  }

  /// The stable name, such as `unknown-key`.
  public let rawValue: String
  /// Whether a finding with this code stops the run.
  public let severity: Diagnostic.Severity
  /// The meaning of the code, the reason for it and an example.
  public let explanation: Explanation
  let coverage: Coverage
  /// Whether the rest of the file keeps its meaning, so the rules can still check it.
  let isIsolated: Bool

  /// Declares a code. Only the areas do.
  ///
  /// - Parameters:
  ///   - meaning: What is wrong, in one sentence. Then what to do.
  ///   - reason: Why the rule exists.
  ///   - example: Lines that break the rule, and lines that keep it.
  init(
    _ rawValue: String, _ severity: Diagnostic.Severity, covers coverage: Coverage = .line, isIsolated: Bool = false,
    _ meaning: String, reason: String, _ example: Explanation.Example
  ) {
    (self.rawValue, self.severity, self.coverage, self.isIsolated) = (rawValue, severity, coverage, isIsolated)
    explanation = Explanation(meaning, reason: reason, example)
  }

  /// The code with that name, or `nil` if no area declares one.
  public init?(rawValue: String) {
    guard let code = Self.byName[rawValue] else { return nil }
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
  public static let allCases = areas.all.flatMap(\.codes)

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}
