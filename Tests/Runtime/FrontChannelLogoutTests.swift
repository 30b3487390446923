import AuthConfiguration
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `Front-channel logout requests` {
  private static let issuer = "iss=https%3A%2F%2Fid.example"

  private func read(_ query: String) async -> Result<FrontChannelLogout, StepFailure> {
    let client = AuthClient<DynamicProvider>(issuer: "https://id.example", clientID: "app", redirect: .loopback())
    let server = BackendExchange<DynamicProvider>(issuer: "https://id.example", clientID: "app")
    do throws(StepFailure) {
      let found = try await client.frontChannelLogout(query: query)
      #expect(found == (try? await server.frontChannelLogout(query: query)))
      return .success(found)
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [
    ("", nil), ("theme=dark", nil), ("\(issuer)&sid=s%201", "s 1"), ("sid=s1&\(issuer)&theme=dark", "s1"),
  ])
  func `A front-channel logout names the session that has ended`(query: String, sessionID: String?) async throws {
    #expect(try await read(query).get() == FrontChannelLogout(sessionID: sessionID))
  }

  @Test(
    arguments: [
      ("sid=s1", .missingField("iss")), (issuer, .missingField("sid")), ("\(issuer)&sid=", .missingField("sid")),
      ("\(issuer)%2F&sid=s1", .issuerMixUp), ("iss=&sid=s1", .issuerMixUp),
      ("\(issuer)&sid=s1&sid=s1", .repeatedParameter("sid")), ("\(issuer)&\(issuer)&sid=s1", .repeatedParameter("iss")),
      ("\(issuer)&sid=%ZZ", .malformed),
    ] as [(String, CallbackRejection)])
  func `A front-channel logout with only one of iss and sid, or an invalid query, is rejected`(
    query: String, reason: CallbackRejection
  ) async {
    let found = await read(query)
    #expect(throws: StepFailure.callback(reason)) { try found.get() }
  }
}
