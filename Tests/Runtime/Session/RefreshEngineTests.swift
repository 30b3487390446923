import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The steps of a refresh` {
  @Test func `A caller whose token was already replaced gets the new one without a request`() async throws {
    let parts = try await SessionParts()
    #expect(try await parts.refresh(parts.renewal(), instead: "access-older") == .test("old"))
    #expect(parts.steps.value == [])
    await parts.contents.put(.test("other"))
    #expect(try await parts.refresh(parts.renewal()) == .test("other"))
    #expect(parts.sent.value == [])
  }

  @Test func `A session without a refresh token sends no request and stores no intent`() async throws {
    var credential = Credential.test("old")
    credential.refreshToken = nil
    let parts = try await SessionParts(credential)
    #expect(await failure(of: try await parts.refresh(parts.renewal())) == .notSignedIn)
    #expect(!parts.steps.value.contains("prepare"))
    #expect(await parts.contents.saves == [])
    #expect(parts.sent.value == [])
  }

  @Test(arguments: [true, false])
  func `An intent is stored only if the refresh token may become invalid`(rotates: Bool) async throws {
    let parts = try await SessionParts()
    #expect(try await parts.refresh(parts.renewal(rotates: rotates)) == .test("1"))
    #expect(await parts.contents.saves.map { $0.unconfirmedRefresh != nil } == (rotates ? [true, false] : [false]))
    #expect(parts.sent.value.map { $0.unconfirmedRefresh != nil } == [rotates])
  }

  @Test func `A response without an ID token is stored once, and nothing is verified`() async throws {
    let parts = try await SessionParts()
    let renewal = parts.renewal(
      rotates: false, verify: { _, _ throws(StepFailure) in throw .idToken(.missingIDToken) })
    #expect(try await parts.refresh(renewal) == .test("1"))
    #expect(await parts.contents.saves == [.test("1")])
  }

  @Test(arguments: [(1, ["keepIntent", "exchange"]), (2, ["keepIntent", "keepIntent", "exchange"])])
  func `A process that lost the lock starts again before the next step`(lost: Int, steps: [String]) async throws {
    let parts = try await SessionParts()
    await parts.contents.before { step, number in
      step == .extend(.refresh) && number == lost ? .unavailable("lost") : nil
    }
    #expect(try await parts.refresh(parts.renewal()) == .test("1"))
    #expect(parts.steps.value.filter { ["keepIntent", "exchange"].contains($0) } == steps)
  }

  @Test func `A sign-out in another process isn't undone by a refresh that found damaged contents`() async throws {
    let parts = try await SessionParts()
    // The refresh reads the store for the second time, and compares it for the third.
    await parts.contents.before { [contents = parts.contents] step, number in
      if step == .load, number == 3 { await contents.put(nil) }
      return step == .load && number == 2 ? .corrupt : nil
    }
    #expect(await failure(of: try await parts.refresh(parts.renewal())) == .notSignedIn)
    #expect(await parts.contents.saves == [])
    #expect(parts.sent.value == [])
  }

  @Test func `A process that lost the lock doesn't end the session after a rejection`() async throws {
    let parts = try await SessionParts()
    // The first two extensions are before the intent and before the request.
    await parts.contents.before { step, number in
      step == .extend(.refresh) && number == 3 ? .unavailable("lost") : nil
    }
    let renewal = parts.renewal { number throws(StepFailure) in if number == 1 { throw .invalidGrant } }
    #expect(try await parts.refresh(renewal) == .test("2"))
    #expect(await parts.contents.credential == .test("2"))
  }

  @Test(arguments: [true, false])
  func `A failed refresh that a sign-out or a sign-in has overtaken is reported as such`(isSignIn: Bool) async throws {
    let parts = try await SessionParts()
    let renewal = parts.renewal { _ async throws(StepFailure) in
      if isSignIn { try await parts.record.replace(with: .test("new")) } else { _ = try await parts.record.clear() }
      throw .network(.noResponse(host: "id.example"), endpoint: .token)
    }
    #expect(await failure(of: try await parts.refresh(renewal)) == (isSignIn ? .cancelled : .notSignedIn))
    #expect(await parts.contents.credential == (isSignIn ? .test("new") : nil))
  }

  /// The time at which another process stores a credential that has expired.
  enum Moment: CaseIterable, Sendable { case exchange, verification, rejection, end }

  @Test(arguments: Moment.allCases)
  func `An expired token that another process stores meanwhile is refreshed`(moment: Moment) async throws {
    let parts = try await SessionParts()
    let overtake = { @Sendable in await parts.contents.put(.stale) }
    // The third extension is after the rejection has been read again.
    await parts.contents.before { step, number in
      if moment == .end, step == .extend(.refresh), number == 3 { await overtake() }
      return nil
    }
    let renewal = parts.renewal(
      idToken: moment == .verification ? Secret("token") : nil,
      respond: { number async throws(StepFailure) in
        guard number == 1 else { return }
        if moment == .exchange || moment == .rejection { await overtake() }
        if moment == .rejection || moment == .end { throw .invalidGrant }
      },
      verify: { fresh, _ async throws(StepFailure) in
        if parts.sent.value.count == 1 { await overtake() }
        return fresh.credential
      })
    #expect(try await parts.refresh(renewal) == .test("2"))
    #expect(parts.sent.value.map(\.refreshToken) == [Secret("refresh-old"), Secret("refresh-stale")])
  }

  @Test func `The end of a session reports a lost response, although another process saved the tokens from it later`()
    async throws
  {
    let parts = try await SessionParts(.test("old").refreshing(since: -10))
    let renewal = parts.renewal { number throws(StepFailure) in
      // The other process couldn't save its tokens earlier. The server has ended the session by then.
      if number == 1 { await parts.contents.put(.stale) }
      throw .invalidGrant
    }
    guard case .session(.ended(let end)) = await failure(of: try await parts.refresh(renewal)) else {
      Issue.record("a different failure")
      return
    }
    #expect(parts.sent.value.map(\.refreshToken) == [Secret("refresh-old"), Secret("refresh-stale")])
    #expect(end.unconfirmedRefresh == SessionParts.start.addingTimeInterval(-10))
  }

  @Test func `A change without an effect isn't stored`() async throws {
    let parts = try await SessionParts()
    await parts.engine.change(of: 0) { _ in }
    #expect(await parts.contents.saves == [])
    await parts.engine.change(of: 0) { $0.authSession = Secret("device") }
    #expect(await parts.contents.saves.map(\.authSession) == [Secret("device")])
  }
}

@Suite struct `The result of another refresh` {
  @Test(
    arguments: [
      ("new", 7200, 0, true), ("new", 60, 0, true), ("new", 60, -1, false), ("old", 7200, 0, false),
    ] as [(String, Double, Double, Bool)])
  func `A new token must be valid for long enough, unless it was received after the call`(
    name: String, lifetime: Double, received: Double, isDone: Bool
  ) async throws {
    let parts = try await SessionParts()
    let refresh = Refresh(
      renewal: parts.renewal(), known: Secret("access-old"), requirement: TokenRequirement(duration: .seconds(3600)),
      generation: 0, date: SessionParts.start)
    let credential = Credential.test(
      name, validFor: lifetime, since: SessionParts.start.addingTimeInterval(received))
    #expect(refresh.isDone(by: credential, at: SessionParts.start) == isDone)
  }

  @Test(
    arguments: [
      (0, 60, 0, true), (5, 60, 5, true), (-1, 60, 0, false), (30, 60, 0, false), (0, 60, 60, true), (0, 60, 61, false),
    ] as [(Double, Double, Double, Bool)])
  func `A fresh token was received after the call, isn't from the future, and hasn't expired`(
    received: Double, lifetime: Double, now: Double, isFresh: Bool
  ) {
    let arrival = SessionParts.start.addingTimeInterval(received)
    let token = TimedToken(
      token: Secret("t"), obtainedAt: arrival, expiresAt: arrival.addingTimeInterval(lifetime))
    #expect(
      token.isFresh(since: SessionParts.start, at: SessionParts.start.addingTimeInterval(now)) == isFresh)
  }
}
