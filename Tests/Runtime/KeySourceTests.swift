import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The cache of keys` {
  @Test(
    arguments: [
      ([:], 600), (["cache-control": "max-age=3600"], 3600), (["cache-control": "public, Max-Age=\"3600\""], 3600),
      (["cache-control": "max-age=3600", "age": "600"], 3000), (["cache-control": "max-age=3600", "age": "x"], 3600),
      (["cache-control": "max-age=5"], 60), (["cache-control": "max-age=600", "age": "9000"], 60),
      (["cache-control": "max-age=99999999999999999999"], 86_400), (["cache-control": "max-age=-1"], 600),
      (["cache-control": "no-store, max-age=3600"], 60), (["cache-control": "no-cache"], 60),
      (["cache-control": ""], 600),
      (["expires": "Sun, 06 Nov 1994 09:49:37 GMT", "date": "Sun, 06 Nov 1994 08:49:37 GMT"], 3600),
      (["expires": "Sun, 06 Nov 1994 09:49:37 GMT"], 600), (["expires": "0"], 60),
      (["expires": "0", "cache-control": "max-age=120"], 120),
    ] as [([String: String], TimeInterval)])
  func `lasts as long as the server says, within bounds`(headers: [String: String], seconds: TimeInterval) {
    #expect(KeySource.lifetime.seconds(of: HTTPResponse(status: 200, headers: headers)) == seconds)
  }

  @Test func `is asked anew when that time is over, and not before`() async throws {
    let mint = TokenMint()
    let desk = try TokenDesk(mint) { _ in .keySet([mint.jwk], headers: ["cache-control": "max-age=100"]) }
    for (seconds, requests) in [(0.0, 1), (99, 1), (1, 2), (99, 2), (-150, 3)] {
      desk.time.withLock { $0 += seconds }
      #expect(await desk.failure(of: try desk.token()) == nil)
      #expect(desk.server.asked.value == requests)
    }
  }

  @Test func `is not emptied by strangers who make up names of keys`() async throws {
    let desk = try TokenDesk()
    for number in 1...200 {
      #expect(await desk.failure(of: try desk.token(["kid": .string("k\(number)")])) == .idToken(.noMatchingKey))
    }
    #expect(desk.server.asked.value == 2)
    #expect(await desk.failure(of: try desk.token()) == nil, "known keys serve all the while")
    desk.time.withLock { $0 += KeySource.policy.cooldown }
    for number in 1...200 { _ = await desk.failure(of: try desk.token(["kid": .string("k\(number)")])) }
    #expect(desk.server.asked.value == 3)
  }

  @Test func `finds a key that has taken the name of another`() async throws {
    let (old, new, isReplaced) = (TokenMint(), TokenMint(), Locked(false))
    let desk = try TokenDesk(old) { _ in .keySet([isReplaced.value ? new.jwk : old.jwk]) }
    #expect(await desk.failure(of: try desk.token()) == nil)
    isReplaced.withLock { $0 = true }
    let token = try new.token(claims: desk.claims)
    #expect(await desk.failure(of: token) == .idToken(.invalidSignature), "a moment ago it was still the old one")
    #expect(desk.server.asked.value == 1)
    desk.time.withLock { $0 += KeySource.policy.cooldown }
    #expect(await desk.failure(of: token) == nil)
    #expect(desk.server.asked.value == 2)
    for _ in 1...50 { #expect(await desk.failure(of: try desk.token()) == .idToken(.invalidSignature)) }
    #expect(desk.server.asked.value == 2, "forgers do not make it ask")
  }

  @Test(arguments: [TransportFailure.network(.unreachable(host: "id.example")), .tooLarge])
  func `serves for a day while the server cannot be asked`(outage: TransportFailure) async throws {
    let (mint, isDown) = (TokenMint(), Locked(false))
    let desk = try TokenDesk(mint) { _ throws(TransportFailure) in
      if isDown.value { throw outage }
      return .keySet([mint.jwk])
    }
    let expected = outage.step(endpoint: .keys, limit: 1 << 20)
    #expect(await desk.failure(of: try desk.token()) == nil)
    isDown.withLock { $0 = true }
    desk.time.withLock { $0 += 4000 }
    #expect(await desk.failure(of: try desk.token(["kid": .string("other")])) == expected)
    #expect(await desk.failure(of: try desk.token(["kid": .null])) == nil, "there is one key that can be meant")
    let forged = try TokenMint().token(claims: desk.claims, header: ["kid": .null])
    #expect(await desk.failure(of: forged) == expected, "there may be another key by now")
    for _ in 1...100 { #expect(await desk.failure(of: try desk.token()) == nil) }
    let stranger = try desk.token(["kid": .string("another")])
    #expect(await desk.failure(of: stranger) == expected, "keys that cannot be had make no token wrong")
    #expect(desk.server.asked.value == 2, "one failure is enough for a while")
    desk.time.withLock { $0 += KeySource.policy.cooldown }
    #expect(await desk.failure(of: try desk.token()) == nil)
    #expect(desk.server.asked.value == 3)
    desk.time.withLock { $0 += KeySource.policy.grace }
    #expect(await desk.failure(of: try desk.token()) == expected)
    isDown.withLock { $0 = false }
    #expect(await desk.failure(of: try desk.token()) == nil, "a server that is back is asked at once")
  }

  @Test func `serves for a day after the longest lifetime, too`() async throws {
    let (mint, isDown) = (TokenMint(), Locked(false))
    let desk = try TokenDesk(mint) { _ throws(TransportFailure) in
      if isDown.value { throw .tooLarge }
      return .keySet([mint.jwk], headers: ["cache-control": "max-age=999999"])
    }
    let expected = TransportFailure.tooLarge.step(endpoint: .keys, limit: 1 << 20)
    #expect(await desk.failure(of: try desk.token()) == nil)
    isDown.withLock { $0 = true }
    for (seconds, failure, requests) in [(86_399.0, nil, 1), (1, nil, 2), (86_399, nil, 3), (1, expected, 4)]
      as [(Double, StepFailure?, Int)]
    {
      desk.time.withLock { $0 += seconds }
      #expect(await desk.failure(of: try desk.token()) == failure)
      #expect(desk.server.asked.value == requests)
    }
  }

  @Test func `does not choose among several keys while the server cannot be asked`() async throws {
    let (mint, other, isDown) = (TokenMint(), TokenMint(keyID: "key-2"), Locked(false))
    let desk = try TokenDesk(mint) { _ throws(TransportFailure) in
      if isDown.value { throw .tooLarge }
      return .keySet([mint.jwk, other.jwk])
    }
    #expect(await desk.failure(of: try desk.token()) == nil)
    isDown.withLock { $0 = true }
    desk.time.withLock { $0 += 4000 }
    #expect(
      await desk.failure(of: try desk.token(["kid": .null]))
        == TransportFailure.tooLarge.step(endpoint: .keys, limit: 1 << 20))
    #expect(await desk.failure(of: try desk.token()) == nil)
  }

  @Test func `is looked at anew before several keys make a token wrong`() async throws {
    let (old, new, isOver) = (TokenMint(), TokenMint(keyID: "key-2"), Locked(false))
    let desk = try TokenDesk(new) { _ in .keySet(isOver.value ? [new.jwk] : [old.jwk, new.jwk]) }
    for requests in 1...2 {
      for _ in 1...50 { #expect(await desk.failure(of: try desk.token(["kid": .null])) == .idToken(.ambiguousKey)) }
      #expect(desk.server.asked.value == requests, "a moment ago there were both")
      desk.time.withLock { $0 += KeySource.policy.cooldown }
    }
    isOver.withLock { $0 = true }
    #expect(await desk.failure(of: try desk.token(["kid": .null])) == nil, "the server has taken the old one away")
    #expect(desk.server.asked.value == 3)
  }

  @Test func `is asked again for a new key when whoever asked has gone away`() async throws {
    let (old, new, gate) = (TokenMint(), TokenMint(keyID: "key-2"), GatedClock())
    let count = Locked(0)
    let desk = try TokenDesk(old) { _ throws(TransportFailure) in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 2 {
        do { try await gate.sleep(until: .now, tolerance: nil) } catch { throw .cancelled }
      }
      return .keySet(number == 1 ? [old.jwk] : [old.jwk, new.jwk])
    }
    #expect(await desk.failure(of: try desk.token()) == nil)
    let token = try new.token(claims: desk.claims)
    let leaving = Task { await desk.failure(of: token) }
    while desk.server.asked.value < 2 { await Task.yield() }
    leaving.cancel()
    #expect(await leaving.value == .cancelled)
    #expect(await desk.failure(of: token) == nil, "nothing was learnt that the cool-down could go by")
    #expect(desk.server.asked.value == 3)
  }

  @Test func `waits for the fetch that is under way, however late an earlier one ends`() async throws {
    let (old, new, isReleased, gate) = (TokenMint(), TokenMint(keyID: "key-2"), Locked(false), GatedClock())
    let count = Locked(0)
    let desk = try TokenDesk(old) { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      // The second request does not notice that nobody waits any more.
      while number == 2, !isReleased.value { await Task.yield() }
      if number == 3 { try? await gate.sleep(until: .now, tolerance: nil) }
      return .keySet(number < 3 ? [old.jwk] : [old.jwk, new.jwk])
    }
    #expect(await desk.failure(of: try desk.token()) == nil)
    let token = try new.token(claims: desk.claims)
    let leaving = Task { await desk.failure(of: token) }
    while desk.server.asked.value < 2 { await Task.yield() }
    leaving.cancel()
    #expect(await leaving.value == .cancelled)
    let asking = Task { await desk.failure(of: token) }
    while desk.server.asked.value < 3 { await Task.yield() }
    // The end of a fetch reads the clock once. A task with a token of an unknown key reads it twice.
    let ended = desk.readings.value + 1
    isReleased.withLock { $0 = true }
    while desk.readings.value < ended { await Task.yield() }
    let joining = Task { await desk.failure(of: token) }
    while desk.readings.value < ended + 2 { await Task.yield() }
    gate.open()
    #expect(await asking.value == nil)
    #expect(await joining.value == nil)
  }

  @Test func `is filled once for all who wait`() async throws {
    let (mint, gate) = (TokenMint(), GatedClock())
    let desk = try TokenDesk(mint) { _ in
      try? await gate.sleep(until: .now, tolerance: nil)
      return .keySet([mint.jwk])
    }
    let token = try desk.token()
    let failures = await withTaskGroup(of: StepFailure?.self) { group in
      for _ in 1...50 { group.addTask { await desk.failure(of: token) } }
      while desk.server.asked.value == 0 { await Task.yield() }
      gate.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(failures == Array(repeating: nil, count: 50))
    #expect(desk.server.asked.value == 1)
  }

  @Test func `is filled for the others when one of them goes away`() async throws {
    let (mint, gate) = (TokenMint(), GatedClock())
    let desk = try TokenDesk(mint) { _ throws(TransportFailure) in
      do { try await gate.sleep(until: .now, tolerance: nil) } catch { throw .cancelled }
      return .keySet([mint.jwk])
    }
    let token = try desk.token()
    let leaving = Task { await desk.failure(of: token) }
    while desk.server.asked.value == 0 { await Task.yield() }
    let staying = Task { await desk.failure(of: token) }
    leaving.cancel()
    #expect(await leaving.value == .cancelled, "at once, the answer is still to come")
    gate.open()
    #expect(await staying.value == nil)
    #expect(desk.server.asked.value <= 2)
  }

  @Test func `stops asking when nobody waits any more`() async throws {
    let (mint, gate, ended) = (TokenMint(), GatedClock(), Locked(0))
    let desk = try TokenDesk(mint) { _ throws(TransportFailure) in
      do { try await gate.sleep(until: .now, tolerance: nil) } catch {
        ended.withLock { $0 += 1 }
        throw .cancelled
      }
      return .keySet([mint.jwk])
    }
    let token = try desk.token()
    let leaving = Task { await desk.failure(of: token) }
    while desk.server.asked.value == 0 { await Task.yield() }
    leaving.cancel()
    #expect(await leaving.value == .cancelled)
    while ended.value == 0 { await Task.yield() }
    gate.open()
    #expect(await desk.failure(of: token) == nil, "whoever comes later asks anew")
  }
}

@Suite struct `The cache of discovery` {
  @Test func `is filled once for all who wait, and anew after an hour`() async throws {
    let (gate, time) = (GatedClock(), Locked(Date(timeIntervalSince1970: 1_800_000_000)))
    let server = AnsweringTransport { _ in
      try? await gate.sleep(until: .now, tolerance: nil)
      let body = #"{"issuer":"https://id.example","token_endpoint":"https://id.example/token"}"#
      return HTTPResponse(status: 200, body: Data(body.utf8))
    }
    let configuration = ProviderConfiguration(id: "open", name: "Open") { $0.server.issuer = "https://id.example" }
    let provider = try ResolvedProvider(configuration, variables: [:], clientID: "app")
    let source = ServerMetadataSource(provider: provider, transport: server, now: { time.value })
    let found = await withTaskGroup(of: URL?.self) { group in
      for _ in 1...20 { group.addTask { try? await source.url(.token) } }
      while server.asked.value == 0 { await Task.yield() }
      gate.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(found == Array(repeating: URL(string: "https://id.example/token"), count: 20))
    #expect(server.asked.value == 1)
    time.withLock { $0 += ServerMetadataSource.lifetime }
    _ = try await source.url(.token)
    #expect(server.asked.value == 2)
  }

  @Test(arguments: [
    Result<HTTPResponse, TransportFailure>.failure(.network(.unreachable(host: "id.example"))),
    .success(HTTPResponse(status: 503)), .success(HTTPResponse(status: 429)),
    .success(HTTPResponse(status: 200, body: Data("<html>busy".utf8))),
  ])
  func `serves for a day while its page cannot be had`(
    outage: Result<HTTPResponse, TransportFailure>
  ) async throws {
    let (time, isDown) = (Locked(Date(timeIntervalSince1970: 1_800_000_000)), Locked(false))
    let asked = Locked(0)
    let server = AnsweringTransport { request throws(TransportFailure) in
      guard request.url.path.hasSuffix("openid-configuration") else { return HTTPResponse(status: 404) }
      asked.withLock { $0 += 1 }
      if isDown.value { return try outage.get() }
      let body = #"{"issuer":"https://id.example","token_endpoint":"https://id.example/token"}"#
      return HTTPResponse(status: 200, body: Data(body.utf8))
    }
    let configuration = ProviderConfiguration(id: "open", name: "Open") { $0.server.issuer = "https://id.example" }
    let provider = try ResolvedProvider(configuration, variables: [:], clientID: "app")
    let source = ServerMetadataSource(provider: provider, transport: server, now: { time.value })
    let url = try await source.url(.token)
    isDown.withLock { $0 = true }
    time.withLock { $0 += ServerMetadataSource.lifetime }
    for _ in 1...5 { #expect(try await source.url(.token) == url) }
    #expect(asked.value == 2, "one failure is enough for a while")
    time.withLock { $0 += ServerMetadataSource.policy.cooldown }
    #expect(try await source.url(.token) == url)
    #expect(asked.value == 3)
    time.withLock { $0 += ServerMetadataSource.policy.grace }
    for _ in 1...2 {
      #expect(await failure { () async throws(StepFailure) in try await source.url(.token) } != nil)
    }
    #expect(asked.value == 5, "with nothing to go on with it is asked every time")
  }
}

@Suite struct `A wrong clock` {
  private static let hour = 3600.0

  @Test(
    arguments: [
      (.none, -2, .idToken(.notYetValid)), (.none, 2, .idToken(.expired)),
      (.serverDate(upTo: .seconds(3 * hour)), -2, nil), (.serverDate(upTo: .seconds(3 * hour)), 2, nil),
      (.serverDate(upTo: .seconds(hour)), -2, .idToken(.notYetValid)),
      (.serverDate(upTo: .seconds(hour)), 2, .idToken(.expired)),
    ] as [(ClockCorrection, Double, StepFailure?)])
  func `is corrected by the server's, if the app wants that`(
    correction: ClockCorrection, hours: Double, expected: StepFailure?
  ) async throws {
    let script = ScriptedProvider.Script { script in
      script.tokenResponse = { members in
        guard let body = try? JSONEncoder().encode(members) else { return nil }
        var answer = ScriptedResponse.json(String(decoding: body, as: UTF8.self))
        answer.headers["Date"] = Self.httpDate(Date())
        return answer
      }
    }
    try await withProvider(script: script) { provider in
      let environment = AuthEnvironment(
        browser: FollowingBrowser(), now: { Date().addingTimeInterval(hours * Self.hour) }, clockCorrection: correction)
      let client = provider.client(environment: environment)
      let failure = await failure { () async throws(StepFailure) in
        try await client.signIn(scopes: [], parameters: .init())
      }
      #expect(failure == expected)
    }
  }

  /// A sign-in by an app that takes the server's word for the time.
  private func outcome(_ script: ScriptedProvider.Script, hours: Double) async throws -> StepFailure? {
    try await withProvider(script: script) { provider in
      let environment = AuthEnvironment(
        browser: FollowingBrowser(), now: { Date().addingTimeInterval(hours * Self.hour) },
        clockCorrection: .serverDate(upTo: .seconds(3 * Self.hour)))
      return await failure { () async throws(StepFailure) in
        try await provider.client(environment: environment).signIn(scopes: [], parameters: .init())
      }
    }
  }

  @Test func `is not corrected by an answer that a cache has kept`() async throws {
    let script = ScriptedProvider.Script { script in
      script.tokenResponse = { members in
        guard let body = try? JSONEncoder().encode(members) else { return nil }
        var answer = ScriptedResponse.json(String(decoding: body, as: UTF8.self))
        answer.headers = ["Date": Self.httpDate(Date()), "Age": "0", "Content-Type": "application/json"]
        return answer
      }
    }
    #expect(try await outcome(script, hours: 2) == .idToken(.expired))
  }

  @Test func `is corrected by the token endpoint alone`() async throws {
    let mint = TokenMint()
    let keys = String(decoding: try JSONEncoder().encode(["keys": JSONValue.array([mint.jwk])]), as: UTF8.self)
    let script = ScriptedProvider.Script { script in
      script.mint = mint
      script.instead = { request in
        guard request.path == "/keys" else { return nil }
        var answer = ScriptedResponse.json(keys)
        answer.headers["Date"] = Self.httpDate(Date().addingTimeInterval(2 * Self.hour))
        return answer
      }
    }
    // The keys come from another host's clock: a right one is not led astray by it, and a wrong one is not corrected.
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
