import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The credential in memory` {
  private let cache = LeaseCache()
  private let clock = LeapingClock()

  /// A memory with a credential whose dates are ahead of the clock by an hour.
  private func memory() -> SessionMemory {
    var memory = SessionMemory(cache, clock)
    memory.load(.test("old", since: Self.ahead))
    return memory
  }

  private static let ahead = SessionParts.start.addingTimeInterval(3600)

  /// Whether the token is used although the clock was set back.
  private func isGood(_ memory: SessionMemory) throws -> Bool {
    try memory.lease().isGoodByAge(for: TokenRequirement(), at: SessionParts.start)
  }

  @Test func `The age of a token starts when a new one arrives`() throws {
    for change in ["the same", "another token", "the same token again"] {
      var memory = memory()
      clock.advance(by: .seconds(3600))
      #expect(try !isGood(memory))
      switch change {
      case "the same": memory.renew(.test("old", since: Self.ahead).refreshing(since: 0), isUnsaved: false)
      case "another token": memory.renew(.test("new", since: Self.ahead), isUnsaved: false)
      default: memory.renew(.test("old", since: Self.ahead.addingTimeInterval(1)), isUnsaved: false)
      }
      #expect(try isGood(memory) == (change != "the same"), "\(change)")
    }
  }

  @Test func `A credential that isn't saved is saved before callers use the cache`() {
    var memory = memory()
    memory.publish()
    #expect(cache.lease?.credential == memory.credential)
    memory.renew(.test("new"), isUnsaved: true)
    memory.publish()
    #expect(cache.lease == nil)
    memory.noteSave(failed: false)
    memory.publish()
    #expect(cache.lease?.credential == .test("new"))
  }

  @Test func `A refresh that another sign-in or a sign-out has overtaken fails`() {
    var memory = memory()
    #expect(throws: Never.self) { try memory.check(0) }
    memory.replace(with: .test("second"))
    #expect(throws: StepFailure.cancelled) { try memory.check(0) }
    memory.replace(with: nil)
    #expect(throws: StepFailure.notSignedIn) { try memory.check(1) }
  }

  /// A credential of a user.
  private func credential(_ name: String, of subject: String, at issuer: String) throws -> Credential {
    var credential = Credential.test(name)
    credential.claims = try Claims(
      known: ["sub": .string(subject), "iss": .string(issuer)], identity: nil, accessToken: [:])
    return credential
  }

  @Test(arguments: [
    ("jos\u{E9}", "https://id.example", true), ("jos\u{E9}", "https://other.example", false),
    // For Swift, this string is equal to the first one.
    ("jose\u{301}", "https://id.example", false),
  ])
  func `A stored credential of another user starts another session`(
    subject: String, issuer: String, isSame: Bool
  ) throws {
    var memory = SessionMemory(cache, clock)
    memory.load(try credential("old", of: "jos\u{E9}", at: "https://id.example"))
    let loaded = try credential("new", of: subject, at: issuer)
    do throws(StepFailure) {
      _ = try memory.adopt(loaded)
      #expect(isSame)
    } catch {
      #expect(error == .cancelled && !isSame)
    }
    #expect(memory.generation == (isSame ? 0 : 1))
    #expect(memory.credential == loaded)
  }

  @Test func `A watcher that doesn't read misses all but the last sixteen states`() async {
    var watchers: SessionWatchers? = SessionWatchers()
    let states = watchers?.stream(from: .signedOut)
    for _ in 1...16 { watchers?.notify(.refreshed) }
    watchers = nil
    var seen: [SessionState] = []
    if let states { for await state in states { seen.append(state) } }
    #expect(seen == Array(repeating: .refreshed, count: 16))
  }
}

@Suite struct `A lease of a session` {
  @Test(arguments: [(999, false), (1000, true), (1001, true)])
  func `A session is over at its end`(seconds: Double, isOver: Bool) throws {
    let date = SessionParts.start.addingTimeInterval(seconds)
    let end = SessionParts.start.addingTimeInterval(1000)
    #expect(Session.Lease(try .test("old").ending(at: end), 0).isOver(at: date) == isOver)
    #expect(!Session.Lease(.test("old"), 0).isOver(at: date), "the provider sets no end")
  }

  @Test func `The age of the session's own token says nothing about another token`() {
    let credential = Credential.test("old", since: SessionParts.start.addingTimeInterval(3600))
    let lease = Session.Lease(credential, 0, Stopwatch(LeapingClock()))
    #expect(lease.isGoodByAge(for: TokenRequirement(), at: SessionParts.start))
    let other = TokenRequirement(derivedRequest: DerivedTokenRequest("api", scopes: []))
    #expect(!lease.isGoodByAge(for: other, at: SessionParts.start))
  }
}
