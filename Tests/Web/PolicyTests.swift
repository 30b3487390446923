import AuthRuntime
import AuthTesting
import AuthWeb
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
}
