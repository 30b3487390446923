import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A wrong device clock` {
  private static let hour = 3600.0

  @Test(
    arguments: [
      (.none, -2, .idToken(.notYetValid)), (.none, 2, .idToken(.expired)),
      (.serverDate(upTo: .seconds(3 * hour)), -2, nil), (.serverDate(upTo: .seconds(3 * hour)), 2, nil),
      (.serverDate(upTo: .seconds(hour)), -2, .idToken(.notYetValid)),
      (.serverDate(upTo: .seconds(hour)), 2, .idToken(.expired)),
    ] as [(ClockCorrection, Double, StepFailure?)])
  func `A wrong device clock is corrected by the server's if the app allows it`(
    correction: ClockCorrection, hours: Double, expected: StepFailure?
  ) async throws {
    let script = ScriptedProvider.Script { script in
      script.tokenResponse = { members in
        guard let body = try? JSONEncoder().encode(members) else { return nil }
        var response = ScriptedResponse.json(String(decoding: body, as: UTF8.self))
        response.headers["Date"] = Self.httpDate(Date())
        return response
      }
    }
    try await withProvider(script: script) { provider in
      let environment = AuthEnvironment(
        browser: FollowingBrowser(), now: { Date().addingTimeInterval(hours * Self.hour) }, clockCorrection: correction)
      let client = provider.client(environment: environment)
      let failure = await failure(of: try await client.signIn(scopes: [], parameters: .init()))
      #expect(failure == expected)
    }
  }

  /// Signs in with an app that accepts the server's time.
  private func outcome(_ script: ScriptedProvider.Script, hours: Double) async throws -> StepFailure? {
    try await withProvider(script: script) { provider in
      let environment = AuthEnvironment(
        browser: FollowingBrowser(), now: { Date().addingTimeInterval(hours * Self.hour) },
        clockCorrection: .serverDate(upTo: .seconds(3 * Self.hour)))
      return await failure(
        of: try await provider.client(environment: environment).signIn(scopes: [], parameters: .init()))
    }
  }

  @Test func `A cached response doesn't correct the device clock`() async throws {
    let script = ScriptedProvider.Script { script in
      script.tokenResponse = { members in
        guard let body = try? JSONEncoder().encode(members) else { return nil }
        var response = ScriptedResponse.json(String(decoding: body, as: UTF8.self))
        response.headers = ["Date": Self.httpDate(Date()), "Age": "0", "Content-Type": "application/json"]
        return response
      }
    }
    #expect(try await outcome(script, hours: 2) == .idToken(.expired))
  }

  @Test func `Only the token endpoint's response corrects the device clock`() async throws {
    let tokenSigner = TokenSigner()
    let keys = String(decoding: try JSONEncoder().encode(["keys": JSONValue.array([tokenSigner.jwk])]), as: UTF8.self)
    let script = ScriptedProvider.Script { script in
      script.tokenSigner = tokenSigner
      script.instead = { request in
        guard request.path == "/keys" else { return nil }
        var response = ScriptedResponse.json(keys)
        response.headers["Date"] = Self.httpDate(Date().addingTimeInterval(2 * Self.hour))
        return response
      }
    }
    // The keys come from another host. Its clock neither misleads a right clock nor corrects a wrong one.
    #expect(try await outcome(script, hours: 0) == nil)
    #expect(try await outcome(script, hours: 2) == .idToken(.expired))
  }

  private static func httpDate(_ date: Date) -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = .gmt
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.string(from: date)
  }
}
