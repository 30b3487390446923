import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Part of the serialized suite, so that it never runs while another test counts the exchanges.
extension `A transport` {
  @Test func `A transport presents its certificate only to servers that request one`() throws {
    let credential = URLCredential(user: "certificate", password: "", persistence: .none)
    let transport = URLSessionTransport(presenting: credential)
    let (disposition, presented) = transport.pool.exchanges.reaction(toCertificateRequest: true)
    #expect(disposition == .useCredential && presented === credential)
    let (other, password) = transport.pool.exchanges.reaction(toCertificateRequest: false)
    #expect(other == .performDefaultHandling && password == nil)
    let (none, nothing) = URLSessionTransport().pool.exchanges
      .reaction(toCertificateRequest: true)
    #expect(none == .performDefaultHandling && nothing == nil)
  }

  @Test func `A transport with a certificate doesn't share connections with a transport without one`() async throws {
    let transport = URLSessionTransport(presenting: URLCredential(user: "", password: "", persistence: .none))
    #expect(transport.pool !== URLSessionPool.shared)
    try await serving { _ in
      ScriptedResponse(204)
    } _: { url, _ in
      let response = try await transport.send(TransportRequest(url: url))
      #expect(response.status == 204)
    }
    #expect(transport.pool.exchanges.count == 0)
  }
}
