import AuthDescriptor
import AuthRuntime
import Foundation

/// A failure with a message for the user.
struct ReportedFailure: Error {
  let line: String

  init(line: String) {
    self.line = line.plainText(limit: .max)
  }

  /// Creates a message with the case's name, the cause, and the recovery.
  init(_ failure: AuthFailure<AnyErrorCode>) {
    self.init(line: "\(failure) (\(failure.recovery))")
  }
}

extension ReportedFailure {
  /// Creates a message with the descriptor's first error and the number of other errors.
  init(_ error: DiagnosticsError) {
    let errors = error.diagnostics.filter { $0.severity == .error }
    let others = errors.count > 1 ? " (and \(errors.count - 1) more; authgen validate lists them)" : ""
    // A second line may contain a note.
    let first = errors.first?.description.components(separatedBy: "\n")[0] ?? "unknown"
    self.init(line: "invalidDescriptor: \(first)\(others)")
  }
}
