import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A web app that signs its user out` {
  private static let address = "https://app.example/signed-out"

  private func signIn(_ backend: BackendExchange<DynamicProvider>) async throws -> Credential {
    let pending = try await backend.start(redirectURI: "https://app.example/cb", scopes: [])
    let grant = try backend.grant(from: try await returned(from: pending.url), for: pending)
    return try await backend.exchange(grant).credential
  }

  private func fields(of page: URL) throws -> [String: String] {
    let pairs = try #require(FormEncoding.decode(page.query(percentEncoded: true) ?? ""))
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0.name, $0.value) })
  }

  @Test func `The browser takes the ID token to the provider, and its return is accepted once`() async throws {
    try await withScriptedProvider(.plain) { provider in
      let backend = provider.webApp()
      let credential = try await signIn(backend)
      let pending = try await backend.startSignOut(of: credential, returningTo: Self.address)
      let sent = try fields(of: pending.url)
      #expect(pending.url.path == "/logout")
      #expect(sent.keys.sorted() == ["id_token_hint", "post_logout_redirect_uri", "state"])
      #expect(sent["id_token_hint"] == credential.idToken?.reveal())
      #expect(sent["post_logout_redirect_uri"] == Self.address)
      let query = try await returned(from: pending.url)
      try backend.finishSignOut(query: query, for: pending)
      #expect(throws: StepFailure.callback(.unexpected)) { try backend.finishSignOut(query: query, for: pending) }
    }
  }

  @Test(arguments: [
    ("", CallbackRejection.stateMismatch), ("state=", .stateMismatch), ("state=x", .stateMismatch),
    ("st=STATE", .stateMismatch), ("state=STATEx", .stateMismatch),
    ("state=STATE&state=STATE", .repeatedParameter("state")),
    ("state=%", .malformed),
  ])
  func `The browser's return from a sign-out without the right state is rejected`(
    query: String, reason: CallbackRejection
  ) async throws {
    try await withScriptedProvider(.plain) { provider in
      let backend = provider.webApp()
      let pending = try await backend.startSignOut(of: try await signIn(backend), returningTo: Self.address)
      let state = try #require(pending.request.state)
      #expect(throws: StepFailure.callback(reason)) {
        try backend.finishSignOut(query: query.replacing("STATE", with: state), for: pending)
      }
      // An invalid query doesn't use up the state.
      try backend.finishSignOut(query: "state=\(state)", for: pending)
    }
  }

  @Test func `Another process can finish the sign-out with the values in the session`() async throws {
    try await withScriptedProvider(.plain) { provider in
      let backend = provider.webApp()
      let pending = try await backend.startSignOut(of: try await signIn(backend), returningTo: Self.address)
      let kept = try JSONDecoder().decode(PendingSignOut.self, from: JSONEncoder().encode(pending))
      #expect(kept.url == pending.url)
      let query = try await returned(from: kept.url)
      #expect(throws: StepFailure.callback(.stateMismatch)) {
        try provider.webApp().finishSignOut(query: query + "x", for: kept)
      }
      try provider.webApp().finishSignOut(query: query, for: kept)
      var text = "\(kept)"
      dump(kept, to: &text)
      let state = try #require(kept.request.state)
      #expect(!text.contains(state))
    }
  }

  @Test func `A sign-out at a server known only by its issuer needs no session`() async throws {
    try await withScriptedProvider(.openIDConnect(issuer: "https://id.example.com")) { provider in
      let issuer = try #require(provider.configuration.server.issuer?.text)
      let backend = BackendExchange<DynamicProvider>(issuer: issuer, clientID: "app")
      let pending = try await backend.startSignOut(of: nil, returningTo: Self.address)
      #expect(try fields(of: pending.url).keys.sorted() == ["client_id", "post_logout_redirect_uri", "state"])
      try backend.finishSignOut(query: try await returned(from: pending.url), for: pending)
    }
  }

  @Test func `A provider's custom sign-out page returns no state, so every return is accepted`() async throws {
    let own = ProviderConfiguration.plain.with {
      $0.logout.style = .custom
      $0.logout.endpoint = "https://{domain}/v2/logout"
      $0.logout.redirectParameter = "returnTo"
      $0.logout.idTokenHint = .never
      $0.logout.parameters = ["client_id": "{client_id}"]
      $0.logout.flags = ["federated"]
    }
    let backend = BackendExchange<DynamicProvider>(
      configuration: own, variables: ["domain": "id.example"], clientID: "app")
    let pending = try await backend.startSignOut(of: nil, returningTo: Self.address, flags: ["federated"])
    #expect(
      pending.url.absoluteString
        == "https://id.example/v2/logout?client_id=app&returnTo=https%3A%2F%2Fapp.example%2Fsigned-out&federated")
    try backend.finishSignOut(query: "", for: pending)
  }

  private static let missing: [(name: String, change: @Sendable (inout ProviderConfiguration) -> Void)] = [
    (
      "an endpoint",
      {
        $0.server.endSessionEndpoint = nil; $0.discovery.mode = .none
      }
    ),
    ("any sign-out", { $0.logout.style = .none }),
  ]

  @Test(arguments: missing.indices)
  func `A provider without a sign-out page causes a failure`(index: Int) async throws {
    let backend = BackendExchange<DynamicProvider>(
      configuration: .plain.with(Self.missing[index].change), variables: ["domain": "id.example"], clientID: "app")
    let failure = await failure(of: try await backend.startSignOut(of: nil, returningTo: Self.address))
    #expect(failure == .configuration(.missingEndpoint(.endSession)), "\(Self.missing[index].name)")
  }

  @Test func `A missing ID token and an insecure or invalid return URL cause failures`() async throws {
    let backend = BackendExchange<DynamicProvider>(
      configuration: .plain, variables: ["domain": "id.example"], clientID: "app")
    let failures = [Self.address, "http://app.example/signed-out", "signed-out"]
    var found: [StepFailure?] = []
    for address in failures {
      found.append(
        await failure(of: try await backend.startSignOut(of: nil, returningTo: address)))
    }
    #expect(
      found == [
        .notSignedIn, .configuration(.insecureURL("http://app.example")), .configuration(.invalidURL("signed-out")),
      ])
  }
}
