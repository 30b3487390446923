import AuthConfiguration

/// A finding about a descriptor: the problem, its location, and the expected value.
public struct Diagnostic: Sendable, Hashable {
  /// The severity of a finding, which determines whether the run continues.
  public enum Severity: String, Sendable {
    /// The descriptor is invalid, so nothing is generated.
    case error
    /// The client can be generated, but someone should check the descriptor.
    case warning
  }

  /// The severity of the finding. It's the severity of its code, unless the run treats warnings as errors.
  public var severity: Severity
  /// The kind of finding.
  public let code: DiagnosticCode
  /// The problem and the expected value, in one line.
  public var message: String
  /// The location of the problem.
  public var location: SourceLocation
  /// Advice, if the message doesn't contain it.
  public var note: String?
  /// The text of the line at `location`, if it isn't in a file because the file was rendered but not written. Empty if
  /// the line wouldn't be useful.
  public var sourceLine: String?

  /// Creates a finding. `sourceLine` is the text of its line, if it should be shown.
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
  /// A quoted value can't create a second line, which would look like another finding, and can't control a terminal.
  fileprivate var inOneLine: String {
    let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.joined(separator: "\\n").plainText(limit: .max)
  }
}

/// All findings about a descriptor, in the order of the files' lines.
public struct DiagnosticsError: Error, Sendable, Hashable, CustomStringConvertible {
  /// All findings, errors and warnings, in the order of the file.
  public let diagnostics: [Diagnostic]

  /// Creates an error from findings. At least one of them should be an error.
  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics.inReadingOrder()
  }

  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

extension [Diagnostic] {
  /// Returns the findings sorted by location. Findings at the same location keep the order of the rules, and duplicates
  /// are removed.
  public func inReadingOrder() -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return enumerated()
      .sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }
      .map(\.element)
      .filter { seen.insert($0).inserted }
  }

  /// Throws if one of the findings is an error.
  func throwErrors() throws(DiagnosticsError) {
    try throwErrors(telling: self)
  }

  /// Throws `all` if one of the findings is an error.
  func throwErrors(telling all: [Diagnostic]) throws(DiagnosticsError) {
    if contains(where: { $0.severity == .error }) { throw DiagnosticsError(all) }
  }
}
