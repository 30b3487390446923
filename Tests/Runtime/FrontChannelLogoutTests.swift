import AuthConfiguration
import Foundation
import ReferenceClients
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
    let issuer = sessionID.map { _ in "https://id.example" }
    #expect(try await read(query).get() == FrontChannelLogout(sessionID: sessionID, issuer: issuer))
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

  private static let tenant = "8eaef023-2b34-4da1-9baa-8bc8c9d6a490"
  private static let other = "11111111-2222-3333-4444-555555555555"
  private static let microsoft = "https://login.microsoftonline.com"

  @Test(
    arguments: [
      ("common", "\(microsoft)/\(tenant)/v2.0", true), (tenant, "\(microsoft)/\(tenant)/v2.0", true),
      (tenant, "\(microsoft)/\(other)/v2.0", false), ("consumers", "\(microsoft)/\(tenant)/v2.0", false),
      ("common", "\(microsoft)/\(tenant)/v2.0/", false), ("common", "\(microsoft)//v2.0", false),
      ("common", "\(microsoft)/a/b/v2.0", false), ("common", "https://evil.example/\(tenant)/v2.0", false),
    ])
  func `A front-channel logout of a provider with many tenants is from a tenant that the app accepts`(
    named: String, issuer: String, isAccepted: Bool
  ) async {
    let server = BackendExchange<DynamicProvider>(
      configuration: MicrosoftEntraID.configuration, variables: ["tenant": named], clientID: "app",
      clientSecret: Secret("s"))
    let found = try? await server.frontChannelLogout(query: "iss=\(FormEncoding.escape(issuer))&sid=s1")
    #expect(found == (isAccepted ? FrontChannelLogout(sessionID: "s1", issuer: issuer) : nil))
  }
}
