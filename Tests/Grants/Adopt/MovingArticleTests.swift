import AuthTesting
import Foundation
import ReferenceClients
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The article on moving from other libraries` {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.file(path), encoding: .utf8)
  }

  private func example(_ name: String) throws -> String {
    let lines = try text("Tests/Grants/Adopt/MovingExample.swift").components(separatedBy: "\n")
    let begin = try #require(lines.firstIndex(of: "// \(name) begins"))
    let end = try #require(lines.firstIndex(of: "// \(name) ends"))
    return lines[(begin + 1)..<end].joined(separator: "\n")
  }

  /// The code without the imports at its beginning, which the examples share.
  private func withoutImports(_ code: String) -> String {
    code.components(separatedBy: "\n").drop { $0.hasPrefix("import ") || $0.isEmpty }.joined(separator: "\n")
  }

  /// On Linux, the compiler skips the blocks that read a keychain.
  @Test func `The code in the article on moving is compiled`() throws {
    let blocks = try text("Documentation.docc/Moving.md").components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
    #expect(try blocks.map(withoutImports) == ["adopt", "auth0", "appauth", "msal", "keychain"].map(example))
  }

  @Test func `The code in the article on moving reads the tokens that AppAuth and MSAL stored`() throws {
    let state = Archives.data(ArchivedAuthState(response: ArchivedTokenResponse(), refreshToken: "refresh-1"))
    #expect(try oldCredential(in: state).refreshToken == Secret("refresh-1"))
    let cache = MSALCache.python.replacing(#""app""#, with: #""b6c69a37-df96-4db0-9088-2ab96e1d8215""#)
    #expect(try oldCredentials(in: Data(cache.utf8))["ada.home"]?.refreshToken == Secret("rt-ada"))
  }

  @Test func `The code in the article on moving removes the old item only after adopting the session`() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      let library = provider.client(Auth0.self, clientID: "app")
      _ = try await library.signIn(scopes: [.openid, .offlineAccess])
      let kept = try #require(try await library.credential())
      let client = provider.client(Auth0.self, clientID: "app")
      let removals = Locked(0)
      func adopt(_ old: ImportedCredential?) async {
        await OldItem.$removals.withValue(removals) {
          await OldItem.$credential.withValue(old) { await adoptOldSession(in: client) }
        }
      }
      await adopt(nil)
      await adopt(ImportedCredential(refreshToken: Secret("unknown")))
      #expect(try await client.user() == nil)
      #expect(removals.value == 0)
      await adopt(ImportedCredential(refreshToken: kept.refreshToken, idToken: kept.idToken))
      #expect(try await client.user()?.subject == kept.claims?.subject)
      #expect(removals.value == 1)
    }
  }
}
