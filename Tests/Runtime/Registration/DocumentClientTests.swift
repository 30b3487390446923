import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A client whose ID is the URL of its metadata` {
  private static let snippet = "client: { registration: document }\n"

  @Test func `The client sends the URL as its ID, and registers nothing`() async throws {
    try await withRegistration(Self.snippet) { provider in
      let client = provider.client(clientID: "https://app.example.com/oauth/client.json")
      try await client.begin()
      let transcript = RequestTranscript(provider.requests)
      let id = "client_id=https%3A%2F%2Fapp.example.com%2Foauth%2Fclient.json"
      #expect(transcript.authorization?.contains(id) == true)
      #expect(transcript.tokenBody?.hasSuffix(id) == true)
      #expect(transcript.paths == ["GET /authorize", "POST /token", "GET /userinfo"])
      try await client.refresh()
    }
  }

  @Test(arguments: [
    "app", "", "http://app.example.com/client.json", "http://127.0.0.1/client.json", "https://app.example.com",
    "https://app.example.com/a/../client.json", "https://app.example.com/%2e%2E/client.json",
    "https://app.example.com/./client.json", "https://app.example.com/client.json#a",
    "https://user@app.example.com/client.json", "https://app.example.com/a b", "file:///client.json",
  ])
  func `An ID that can't be the URL of a document is rejected before any request`(id: String) async throws {
    try await withRegistration(Self.snippet) { provider in
      let failure = await provider.client(clientID: id).signInFailure()
      guard case .configuration = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(provider.requests.isEmpty)
    }
  }
}
