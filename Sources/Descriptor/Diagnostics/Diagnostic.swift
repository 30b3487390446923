import AuthConfiguration

/// One finding about a descriptor: what is wrong, where, and what would be right.
public struct Diagnostic: Sendable, Hashable {
  /// Whether a finding stops the run.
  public enum Severity: String, Sendable {
    /// Nothing is generated.
    case error
    /// The client can be generated; a person should look.
    case warning
  }

  /// Whether it stops the run: the severity of its code, unless a run treats warnings as errors.
  public var severity: Severity
  /// The kind of finding.
  public let code: DiagnosticCode
  /// What is wrong and what was expected, in one line.
  public var message: String
  /// Where the mistake stands.
  public var location: SourceLocation
  /// What to do about it, where the message does not say so already.
  public var note: String?
  /// The line that `location` speaks of, where no file has it: that of a file which was rendered and not written. Empty
  /// where a line would tell nothing.
  public var sourceLine: String?

  /// A finding at a place; `sourceLine` is the text of its line, if it is to be shown.
  public init(
    _ code: DiagnosticCode, _ message: String, at location: SourceLocation, note: String? = nil,
    sourceLine: String? = nil
  ) {
    severity = code.severity
    self.code = code
    self.message = message
    self.location = location
    self.note = note
    self.sourceLine = sourceLine
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `file:line:column: error: message [code]`, and the note as a second line.
  public var description: String {
    ([headline] + (noteLine.map { [$0] } ?? [])).joined(separator: "\n")
  }

  /// `file:line:column: error: message [code]`, the form that editors and SwiftPM read.
  package var headline: String {
    "\(location): \(severity.rawValue): \(message.inOneLine) [\(code.rawValue)]"
  }

  /// `file:line:column: note: …`
  package var noteLine: String? {
    note.map { "\(location): note: \($0.inOneLine)" }
  }
}

extension String {
  /// A quoted value can't make a second line, which would look like another finding, and can't steer a terminal.
  fileprivate var inOneLine: String {
    let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.joined(separator: "\\n").plainText(limit: .max)
  }
}

/// Everything that is wrong with a descriptor, in the order of the files' lines.
public struct DiagnosticsError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Everything that was found, errors and warnings, in the order of the file.
  public let diagnostics: [Diagnostic]

  /// Findings, of which at least one should be an error.
  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics.inReadingOrder()
  }

  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

extension [Diagnostic] {
  /// Sorted by place; two findings at one place keep the order of the rules, and equal ones are told once.
  public func inReadingOrder() -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return enumerated()
      .sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }
      .map(\.element)
      .filter { seen.insert($0).inserted }
  }

  /// Throws when one of the findings is an error.
  func throwErrors() throws(DiagnosticsError) {
    try throwErrors(telling: self)
  }

  /// The same, with more to tell.
  func throwErrors(telling all: [Diagnostic]) throws(DiagnosticsError) {
    if contains(where: { $0.severity == .error }) { throw DiagnosticsError(all) }
  }
}
