import AuthDescriptor
import AuthRuntime

/// One result of comparing a descriptor with a server.
struct Finding: Sendable, Hashable {
  enum Severity: String, Sendable, CaseIterable {
    /// The descriptor and the server can't both be right, or the server can't be reached.
    case contradiction
    /// It works, or might work, but could be improved.
    case advice
    case fine
  }

  /// The subject of the comparison.
  enum Check: String, Sendable, CaseIterable {
    case issuer, discovery, endpoints, algorithms, keys, pkce, scopes, client, response, grants, iss, logout, revocation
    case clock
  }

  var severity: Severity
  var check: Check
  /// The result, in one line.
  var message: String
  /// The suggested change, if there is one.
  var change: String?
  var location: SourceLocation
  /// The value that a patch can replace.
  var moved: MovedFact?

  init(_ severity: Severity, _ check: Check, _ message: String, change: String? = nil, at location: SourceLocation) {
    self.severity = severity
    self.check = check
    self.message = message
    self.change = change
    self.location = location
  }
}

extension Finding: CustomStringConvertible {
  /// `file:line:column: severity: message; change [check]`, a link for editors.
  var description: String {
    let advice = change.map { "; \($0)" } ?? ""
    return "\(location): \(severity.rawValue): \(message)\(advice) [\(check.rawValue)]".plainText(limit: 4000)
  }
}
