import Foundation

@testable import AuthRuntime

struct Unexpected: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

func expect<Value: Equatable>(_ value: Value, _ expected: Value, line: Int = #line) throws {
  guard value == expected else { throw Unexpected("\(value) instead of \(expected) (line \(line))") }
}

/// The failures of a store, without their messages.
enum Kind { case unavailable, locked, denied, corrupt, nothing }

/// Runs work that is expected to fail.
///
/// - Parameter text: A part of the failure's message.
func expect(
  _ kind: Kind, _ text: String = "", line: Int = #line, _ work: () async throws(StoreFailure) -> Void
) async throws {
  let (found, explanation): (Kind, String)
  do throws(StoreFailure) {
    try await work()
    (found, explanation) = (.nothing, "")
  } catch {
    switch error {
    case .unavailable(let text): (found, explanation) = (.unavailable, text)
    case .locked(let text): (found, explanation) = (.locked, text)
    case .denied(let text): (found, explanation) = (.denied, text)
    case .corrupt: (found, explanation) = (.corrupt, "")
    }
  }
  guard found == kind, explanation.contains(text) || text.isEmpty else {
    throw Unexpected("\(found) '\(explanation)' instead of \(kind) '\(text)' (line \(line))")
  }
}

extension Credential {
  static func named(_ name: String) throws -> Credential {
    try Credential(encoded: Data(#"{"version":1,"access_token":"\#(name)","scopes":[]}"#.utf8))
  }
}

extension CredentialKey {
  static let ada = CredentialKey(issuer: "https://id.example.com", clientID: "app", account: "ada")
  static let ben = CredentialKey(issuer: "https://id.example.com", clientID: "app", account: "ben")
}
