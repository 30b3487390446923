import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The body of a response` {
  @Test func `A body that has arrived is one chunk, and an empty one is none`() async throws {
    var chunks = ResponseBody(Data("a".utf8)).makeAsyncIterator()
    #expect(try await chunks.next() == Data("a".utf8))
    #expect(try await chunks.next() == nil)
    var none = ResponseBody(Data()).makeAsyncIterator()
    #expect(try await none.next() == nil)
  }

  @Test func `The size limit applies to all chunks together`() async throws {
    let sizes = Locked([6, 4, 1])
    let body = ResponseBody(
      within: TransportOptions(maximumBytes: 10), since: ContinuousClock.now, failure: { _ in .cancelled }
    ) {
      sizes.withLock { $0.isEmpty ? nil : Data(count: $0.removeFirst()) }
    }
    var chunks = body.makeAsyncIterator()
    #expect(try await chunks.next()?.count == 6)
    #expect(try await chunks.next()?.count == 4)
    await #expect(throws: TransportFailure.tooLarge) { try await chunks.next() }
  }

  @Test func `Nothing is read after the time limit of the request`() async {
    let reads = Locked(0)
    let body = ResponseBody(
      within: TransportOptions(timeout: .seconds(1)), since: ContinuousClock.now.advanced(by: .seconds(-2)),
      failure: { $0 is TimeLimit.Exceeded ? .network(.noResponse(host: "id.example")) : .cancelled }
    ) {
      reads.withLock { $0 += 1 }
      return Data("late".utf8)
    }
    var chunks = body.makeAsyncIterator()
    await #expect(throws: TransportFailure.network(.noResponse(host: "id.example"))) { try await chunks.next() }
    #expect(reads.value == 0)
  }
}
