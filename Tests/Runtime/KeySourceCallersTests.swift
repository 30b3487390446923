import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// Several callers that need a key at the same time.
extension `The cache of keys` {
  @Test func `A new key is requested again if the caller that requested it was canceled`() async throws {
    let (old, new, gate) = (TokenSigner(), TokenSigner(keyID: "key-2"), GatedClock())
    let count = Locked(0)
    let fixture = try VerifierFixture(old) { _ throws(TransportFailure) in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 2 {
        do { try await gate.sleep(until: .now, tolerance: nil) } catch { throw .cancelled }
      }
      return .keySet(number == 1 ? [old.jwk] : [old.jwk, new.jwk])
    }
    #expect(await fixture.failure(of: try fixture.token()) == nil)
    let token = try new.token(claims: fixture.claims)
    let leaving = Task { await fixture.failure(of: token) }
    await fixture.server.asked.wait { $0 >= 2 }
    leaving.cancel()
    #expect(await leaving.value == .cancelled)
    #expect(await fixture.failure(of: token) == nil, "a canceled request starts no cooldown")
    #expect(fixture.server.asked.value == 3)
  }

  @Test func `A caller waits for the current request, however late an earlier one ends`() async throws {
    let (old, new, isReleased, gate) = (TokenSigner(), TokenSigner(keyID: "key-2"), Locked(false), GatedClock())
    let count = Locked(0)
    let fixture = try VerifierFixture(old) { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      // The second request doesn't notice that its caller was canceled.
      if number == 2 { await Task { await isReleased.wait { $0 } }.value }
      if number == 3 { try? await gate.sleep(until: .now, tolerance: nil) }
      return .keySet(number < 3 ? [old.jwk] : [old.jwk, new.jwk])
    }
    #expect(await fixture.failure(of: try fixture.token()) == nil)
    let token = try new.token(claims: fixture.claims)
    let leaving = Task { await fixture.failure(of: token) }
    await fixture.server.asked.wait { $0 >= 2 }
    leaving.cancel()
    #expect(await leaving.value == .cancelled)
    let asking = Task { await fixture.failure(of: token) }
    await fixture.server.asked.wait { $0 >= 3 }
    // The end of a request reads the clock once. A task with a token of an unknown key reads it twice.
    let ended = fixture.readings.value + 1
    isReleased.withLock { $0 = true }
    await fixture.readings.wait { $0 >= ended }
    let joining = Task { await fixture.failure(of: token) }
    await fixture.readings.wait { $0 >= ended + 2 }
    gate.open()
    #expect(await asking.value == nil)
    #expect(await joining.value == nil)
  }

  @Test func `Keys are fetched once for all waiting callers`() async throws {
    let (tokenSigner, gate) = (TokenSigner(), GatedClock())
    let fixture = try VerifierFixture(tokenSigner) { _ in
      try? await gate.sleep(until: .now, tolerance: nil)
      return .keySet([tokenSigner.jwk])
    }
    let token = try fixture.token()
    let failures = await withTaskGroup(of: StepFailure?.self) { group in
      for _ in 1...50 { group.addTask { await fixture.failure(of: token) } }
      await fixture.server.asked.wait { $0 > 0 }
      gate.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(failures == Array(repeating: nil, count: 50))
    #expect(fixture.server.asked.value == 1)
  }

  @Test func `If a waiting caller is canceled, the others still get the keys`() async throws {
    let (tokenSigner, gate) = (TokenSigner(), GatedClock())
    let fixture = try VerifierFixture(tokenSigner) { _ throws(TransportFailure) in
      do { try await gate.sleep(until: .now, tolerance: nil) } catch { throw .cancelled }
      return .keySet([tokenSigner.jwk])
    }
    let token = try fixture.token()
    let leaving = Task { await fixture.failure(of: token) }
    await fixture.server.asked.wait { $0 > 0 }
    let staying = Task { await fixture.failure(of: token) }
    leaving.cancel()
    #expect(await leaving.value == .cancelled, "immediately, before the response arrives")
    gate.open()
    #expect(await staying.value == nil)
    #expect(fixture.server.asked.value <= 2)
  }

  @Test func `The request for keys is canceled with its last caller`() async throws {
    let (tokenSigner, gate, ended) = (TokenSigner(), GatedClock(), Locked(0))
    let fixture = try VerifierFixture(tokenSigner) { _ throws(TransportFailure) in
      do { try await gate.sleep(until: .now, tolerance: nil) } catch {
        ended.withLock { $0 += 1 }
        throw .cancelled
      }
      return .keySet([tokenSigner.jwk])
    }
    let token = try fixture.token()
    let leaving = Task { await fixture.failure(of: token) }
    await fixture.server.asked.wait { $0 > 0 }
    leaving.cancel()
    #expect(await leaving.value == .cancelled)
    await ended.wait { $0 > 0 }
    gate.open()
    #expect(await fixture.failure(of: token) == nil, "a later caller requests the keys again")
  }

  @Test func `A caller uses the document that another caller fetched first, without another request`()
    async throws
  {
    let count = Locked(0)
    let document = CachedDocument<Int, KeySource.RefetchReason>(
      .init(), now: { Date(timeIntervalSince1970: 1_800_000_000) }
    ) { () async throws(StepFailure) in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return (number, 600)
    }
    #expect(try await document.value() == 1)
    // Two callers need a newer document than the first one.
    for _ in 1...2 {
      let result = try await document.refetch(because: .name, isSettled: false) { $0 > 1 }
      guard case .value(2) = result else {
        Issue.record("\(result)")
        continue
      }
    }
    #expect(count.value == 2)
  }
}
