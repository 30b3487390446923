import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The contents that a write may replace` {
  private let old = Credential.test("old")
  private let new = Credential.test("new")
  private let other = Credential.test("other")

  private static let changes: [@Sendable (inout Credential) -> Void] = [
    { $0.accessToken = Secret("another") }, { $0.refreshToken = Secret("another") }, { $0.refreshToken = nil },
    { it in
      it.audienceTokens = [
        Credential.AudienceToken(
          audience: "api", requestedScopes: [], requestedDetails: [], accessToken: Secret("another"), expiresAt: nil,
          scopes: [], obtainedAt: nil)
      ]
    },
  ]

  @Test func `Two credentials are the same session only if all of their tokens are the same`() {
    for change in Self.changes {
      var changed = old
      change(&changed)
      #expect(!changed.isSameSession(as: old))
      #expect(!StoreContents.known(old).allowsReplacing(changed, with: new))
    }
    #expect(old.refreshing(since: 0).isSameSession(as: old))
  }

  @Test func `Only the known contents may be replaced`() {
    #expect(StoreContents.known(old).allowsReplacing(old, with: new))
    #expect(!StoreContents.known(old).allowsReplacing(other, with: new))
    #expect(!StoreContents.known(old).allowsReplacing(nil, with: new))
    #expect(!StoreContents.known(nil).allowsReplacing(other, with: new))
    #expect(StoreContents.known(nil).allowsReplacing(nil, with: new))
    #expect(StoreContents.unknown.allowsReplacing(other, with: new))
  }

  @Test func `An unknown intent may be replaced only with new tokens`() {
    let (mine, foreign) = (old.refreshing(since: 1), old.refreshing(since: 2))
    #expect(!StoreContents.known(old).allowsReplacing(foreign, with: old))
    #expect(!StoreContents.known(mine).allowsReplacing(foreign, with: old))
    #expect(StoreContents.known(mine).allowsReplacing(mine, with: old))
    #expect(StoreContents.known(mine).allowsReplacing(old, with: old))
    #expect(StoreContents.known(old).allowsReplacing(foreign, with: new))
    #expect(StoreContents.known(old).allowsReplacing(foreign, with: nil))
  }

  @Test func `A write doesn't replace the contents of another process`() async throws {
    let parts = try await SessionParts(other)
    let written = try await parts.store.compareAndWrite(new, expecting: .known(old)) { _ in }
    guard case .overtaken(other) = written else {
      Issue.record("written")
      return
    }
    #expect(await parts.contents.saves == [])
  }

  @Test func `A process that lost the lock reads the store again before it writes`() async throws {
    let parts = try await SessionParts()
    await parts.contents.before { step, number in
      guard step == .extend(.write), number == 1 else { return nil }
      await parts.contents.put(.test("other"))
      return .unavailable("lost")
    }
    let written = try await parts.store.compareAndWrite(new, expecting: .known(old)) { _ in }
    guard case .overtaken(other) = written else {
      Issue.record("written")
      return
    }
    #expect(await parts.contents.saves == [])
  }

  @Test func `Without a lock, a credential isn't saved, but it can be removed`() async throws {
    let parts = try await SessionParts()
    await parts.contents.before { step, _ in step == .lock(.write) ? .unavailable("the disk is full") : nil }
    let failed = await failure(
      StoreFailure.self, of: try await parts.store.compareAndWrite(new, expecting: .known(old)) { _ in })
    #expect(failed == .unavailable("the disk is full"))
    #expect(await parts.contents.saves == [])
    _ = try await parts.store.compareAndWrite(nil, expecting: .known(old)) { _ in }
    #expect(await parts.contents.credential == nil)
  }
}
