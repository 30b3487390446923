import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `Secrets` {
  @Test func `A secret is never shown`() {
    let secret = Secret("hunter2")
    var dumped = ""
    dump(["x": secret], to: &dumped)
    for text in ["\(secret)", String(describing: secret), String(reflecting: secret), dumped, "\([secret])"] {
      #expect(!text.contains("hunter2"))
      #expect(text.contains("redacted") || text.contains("Secret"))
    }
    #expect(secret.reveal() == "hunter2")
  }

  @Test func `Secrets are compared by content`() {
    #expect(Secret("a") == Secret("a"))
    #expect(Secret("a") != Secret("b"))
    #expect(Secret("a") != Secret("aa"))
  }

  @Test func `No credential, client, request, or failure shows a secret`() async throws {
    try await withProvider { provider in
      let client = provider.client(clientSecret: Secret("client-s3cret"))
      _ = try await client.signIn(scopes: [], parameters: .init())
      let credential = try #require(try await client.credential())
      var dumped = ""
      dump(credential, to: &dumped)
      dump(client, to: &dumped)
      let secrets = [credential.accessToken, credential.refreshToken, credential.idToken].compactMap { $0?.reveal() }
      #expect(secrets.count == 3)
      dump(
        TransportRequest(
          url: try SecureURL.parse("https://a.b/c?code=\(secrets[0])"), headers: [.authorization: secrets[1]]),
        to: &dumped)
      await provider.rewrite { $0.instead = { _ in .html(secrets.joined(), status: 500) } }
      let failure = await failure(of: try await client.refresh())
      dumped += "\(try #require(failure)) \(String(reflecting: failure))"
      for secret in secrets + ["client-s3cret"] { #expect(!dumped.contains(secret)) }
    }
  }
}

@Suite struct `Failures` {
  @Test(arguments: [
    (StepFailure.callback(.stateMismatch), "stateMismatch", Recovery.retry(after: nil)),
    (.idToken(.invalidSignature), "invalidSignature", .reauthenticate),
    (.idToken(.claim(.missingClaim("sub"))), "missingClaim", .fix(.claims)),
    (.response(.rateLimited(retryAfter: .seconds(3), endpoint: .token)), "rateLimited", .retry(after: .seconds(3))),
    (.browser(.timedOut(lastRejection: nil)), "timedOut", .retry(after: nil)),
    (.network(.unreachable(host: "a"), endpoint: .token), "unreachable", .retry(after: nil)),
    (.configuration(.noTransport), "noTransport", .fix(.transport)),
    (.notSignedIn, "notSignedIn", .reauthenticate),
    (.cancelled, "cancelled", .retry(after: nil)),
    (.server(nil, ServerError(code: "teapot", endpoint: .token)), "teapot", .retry(after: nil)),
  ])
  func `A failure has a name and a recovery`(failure: StepFailure, name: String, recovery: Recovery) {
    #expect(failure.caseName == name)
    #expect(failure.recovery == recovery)
    #expect(failure.description.hasPrefix("\(name): "))
  }
}

@Suite struct `Descriptions of a sign-in` {
  @Test func `Descriptions show neither the code nor the state nor a path that may contain a token`() throws {
    let bytes = Data(
      #"{"version":1,"code":"c-hush","code_verifier":"v-hush","redirect_uri":"https://a.example","state":"s-hush","signed":{"code":"c-hush"},"fields":{"f":"f-hush"}}"#
        .utf8)
    let grant = try #require(AuthorizationGrant(encoded: bytes))
    let request = TransportRequest(url: try #require(URL(string: "https://api.example.com/u/p-hush?q=q-hush")))
    var text = "\(grant) \(request)"
    dump(grant, to: &text)
    dump(request, to: &text)
    #expect(!text.contains("hush"))
  }
}
