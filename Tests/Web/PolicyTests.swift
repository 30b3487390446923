import AuthConfiguration
import AuthRuntime
import AuthTesting
import AuthWeb
import Foundation
import HTTPTypes
import Testing

@Suite struct `A policy of a web app` {
  private typealias Policy = WebPolicy<DynamicProvider>

  /// Whether a session that was authenticated in this way satisfies the policy.
  private func accepts(_ policy: Policy, _ context: String) async throws -> Bool {
    let script = ScriptedProvider.Script { script in script.claims = { $0["acr"] = .string(context) } }
    var isSatisfied = false
    try await WebFixture.run(script: script) { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      isSatisfied = try #require(try await browser.session(web)).satisfies(policy)
    }
    return isSatisfied
  }

  @Test func `Two lists of authentications leave those that are in both`() async throws {
    let both = Policy.authentication(["mfa", "phr"]).and(.authentication(["phr", "bank"]))
    #expect(try await accepts(both, "phr"))
    #expect(try await !accepts(both, "mfa"))
    #expect(try await !accepts(both, "bank"))
  }

  @Test(arguments: ["mfa", "phr", ""])
  func `Two lists without a common authentication are never satisfied`(context: String) async throws {
    let none = Policy.authentication(["mfa"]).and(.authentication(["phr"]))
    #expect(try await !accepts(none, context))
    #expect(try await !accepts(none.and(.authentication()), context))
  }

  @Test func `An empty list accepts what the other one lists`() async throws {
    #expect(try await accepts(Policy.authentication().and(.authentication(["phr"])), "phr"))
    #expect(try await !accepts(Policy.authentication(["phr"]).and(.scopes([])), "mfa"))
  }

  @Test func `A script's login path contains the policy that its session has to satisfy`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      let session = try #require(try await browser.session(web))
      let script = browser.request(.get, "/payment", headers: [:])
      let denial = await web.challenge(script, session, for: .authentication(["mfa"]))
      #expect(denial.status == .unauthorized)
      let members = try JSONDecoder().decode([String: String].self, from: Data(denial.body.utf8))
      let path = try #require(members["login"])
      let login = try await browser.get(path, web)
      #expect(login.headers[.location]?.contains("acr_values=mfa") == true)
      for other in ["demand=", "demand=mfa", String(path.dropFirst("/auth/login?".count).dropLast())] {
        #expect(try await browser.get("/auth/login?" + other, web).status == .badRequest, "\(other)")
      }
    }
  }

  private static func claims(of tenant: String) -> @Sendable (inout [String: JSONValue]) -> Void {
    { claims in
      claims["tid"] = .string(tenant)
      claims["iss"] = .string("https://login.example/\(tenant)/v2.0")
    }
  }

  @Test func `The user with the same subject at another issuer can't authenticate again in a session`() async throws {
    let script = ScriptedProvider.Script { $0.claims = Self.claims(of: "acme") }
    let template = TextTemplate("https://login.example/{id_token.tid}/v2.0")
    try await WebFixture.run(script: script, { $0.idToken?.issuers = [template] }) { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      for (tenant, status) in [("other", .forbidden), ("acme", .seeOther)] as [(String, HTTPResponse.Status)] {
        await fixture.provider.rewrite { $0.claims = Self.claims(of: tenant) }
        let session = try #require(try await browser.session(web))
        let login = await web.challenge(browser.request(.get, "/payment"), session)
        browser.keep(login)
        #expect(try await browser.get(try await browser.callback(of: login), web).status == status, "\(tenant)")
      }
    }
  }
}
