import AuthConfiguration
import AuthTesting
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthRuntime

@Suite(.timeLimit(.minutes(1))) struct `Response fields with thousands of combining marks` {
  private static let marks =
    "1" + String(repeating: "\u{301}", count: 50_000) + String(repeating: "\u{316}", count: 50_000)

  @Test func `A field with thousands of combining marks is removed, and the others stay`() async throws {
    let server = ScriptedTransport { _ in
      TransportResponse(status: 200, headers: [.contentType: "text/plain; name=é", .retryAfter: Self.marks])
    }
    let url = try #require(URL(string: "https://id.example/keys"))
    let response = try await FieldCheckingTransport(base: server).send(TransportRequest(url: url))
    #expect(response.headers == [.contentType: "text/plain; name=é"])
  }

  @Test func `Requests for keys are retried as if the field with the marks were missing`() async throws {
    let fixture = APIFixture { _ in
      TransportResponse(
        status: 429, headers: [.retryAfter: Self.marks, .date: Self.marks, .cacheControl: Self.marks])
    }
    let failure = ResponseRejection.rateLimited(retryAfter: nil, endpoint: .keys)
    #expect(await fixture.failure(of: try fixture.token()) == .unavailable(.response(failure)))
    #expect(fixture.server.asked.value == RetryingTransport.attempts)
  }

  @Test func `A client's requests are retried as if the field with the marks were missing`() async throws {
    let server = ScriptedTransport { _ in TransportResponse(status: 503, headers: [.retryAfter: Self.marks]) }
    let environment = AuthEnvironment(transport: server, clock: ImmediateClock())
    let url = try #require(URL(string: "https://id.example/keys"))
    let response = try await environment.retrying(server).send(TransportRequest(url: url, isRepeatable: true))
    #expect(response.headers.isEmpty)
    #expect(server.asked.value == RetryingTransport.attempts)
  }
}
