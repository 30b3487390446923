import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The memory of used proofs` {
  private static let start = Date(timeIntervalSince1970: 1_800_000_000)

  private static func proof(_ number: Int) -> Data {
    var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03
    var bytes = Data()
    for _ in 0..<4 {
      state ^= state >> 27
      state = state &* 0x94D0_49BB_1331_11EB &+ 1
      withUnsafeBytes(of: state.bigEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  @Test func `A proof is new once, until it expires`() throws {
    let time = Locked(Self.start)
    let memory = LocalReplayMemory(now: { time.value })
    let end = Self.start.addingTimeInterval(60)
    #expect(try memory.isNew(Self.proof(1), until: end))
    #expect(try !memory.isNew(Self.proof(1), until: end))
    #expect(try memory.isNew(Self.proof(2), until: end))
    time.withLock { $0 = end }
    #expect(try !memory.isNew(Self.proof(1), until: end))
    time.withLock { $0 = end.addingTimeInterval(1) }
    #expect(try memory.isNew(Self.proof(1), until: end.addingTimeInterval(60)))
  }

  @Test func `A full memory rejects further proofs, forgets none, and accepts proofs when older ones have expired`()
    throws
  {
    let time = Locked(Self.start)
    let memory = LocalReplayMemory(capacity: 10_000, now: { time.value })
    let end = Self.start.addingTimeInterval(20)
    for number in 0..<10_000 { #expect(try memory.isNew(Self.proof(number), until: end)) }
    #expect(throws: LocalReplayMemory.Full.self) {
      for number in 10_000..<60_000 { _ = try memory.isNew(Self.proof(number), until: end) }
    }
    for number in stride(from: 0, to: 10_000, by: 97) { #expect(try !memory.isNew(Self.proof(number), until: end)) }
    time.withLock { $0 = end.addingTimeInterval(1) }
    for number in 60_000..<70_000 {
      #expect(try memory.isNew(Self.proof(number), until: end.addingTimeInterval(60)))
    }
  }

  @Test(arguments: [-Double.infinity, .infinity, .nan, 1e300, -1, 0])
  func `Times that don't fit never end the process`(seconds: Double) throws {
    let memory = LocalReplayMemory(now: { Date(timeIntervalSince1970: seconds) })
    #expect(try memory.isNew(Data(), until: Date(timeIntervalSince1970: seconds)))
    #expect(try memory.isNew(Self.proof(1), until: .distantFuture))
    #expect(try !memory.isNew(Self.proof(1), until: .distantFuture))
  }

  @Test func `Of many requests with the same proof at the same time, one is accepted`() async throws {
    let fixture = try ProofFixture()
    let token = try fixture.token()
    let request = fixture.request(token, [try await fixture.proof(of: token)])
    let failures = await withTaskGroup(of: AccessFailure?.self) { group in
      for _ in 0..<50 { group.addTask { await fixture.failure(of: request) } }
      return await group.reduce(into: [AccessFailure?]()) { $0.append($1) }
    }
    #expect(failures.count { $0 == nil } == 1)
    #expect(failures.count { $0 == .invalidProof(.replayed) } == 49)
  }

  @Test func `Servers that share a memory accept a proof once, and one that fails is a temporary failure`() async throws
  {
    let memory = SharedMemory()
    let policy = DPoPPolicy(.accepted, at: "https://api.example") { $0.replays = memory }
    let fixture = try ProofFixture(policy)
    let token = try fixture.token()
    let proof = try await fixture.proof(of: token)
    #expect(await fixture.failure(of: fixture.request(token, [proof])) == nil)
    #expect(memory.dates.value == [fixture.time.value.addingTimeInterval(61)])
    #expect(await fixture.failure(of: fixture.request(token, [proof])) == .invalidProof(.replayed))
    memory.isDown.withLock { $0 = true }
    let fresh = fixture.request(token, [try await fixture.proof(of: token)])
    #expect(await fixture.failure(of: fresh) == .replayMemoryUnavailable)
    let response = fixture.api.challenge(for: .replayMemoryUnavailable, to: fresh)
    #expect((response.status, response.headers["Retry-After"]) == (503, "1"))
  }

  @Test func `Proofs that fail a check don't fill the memory`() async throws {
    let memory = SharedMemory()
    let policy = DPoPPolicy(.accepted, at: "https://api.example") { $0.replays = memory }
    let fixture = try ProofFixture(policy)
    let changes: [[String: JSONValue]] = [["htm": "POST"], ["ath": "x"], ["iat": 0], ["htu": "https://a.test/"]]
    for change in changes { #expect(try await fixture.failure(change) != nil) }
    let expired = try fixture.token(["exp": 1])
    #expect(await fixture.failure(of: fixture.request(expired, [try await fixture.proof(of: expired)])) != nil)
    #expect(memory.dates.value.isEmpty)
  }
}

/// A memory that several servers share.
private final class SharedMemory: DPoPReplayMemory {
  struct Down: Error {}

  let proofs = Locked<Set<Data>>([])
  let dates = Locked<[Date]>([])
  let isDown = Locked(false)

  func isNew(_ proof: Data, until date: Date) async throws -> Bool {
    if isDown.value { throw Down() }
    dates.withLock { $0.append(date) }
    return proofs.withLock { $0.insert(proof).inserted }
  }
}
