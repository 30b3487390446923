import AuthRuntime
import AuthTesting
import Foundation
import ReferenceClients
import Testing

/// A user who edits the URL of the page before the browser opens it.
private struct EditingBrowser: Browser {
  let edit: (from: String, to: String)

  func open(_ url: URL) async throws(BrowserFailure) {
    let text = url.absoluteString.replacingOccurrences(of: edit.from, with: edit.to)
    try await FollowingBrowser().open(URL(string: text) ?? url)
  }
}

/// The requested organization, the ID token's claims, and the claim for which the token is rejected.
struct OrganizationCase: CustomTestStringConvertible {
  let name: String
  let asked: String?
  let claims: [String: JSONValue]
  let rejected: String?

  init(_ name: String, asked: String?, _ claims: [String: JSONValue], rejected: String? = nil) {
    (self.name, self.asked, self.claims, self.rejected) = (name, asked, claims, rejected)
  }

  var testDescription: String { name }

  /// Replaces the token's claims about organizations.
  @Sendable func say(_ token: inout [String: JSONValue]) {
    for name in ["org_id", "org_name", "oid"] { token[name] = claims[name] }
  }
}

@Suite struct `The requested organization` {
  private static let auth0 = [
    OrganizationCase("no request, no claim", asked: nil, [:]),
    OrganizationCase("no request, a claim", asked: nil, ["org_id": "org_43", "org_name": "other"]),
    OrganizationCase("its ID", asked: "org_42", ["org_id": "org_42"]),
    OrganizationCase("its ID, with its name", asked: "org_42", ["org_id": "org_42", "org_name": "acme"]),
    OrganizationCase("another ID", asked: "org_42", ["org_id": "org_43", "org_name": "org_42"], rejected: "org_id"),
    OrganizationCase("an ID in another case", asked: "org_aB", ["org_id": "org_ab"], rejected: "org_id"),
    OrganizationCase("no ID", asked: "org_42", ["org_name": "acme"], rejected: "org_id"),
    OrganizationCase("an ID that is null", asked: "org_42", ["org_id": .null], rejected: "org_id"),
    OrganizationCase("a list of IDs", asked: "org_42", ["org_id": ["org_42"]], rejected: "org_id"),
    OrganizationCase("its name", asked: "acme", ["org_id": "org_42", "org_name": "acme"]),
    OrganizationCase("its name in capitals", asked: "ACME-Inc", ["org_id": "org_42", "org_name": "acme-inc"]),
    OrganizationCase("a prefix in capitals is part of a name", asked: "ORG_42", ["org_name": "org_42"]),
    OrganizationCase("another name", asked: "acme", ["org_id": "org_43", "org_name": "other"], rejected: "org_name"),
    OrganizationCase("a name with capitals", asked: "Acme", ["org_name": "Acme"], rejected: "org_name"),
    OrganizationCase("no name", asked: "acme", ["org_id": "acme"], rejected: "org_name"),
    OrganizationCase("neither ID nor name", asked: "acme", [:], rejected: "org_name"),
  ]

  @Test(arguments: auth0)
  func `The requested organization must match Auth0's by ID or by name`(row: OrganizationCase) async throws {
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
    OrganizationCase("no request, no claim", asked: nil, [:]),
    OrganizationCase("no request, a claim", asked: nil, ["oid": "org_43"]),
    OrganizationCase("its ID", asked: "org_42", ["oid": "org_42"]),
    OrganizationCase("another ID", asked: "org_42", ["oid": "org_43"], rejected: "oid"),
    OrganizationCase("an ID in another case", asked: "org_aB", ["oid": "org_ab"], rejected: "oid"),
    OrganizationCase("no ID", asked: "org_42", ["org_id": "org_42"], rejected: "oid"),
  ]

  @Test(arguments: scalekit)
  func `The requested organization must match Scalekit's by ID`(row: OrganizationCase) async throws {
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
  func `Google's hosted domain may be any Workspace domain if the app asked for *`(
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

  @Test func `Another organization in an edited authorization URL is rejected`() async throws {
    let browser = EditingBrowser(edit: (from: "org_42", to: "org_43"))
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      let client = provider.client(Auth0.self, environment: AuthEnvironment(browser: browser))
      await #expect(throws: Auth0.Failure.idToken(.unexpectedClaim("org_id"))) {
        try await client.signIn(organization: "org_42")
      }
      #expect(provider.requests.first?.query.contains("organization=org_43") == true)
      let kept = try await client.credential()
      #expect(kept == nil)
      // If the app requests the other organization, the sign-in succeeds.
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

  @Test func `An invalid check in the configuration rejects every ID token`() async throws {
    var configuration = Auth0.configuration
    configuration.idToken?.checks = ["sub": "equals(user-1) when prefix(user)"]
    let provider = try await ScriptedProvider.start(as: configuration)
    await #expect(throws: Auth0.Failure.idToken(.unexpectedClaim("sub"))) {
      try await provider.client(Auth0.self).signIn()
    }
    await provider.stop()
  }
}
