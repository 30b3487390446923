import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

/// An ID token that must be rejected, and the expected rejection. `nil` is for unusual but valid tokens.
struct HostileToken: Sendable, CustomTestStringConvertible {
  let name: String
  let verdict: TokenRejection?
  let script: ScriptedProvider.Script

  init(
    _ name: String, _ verdict: TokenRejection?, _ change: (inout ScriptedProvider.Script) -> Void
  ) {
    (self.name, self.verdict, script) = (name, verdict, ScriptedProvider.Script(change))
  }

  var testDescription: String { name }

  /// The valid token with another value of a claim.
  static func claim(_ name: String, _ value: JSONValue, _ verdict: TokenRejection?) -> HostileToken {
    HostileToken("\(name): \(value)", verdict) { $0.claims = { $0[name] = value } }
  }

  /// The valid token with another value of a header member, signed with it.
  static func header(_ name: String, _ value: JSONValue, _ verdict: TokenRejection?) -> HostileToken {
    HostileToken("header \(name): \(value)", verdict) { $0.header = [name: value] }
  }

  /// The valid token with its string changed.
  static func text(
    _ name: String, _ verdict: TokenRejection, _ change: @escaping @Sendable (String) -> String
  ) -> HostileToken {
    HostileToken(name, verdict) { $0.idToken = change }
  }

  /// The valid token with one of its three parts changed.
  static func part(
    _ index: Int, _ name: String, _ verdict: TokenRejection, _ change: @escaping @Sendable (String) -> String
  ) -> HostileToken {
    text(name, verdict) { token in
      var parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      parts[index] = change(parts[index])
      return parts.joined(separator: ".")
    }
  }

  /// A token with this header, signed with the server's key. The payload is `{}`.
  static func rawHeader(_ name: String, _ verdict: TokenRejection, _ header: String) -> HostileToken {
    HostileToken("header \(name)", verdict) { script in
      let tokenSigner = script.tokenSigner
      script.idToken = { _ in (try? tokenSigner.token(header: Data(header.utf8), payload: Data("{}".utf8))) ?? "" }
    }
  }

  /// A token with this payload, signed with the server's key.
  static func rawPayload(_ name: String, _ verdict: TokenRejection, _ payload: Data) -> HostileToken {
    HostileToken("payload \(name)", verdict) { script in
      let tokenSigner = script.tokenSigner
      let header = Data(#"{"alg":"ES256","kid":"key-1"}"#.utf8)
      script.idToken = { _ in (try? tokenSigner.token(header: header, payload: payload)) ?? "" }
    }
  }

  /// A token signed with an attacker's key. Its header may recommend that key.
  static func forged(
    _ name: String, _ verdict: TokenRejection, by tokenSigner: TokenSigner = TokenSigner(),
    _ header: @escaping @Sendable (TokenSigner) -> [String: JSONValue] = { _ in [:] }
  ) -> HostileToken {
    HostileToken("forged \(name)", verdict) { script in
      script.idToken = { right in
        let payload = right.split(separator: ".").dropFirst().first.flatMap { Base64URL.decode($0) } ?? Data()
        let claims = JSONValue(parsing: payload)?.object ?? [:]
        return (try? tokenSigner.token(claims: claims, header: header(tokenSigner))) ?? ""
      }
    }
  }
}

extension String {
  func replacingLast(with character: Character) -> String { dropLast() + String(character) }
}
