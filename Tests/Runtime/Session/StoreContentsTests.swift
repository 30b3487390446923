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
    #expect(StoreContents.any.allowsReplacing(other, with: new))
  }

  @Test func `A process that found damaged contents doesn't replace those that another one has stored since`() {
    #expect(!StoreContents.damaged.allowsReplacing(nil, with: new), "a sign-out")
    #expect(!StoreContents.damaged.allowsReplacing(other, with: new))
    #expect(!StoreContents.damaged.allowsReplacing(other, with: nil))
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

  @Test func `A write fails if it can't compare the contents, unless it's a sign-in or a sign-out`() async throws {
    for failed in [StoreFailure.unavailable("the disk"), .locked("the keyring"), .denied("no access")] {
      let parts = try await SessionParts(old)
      await parts.contents.before { step, _ in step == .load ? failed : nil }
      for (written, expected) in [(new, StoreContents.known(old)), (nil, .known(old)), (new, .unknown)] {
        #expect(
          await failure(
            StoreFailure.self, of: try await parts.store.compareAndWrite(written, expecting: expected) { _ in })
            == failed)
      }
      #expect(await parts.contents.credential == old)
      _ = try await parts.store.compareAndWrite(new, expecting: .any) { _ in }
      #expect(await parts.contents.credential == new)
      _ = try await parts.store.compareAndWrite(nil, expecting: .any) { _ in }
      #expect(await parts.contents.credential == nil)
    }
  }

  @Test func `A write replaces damaged contents`() async throws {
    let parts = try await SessionParts(old)
    await parts.contents.before { step, _ in step == .load ? .corrupt : nil }
    for expected in [StoreContents.known(old), .damaged, .any] {
      await parts.contents.put(old)
      _ = try await parts.store.compareAndWrite(new, expecting: expected) { _ in }
      #expect(await parts.contents.credential == new)
    }
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

  @Test func `Without a lock, only a sign-out changes the store`() async throws {
    let parts = try await SessionParts(old)
    let full = StoreFailure.unavailable("the disk is full")
    await parts.contents.before { step, _ in step == .lock(.write) ? full : nil }
    for (written, expected) in [(new, StoreContents.known(old)), (new, .any), (nil, .known(old)), (nil, .unknown)] {
      #expect(
        await failure(
          StoreFailure.self, of: try await parts.store.compareAndWrite(written, expecting: expected) { _ in }) == full)
    }
    #expect(await parts.contents.credential == old)
    _ = try await parts.store.compareAndWrite(nil, expecting: .any) { _ in }
    #expect(await parts.contents.credential == nil)
  }
}
