import AuthRuntime
import AuthTesting
import Foundation
import ReferenceClients
import Testing

/// A user who changes the address of the page before the browser goes there.
private struct EditingBrowser: Browser {
  let edit: (from: String, to: String)

  func open(_ url: URL) async throws(BrowserFailure) {
    let text = url.absoluteString.replacingOccurrences(of: edit.from, with: edit.to)
    try await FollowingBrowser().open(URL(string: text) ?? url)
  }
}

/// What was asked for, what the ID token says, and the claim for which it is rejected.
struct OrganizationCase: CustomTestStringConvertible {
  let name: String
  let asked: String?
  let claims: [String: JSONValue]
  let rejected: String?

  init(_ name: String, asked: String?, _ claims: [String: JSONValue], rejected: String? = nil) {
    (self.name, self.asked, self.claims, self.rejected) = (name, asked, claims, rejected)
  }

  var testDescription: String { name }

  /// The token says this and nothing else about organizations.
  @Sendable func say(_ token: inout [String: JSONValue]) {
    for name in ["org_id", "org_name", "oid"] { token[name] = claims[name] }
  }
}

@Suite struct `The organization that was asked for` {
  private static let auth0 = [
    OrganizationCase("none asked, none there", asked: nil, [:]),
    OrganizationCase("none asked, one there", asked: nil, ["org_id": "org_43", "org_name": "other"]),
    OrganizationCase("its id", asked: "org_42", ["org_id": "org_42"]),
    OrganizationCase("its id, beside its name", asked: "org_42", ["org_id": "org_42", "org_name": "acme"]),
    OrganizationCase("another id", asked: "org_42", ["org_id": "org_43", "org_name": "org_42"], rejected: "org_id"),
    OrganizationCase("an id in other letters", asked: "org_aB", ["org_id": "org_ab"], rejected: "org_id"),
    OrganizationCase("no id", asked: "org_42", ["org_name": "acme"], rejected: "org_id"),
    OrganizationCase("an id that is null", asked: "org_42", ["org_id": .null], rejected: "org_id"),
    OrganizationCase("a list of ids", asked: "org_42", ["org_id": ["org_42"]], rejected: "org_id"),
    OrganizationCase("its name", asked: "acme", ["org_id": "org_42", "org_name": "acme"]),
    OrganizationCase("its name in capitals", asked: "ACME-Inc", ["org_id": "org_42", "org_name": "acme-inc"]),
    OrganizationCase("a prefix in capitals is a name's", asked: "ORG_42", ["org_name": "org_42"]),
    OrganizationCase("another name", asked: "acme", ["org_id": "org_43", "org_name": "other"], rejected: "org_name"),
    OrganizationCase("a name with capitals", asked: "Acme", ["org_name": "Acme"], rejected: "org_name"),
    OrganizationCase("no name", asked: "acme", ["org_id": "acme"], rejected: "org_name"),
    OrganizationCase("neither id nor name", asked: "acme", [:], rejected: "org_name"),
  ]

  @Test(arguments: auth0)
  func `is compared with Auth0's by id or by name`(row: OrganizationCase) async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      await provider.rewrite { $0.claims = row.say }
      do throws(Auth0.Failure) {
        let user = try await provider.client(Auth0.self).signIn(organization: row.asked)
        #expect(row.rejected == nil)
        #expect(user.organizationID == row.claims["org_id"]?.string)
      } catch {
        #expect(error == row.rejected.map { Auth0.Failure.idToken(.unexpectedClaim($0)) })
      }
    }
  }

  private static let scalekit = [
    OrganizationCase("none asked, none there", asked: nil, [:]),
    OrganizationCase("none asked, one there", asked: nil, ["oid": "org_43"]),
    OrganizationCase("its id", asked: "org_42", ["oid": "org_42"]),
    OrganizationCase("another id", asked: "org_42", ["oid": "org_43"], rejected: "oid"),
    OrganizationCase("an id in other letters", asked: "org_aB", ["oid": "org_ab"], rejected: "oid"),
    OrganizationCase("no id", asked: "org_42", ["org_id": "org_42"], rejected: "oid"),
  ]

  @Test(arguments: scalekit)
  func `is compared with Scalekit's by id`(row: OrganizationCase) async throws {
    try await ScriptedProvider.run(as: Scalekit.self) { provider in
      await provider.rewrite { $0.claims = row.say }
      do throws(Scalekit.Failure) {
        let user = try await provider.client(Scalekit.self).signIn(organizationID: row.asked)
        #expect(row.rejected == nil)
        #expect(user.organizationID == row.claims["oid"]?.string)
      } catch {
        #expect(error == row.rejected.map { Scalekit.Failure.idToken(.unexpectedClaim($0)) })
      }
    }
  }

  @Test(
    arguments: [
      ("acme.example", "acme.example", true), ("acme.example", "rival.example", false), ("acme.example", nil, false),
      ("*", "rival.example", true), ("*", "", false), ("*", .null, false), ("*", nil, false), (nil, nil, true),
    ] as [(String?, JSONValue?, Bool)])
  func `is any Workspace domain for Google if the app asked for *`(
    asked: String?, found: JSONValue?, isAccepted: Bool
  ) async throws {
    try await ScriptedProvider.run(as: Google.self) { provider in
      await provider.rewrite { $0.claims = { token in token["hd"] = found } }
      do throws(Google.Failure) {
        let user = try await provider.client(Google.self).signIn(hostedDomain: asked)
        #expect(isAccepted)
        #expect(user.hostedDomain == found?.string)
      } catch {
        #expect(error == (isAccepted ? nil : .idToken(.unexpectedClaim("hd"))))
      }
    }
  }

  @Test func `is not another one that somebody writes into the address of the page`() async throws {
    let browser = EditingBrowser(edit: (from: "org_42", to: "org_43"))
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      let client = provider.client(Auth0.self, environment: AuthEnvironment(browser: browser))
      await #expect(throws: Auth0.Failure.idToken(.unexpectedClaim("org_id"))) {
        try await client.signIn(organization: "org_42")
      }
      #expect(provider.requests.first?.query.contains("organization=org_43") == true)
      let kept = try await client.credential()
      #expect(kept == nil)
      // Whoever asks for that one gets it.
      let user = try await provider.client(Auth0.self).signIn(organization: "org_43")
      #expect(user.organizationID == "org_43")
    }
    try await ScriptedProvider.run(as: Scalekit.self) { provider in
      let client = provider.client(Scalekit.self, environment: AuthEnvironment(browser: browser))
      await #expect(throws: Scalekit.Failure.idToken(.unexpectedClaim("oid"))) {
        try await client.signIn(organizationID: "org_42")
      }
      let user = try await provider.client(Scalekit.self).signIn(organizationID: "org_43")
      #expect(user.organizationID == "org_43")
    }
  }

  @Test func `is not let through by a check that is none`() async throws {
    var configuration = Auth0.configuration
    configuration.idToken?.checks = ["sub": "equals(user-1) when prefix(user)"]
    let provider = try await ScriptedProvider.start(as: configuration)
    await #expect(throws: Auth0.Failure.idToken(.unexpectedClaim("sub"))) {
      try await provider.client(Auth0.self).signIn()
    }
    await provider.stop()
  }
}
