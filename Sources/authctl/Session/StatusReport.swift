import AuthDescriptor
import AuthRuntime

/// The output of a command that shows the states of sessions.
struct StatusReport: Sendable {
  /// The JSON key of the sessions.
  let key: String
  /// The text for an empty list.
  let placeholder: String
  let states: [SessionStatus]

  /// Prints the states.
  ///
  /// - Throws: ``ReportedFailure`` if a session couldn't be read.
  func show(asJSON: Bool) throws(ReportedFailure) {
    StandardStream.output.print(asJSON ? json : text)
    guard !states.contains(where: \.isUnreadable) else {
      throw ReportedFailure(line: "unreadable: the items above couldn't be read (all sessions still exist)")
    }
  }

  private var text: String { states.isEmpty ? placeholder : states.map(\.text).joined(separator: "\n") }

  private var json: String { SafeJSON.text(.object([key: .array(states.map(\.json))])) }
}
