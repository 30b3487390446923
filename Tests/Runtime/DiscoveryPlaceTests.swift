import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// The URLs at which a client looks for the discovery document: OpenID Connect Discovery 1.0 §4.1, RFC 8414 §3.1.
@Suite struct `The URL of a discovery document` {
  private static let openID = "https://id.example/tenant/.well-known/openid-configuration"
  private static let oauth = "https://id.example/.well-known/oauth-authorization-server/tenant"
  private static let below = "https://id.example/tenant/.well-known/oauth-authorization-server"

  private static func document(_ issuer: String) -> TransportResponse {
    let text = #"{"issuer":"\#(issuer)","token_endpoint":"https://id.example/token"}"#
    return TransportResponse(status: 200, headers: [.contentType: "application/json"], body: Data(text.utf8))
  }

  /// The failure to find the token endpoint, and the requested URLs. The server returns 404 for a URL that isn't in `pages`.
  private func search(
    _ issuer: String, _ pages: [String: TransportResponse],
    _ adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) async throws -> (failure: StepFailure?, asked: [String]) {
    let asked = Locked<[String]>([])
    let server = ScriptedTransport { request in
      asked.withLock { $0.append(request.url.absoluteString) }
      return pages[request.url.absoluteString] ?? TransportResponse(status: 404)
    }
    let configuration = ProviderConfiguration.openIDConnect(issuer: issuer, adjust)
    let provider = try ResolvedProvider(configuration, variables: [:], clientID: "app")
    let source = ServerMetadataSource(provider: provider, transport: server, now: { Date() })
    let failure = await failure(of: try await source.url(.token))
    return (failure, asked.value)
  }

  @Test(arguments: [
    ("https://id.example/tenant", openID, [openID]), ("https://id.example/tenant", oauth, [openID, oauth]),
    ("https://id.example/tenant", below, [openID, oauth, below]),
    ("https://id.example/tenant/", oauth, [openID, oauth]),
    (
      "https://id.example", "https://id.example/.well-known/oauth-authorization-server",
      [
        "https://id.example/.well-known/openid-configuration",
        "https://id.example/.well-known/oauth-authorization-server",
      ]
    ),
    (
      "https://id.example/", "https://id.example/.well-known/oauth-authorization-server",
      [
        "https://id.example/.well-known/openid-configuration",
        "https://id.example/.well-known/oauth-authorization-server",
      ]
    ),
    (
      "https://id.example:8443/a/b", "https://id.example:8443/.well-known/oauth-authorization-server/a/b",
      [
        "https://id.example:8443/a/b/.well-known/openid-configuration",
        "https://id.example:8443/.well-known/oauth-authorization-server/a/b",
      ]
    ),
  ])
  func `The discovery document is looked for at the URLs of the standards, in their order`(
    issuer: String, place: String, asked: [String]
  ) async throws {
    let found = try await search(issuer, [place: Self.document(issuer)])
    #expect(found.failure == nil)
    #expect(found.asked == asked)
  }

  private static let absences = [
    TransportResponse(status: 400), TransportResponse(status: 401), TransportResponse(status: 403),
    TransportResponse(status: 404),
    TransportResponse(status: 410), TransportResponse(status: 302, headers: [.location: "https://id.example/login"]),
    TransportResponse(status: 200, headers: [.contentType: "text/html"], body: Data("<html>".utf8)),
    TransportResponse(status: 403, headers: [.contentType: "application/json"], body: Data("{}".utf8)),
  ]

  @Test(arguments: absences.indices)
  func `The search continues if a URL doesn't lead to a usable discovery document`(index: Int) async throws {
    let issuer = "https://id.example/tenant"
    let found = try await search(
      issuer, [Self.openID: Self.absences[index], Self.oauth: Self.document(issuer)])
    #expect(found.failure == nil)
    #expect(found.asked == [Self.openID, Self.oauth])
  }

  @Test func `A search without a result reports the failure at the first URL`() async throws {
    let found = try await search("https://id.example/tenant", [Self.openID: TransportResponse(status: 403)])
    #expect(found.failure == .response(.unexpectedStatus(403, endpoint: .discovery)))
    #expect(found.asked == [Self.openID, Self.oauth, Self.below])
  }

  private static let ends: [(TransportResponse, StepFailure)] = [
    (TransportResponse(status: 503), .response(.unexpectedStatus(503, endpoint: .discovery))),
    (TransportResponse(status: 429), .response(.rateLimited(retryAfter: nil, endpoint: .discovery))),
    (document("https://evil.example"), .response(.discoveryIssuerMismatch)),
    (document("https://id.example/tenant/"), .response(.discoveryIssuerMismatch)),
  ]

  @Test(arguments: ends.indices)
  func `An outage or another issuer's discovery document ends the search`(index: Int) async throws {
    let issuer = "https://id.example/tenant"
    let (response, failure) = Self.ends[index]
    let found = try await search(issuer, [Self.openID: response, Self.oauth: Self.document(issuer)])
    #expect(found.failure == failure)
    #expect(found.asked == [Self.openID])
  }

  @Test func `A discovery document at the RFC 8414 URL has to be of this issuer too`() async throws {
    let found = try await search(
      "https://id.example/tenant",
      [Self.oauth: Self.document("https://id.example"), Self.below: Self.document("https://id.example/tenant")])
    #expect(found.failure == .response(.discoveryIssuerMismatch))
    #expect(found.asked == [Self.openID, Self.oauth])
  }

  @Test func `A discovery URL in the descriptor is the only one that is tried`() async throws {
    let issuer = "https://id.example/tenant"
    let found = try await search(issuer, [Self.oauth: Self.document(issuer)]) {
      $0.discovery.url = "https://id.example/document"
    }
    #expect(found.failure == .response(.unexpectedStatus(404, endpoint: .discovery)))
    #expect(found.asked == ["https://id.example/document"])
  }
}
