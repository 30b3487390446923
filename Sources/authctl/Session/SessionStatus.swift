import AuthRuntime
import Foundation

/// The known state of one session.
struct SessionStatus: Sendable {
  enum Kind: Sendable {
    case signedIn(Credential)
    case signedOut
    case failed(ReportedFailure)
  }

  let session: CommandSession
  let kind: Kind

  init(_ session: CommandSession) async {
    self.session = session
    do throws(ReportedFailure) {
      kind = try await session.stored().map(Kind.signedIn) ?? .signedOut
    } catch {
      kind = .failed(error)
    }
  }

  /// The status on one line.
  var text: String {
    switch kind {
    case .signedOut: "\(session.arguments): not signed in (\(session.profile.target))".plainText(limit: .max)
    case .failed(let failure): "\(session.arguments): \(failure.line)".plainText(limit: .max)
    case .signedIn(let credential): "\(session.arguments): \(Self.text(credential, session))".plainText(limit: .max)
    }
  }

  private static func text(_ credential: Credential, _ session: CommandSession) -> String {
    let name = credential.claims?.all["name"]?.string ?? credential.claims?.all["email"]?.string
    let user = (credential.claims?.subject ?? "an unknown user") + (name.map { " (\($0))" } ?? "")
    let expired = credential.expiresAt.map { $0 < Date() } ?? false
    let until = credential.expiresAt.map { "token \(expired ? "expired" : "expires") \(TimeText.text($0))" }
    let parts = [
      "signed in as \(user) at \(session.profile.target)", until ?? "token without an expiration",
      credential.refreshToken == nil ? "not refreshable" : "refreshable",
      "scopes: \(credential.scopes.isEmpty ? "unknown" : credential.scopes.joined(separator: " "))",
    ]
    return parts.joined(separator: "; ")
  }

  var json: JSONValue {
    var members: [String: JSONValue] = [
      "profile": .string(session.name), "account": session.account.map(JSONValue.string) ?? .null,
      "provider": .string(session.profile.target), "client_id": .string(session.profile.clientID),
      "store": .string(session.profile.store.rawValue), "signed_in": .bool(false),
    ]
    switch kind {
    case .signedOut: break
    case .failed(let failure):
      members["signed_in"] = .null
      members["error"] = .string(failure.line)
    case .signedIn(let credential):
      members["signed_in"] = .bool(true)
      members["subject"] = credential.claims.map { .string($0.subject) } ?? .null
      members["scopes"] = .array(credential.scopes.map(JSONValue.string))
      members["expires_at"] = credential.expiresAt.map { .string(TimeText.stamp($0)) } ?? .null
      members["refreshable"] = .bool(credential.refreshToken != nil)
    }
    return .object(members)
  }
}
