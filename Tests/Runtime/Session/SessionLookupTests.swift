import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A lookup of a token` {
  private static let end = SessionParts.start.addingTimeInterval(1000)

  @Test func `The cached token of a session that is over isn't used`() async throws {
    let parts = try await SessionParts(try .test("old").ending(at: Self.end))
    _ = try await parts.session.lease()
    #expect(parts.session.find(TokenRequirement()) { nil }?.lease?.credential.accessToken == Secret("access-old"))
    parts.date.withLock { $0 = Self.end }
    #expect(parts.session.find(TokenRequirement()) { nil } == nil)
  }

  @Test func `A session that is over isn't refreshed after an API rejects its token`() async throws {
    let parts = try await SessionParts(try .test("old").ending(at: Self.end))
    let lease = try await parts.session.lease()
    parts.date.withLock { $0 = Self.end }
    let renewal = parts.renewal()
    let failed = await failure(of: try await parts.session.renewed(lease) { renewal })
    #expect(failed == .session(.expired(Self.end)))
    #expect(parts.sent.value == [])
    #expect(await parts.contents.credential == nil)
  }

  @Test func `A valid token is used if the refresh that would be useful isn't possible`() async throws {
    let parts = try await SessionParts(Credential.test("old").refreshing(since: 0))
    let lease = try await parts.session.valid(TokenRequirement()) { nil }
    #expect(lease.credential.accessToken == Secret("access-old"))
  }

  @Test func `After a sign-out during an early refresh, the valid token isn't used`() async throws {
    let parts = try await SessionParts(Credential.test("old").refreshing(since: 0))
    let renewal = parts.renewal { _ async throws(StepFailure) in
      _ = try await parts.session.clear()
      throw .network(.noResponse(host: "id.example"), endpoint: .token)
    }
    let failed = await failure(of: try await parts.session.valid(TokenRequirement()) { renewal })
    #expect(failed == .notSignedIn)
  }

  @Test func `Callers that start a refresh at the same moment share it`() async throws {
    let parts = try await SessionParts(.stale)
    _ = try await parts.session.lease()
    let gate = GatedClock()
    let renewal = parts.renewal { _ in try? await gate.sleep(until: .now, tolerance: nil) }
    let first = Locked<RunningRefresh?>(nil)
    let second = parts.session.find(TokenRequirement()) {
      // The other caller comes between the check for a running refresh and the start of a new one.
      let refresh = parts.session.find(TokenRequirement()) { renewal }?.refresh
      first.withLock { $0 = refresh }
      return renewal
    }
    #expect(first.value != nil)
    #expect(second?.refresh === first.value)
    gate.open()
    #expect(try await first.value?.value().credential == .test("1"))
    #expect(parts.sent.value.count == 1)
  }
}

extension Session.Lookup {
  fileprivate var lease: Session.Lease? {
    if case .lease(let lease) = self { lease } else { nil }
  }

  fileprivate var refresh: RunningRefresh? {
    if case .refresh(let refresh) = self { refresh } else { nil }
  }
}

@Suite struct `A refresh that no caller needs yet` {
  @Test func `A lost response makes a refresh useful, but not the exchange of a token`() {
    var credential = Credential.test("old").refreshing(since: 0)
    credential.exchangedTokens["vault"] = ExchangedToken(
      token: Secret("exchanged"), issuedTokenType: "", tokenType: "Bearer", expiresAt: nil, scopes: [],
      obtainedAt: SessionParts.start)
    let exchange = TokenRequirement(derivedRequest: DerivedTokenRequest(exchange: "vault"))
    #expect(EarlyRefreshes.isUseful(credential, TokenRequirement(), at: SessionParts.start))
    #expect(!EarlyRefreshes.isUseful(credential, exchange, at: SessionParts.start))
    credential.unconfirmedRefresh = nil
    #expect(!EarlyRefreshes.isUseful(credential, TokenRequirement(), at: SessionParts.start))
  }

  @Test func `An early refresh doesn't start while another refresh is running`() {
    let early = EarlyRefreshes()
    early.setRefreshing(true)
    #expect(!early.start(of: 0, at: SessionParts.start))
    early.setRefreshing(false)
    #expect(early.start(of: 0, at: SessionParts.start))
    #expect(!early.start(of: 0, at: SessionParts.start), "a pause follows")
  }
}
