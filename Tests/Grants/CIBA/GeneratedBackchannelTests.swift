import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthDescriptor
@testable import AuthGenerator
@testable import AuthRuntime

@Suite struct `A generated client with CIBA` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  @Test func `The committed client is what the descriptor generates`() throws {
    let data = try Data(contentsOf: Self.folder.appending(path: "till.yaml"))
    let loader = DescriptorLoader(readFile: { $0 == "till.yaml" ? data : nil })
    let generated = try Generator().file(for: loader.load(path: "till.yaml")).contents
    let committed = try String(contentsOf: Self.folder.appending(path: "Generated/Till.swift"), encoding: .utf8)
    #expect(generated == committed)
  }

  @Test func `The method has typed scopes and parameters, and the provider's own errors`() async throws {
    try await ConcurrencyLimit.shared.run {
      let provider = try await ScriptedProvider.start(as: Till.configuration)
      let clock = RecordingClock()
      let till = provider.client(
        Till.self, clientID: "app", clientSecret: Secret("s3cret-of-the-till"),
        environment: AuthEnvironment(clock: clock))
      let user = try await till.signInOverBackchannel(
        as: .login("user-1"), scopes: [.openid, .email], amount: "12.50", bindingMessage: "Till 4")
      #expect(user.email == "ada@example.test")
      let sent = try #require(provider.requests.first { $0.path == "/bc-authorize" })
      #expect(sent.text.contains("scope=openid%20email&amount=12.50") && sent.text.contains("channel=push"))
      await provider.inject(.backchannel(.expired), times: 1)
      let failure = await failure(
        Till.Failure.self, of: try await till.signInOverBackchannel(as: .login("user-1"), amount: "1"))
      guard case .server(.expiredToken?, _)? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      await provider.stop()
    }
  }
}
