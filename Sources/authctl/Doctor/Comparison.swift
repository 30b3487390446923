import AuthDescriptor
import AuthRuntime

/// Compares a descriptor with its server. Each check is a function, in a file for its subject.
struct Comparison: Sendable {
  let facts: DescriptorFacts
  let server: ServerResponses

  /// All findings, in the order of the checks.
  var findings: [Finding] {
    let inOrder = [
      discovery(), issuer(), endpoints(), algorithms(), keys(), pkce(), scopes(), client(), response(), grants(),
      issuerParameter(), logout(), revocation(), clock(),
    ]
    return inOrder.flatMap { $0 }
  }

  var document: ServerDocument? { try? server.document.get() }

  func finding(
    _ severity: Finding.Severity, _ check: Finding.Check, _ message: String, change: String? = nil,
    at location: SourceLocation
  ) -> [Finding] {
    [Finding(severity, check, message, change: change, at: location)]
  }
}
