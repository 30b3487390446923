import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The pause before a poll` {
  @Test(arguments: [(60, [5], true), (5, [5], true), (3, [3], false), (0, [], false), (-1, [], false)])
  func `It ends with the request, and doesn't begin after that`(
    rest: Double, waits: [Int], mayPoll: Bool
  ) async throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let clock = WaitingClock()
    let setup = ClientCore.Setup(
      configuration: .plain, variables: ["domain": "id.example.com"], clientID: "app",
      environment: AuthEnvironment(now: { now }, clock: clock))
    let signIn = try BrowserlessSignIn(core: try ClientCore(setup), scopes: [], parameters: .init(), for: .device)
    let failure = await failure(of: try await signIn.pause(.seconds(5), before: now + rest))
    #expect(failure?.caseName == (mayPoll ? nil : "expired_token"))
    #expect(clock.waited == waits.map { .seconds($0) })
  }
}
