import AuthRuntime
import Foundation

/// The known state of one session.
struct SessionStatus: Sendable {
  /// The facts about a session that depend on the kind of server.
  struct SignedIn: Sendable {
    let credential: Credential
    /// The first words of the text.
    let title: String
    /// The words about the use of the token, or `nil` to leave them out.
    var tokenUse: String?
    /// More members of the JSON object.
    var members: [String: JSONValue]
  }

  private enum Kind: Sendable {
    case signedIn(SignedIn)
    case signedOut(String)
    case failed(ReportedFailure)
  }

  private let arguments: String
  /// The JSON members that name the session.
  private let names: [String: JSONValue]
  private let kind: Kind

  /// Reads the state of a session.
  ///
  /// - Parameters:
  ///   - names: The JSON members that name the session.
  ///   - signedOut: The text if there's no session.
  ///   - read: Reads the session.
  init(
    of session: some StoredSession, names: [String: JSONValue], signedOut: String = "not signed in",
    _ read: () async throws(ReportedFailure) -> SignedIn?
  ) async {
    (arguments, self.names) = (session.arguments, names)
    do throws(ReportedFailure) {
      kind = try await read().map(Kind.signedIn) ?? .signedOut(signedOut)
    } catch {
      kind = .failed(error)
    }
  }

  var isSignedOut: Bool { if case .signedOut = kind { true } else { false } }
  var isUnreadable: Bool { if case .failed = kind { true } else { false } }

  /// The states of all accounts. The unnamed account is left out if only named accounts are used.
  static func all(_ accounts: [String], _ status: (String?) async -> SessionStatus) async -> [SessionStatus] {
    let unnamed = await status(nil)
    var states = accounts.isEmpty || !unnamed.isSignedOut ? [unnamed] : []
    for account in accounts { states.append(await status(account)) }
    return states
  }
}

extension SessionStatus {
  /// The status on one line.
  var text: String {
    let text =
      switch kind {
      case .signedOut(let text): text
      case .failed(let failure): failure.line
      case .signedIn(let facts): facts.text
      }
    return "\(arguments): \(text)".plainText(limit: .max)
  }

  var json: JSONValue {
    let state: [String: JSONValue] =
      switch kind {
      case .signedOut: ["signed_in": .bool(false)]
      case .failed(let failure): ["signed_in": .null, "error": .string(failure.line)]
      case .signedIn(let facts): facts.json
      }
    return .object(names.merging(state) { $1 })
  }
}

extension SessionStatus.SignedIn {
  fileprivate var text: String {
    let isExpired = credential.expiresAt.map { $0 < Date() } ?? false
    let until = credential.expiresAt.map { "token \(isExpired ? "expired" : "expires") \(TimeText.text($0))" }
    let parts = [
      title, until ?? "token without an expiration",
      credential.refreshToken == nil ? "not refreshable" : "refreshable", tokenUse,
      "scopes: \(credential.scopes.isEmpty ? "unknown" : credential.scopes.joined(separator: " "))",
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }

  fileprivate var json: [String: JSONValue] {
    let common: [String: JSONValue] = [
      "signed_in": .bool(true), "scopes": .array(credential.scopes.map(JSONValue.string)),
      "expires_at": credential.expiresAt.map { .string(TimeText.stamp($0)) } ?? .null,
      "refreshable": .bool(credential.refreshToken != nil),
    ]
    return common.merging(members) { $1 }
  }
}
