import AuthDescriptor
import AuthRuntime
import Foundation

/// A failure whose text is ready for the user.
struct ReportedFailure: Error {
  let line: String

  init(line: String) {
    self.line = line.plainText(limit: .max)
  }

  /// The case's name, what happened and what helps.
  init(_ failure: AuthFailure<AnyErrorCode>) {
    self.init(line: "\(failure) (\(failure.recovery))")
  }
}

extension ReportedFailure {
  /// A descriptor's first mistake, and how many more there are.
  init(_ error: DiagnosticsError) {
    let errors = error.diagnostics.filter { $0.severity == .error }
    let others = errors.count > 1 ? " (and \(errors.count - 1) more; authgen validate lists them)" : ""
    // A note may stand in a second line.
    let first = errors.first?.description.components(separatedBy: "\n")[0] ?? "unknown"
    self.init(line: "invalidDescriptor: \(first)\(others)")
  }
}
