import Foundation
import TestSupport
import Testing

@testable import AuthDescriptor

@Suite struct `The cache of extended files` {
  private let cache = SourceCache()

  private static func source(_ id: String) -> DescriptorSources.Source {
    let node = LocatedNode(value: .map([]), location: SourceLocation(file: id))
    return DescriptorSources.Source(id: id, name: id, tree: node, findings: [])
  }

  @Test func `Two threads that read a file at the same time both get the result that is cached first`() async throws {
    let (isReading, slow, isCached) = (Locked(false), Locked<String?>(nil), DispatchSemaphore(value: 0))
    Thread { [cache] in
      let source = try? cache.source("a.yaml") {
        isReading.withLock { $0 = true }
        // The time limit is only reached if the cache is locked while it reads.
        _ = isCached.wait(timeout: .now() + 60)
        return Self.source("slow")
      }
      slow.withLock { $0 = source?.id ?? "a failure" }
    }.start()
    await isReading.wait { $0 }
    #expect(try cache.source("a.yaml") { Self.source("fast") }.id == "fast")
    isCached.signal()
    await slow.wait { $0 != nil }
    #expect(slow.value == "fast")
    #expect(try cache.source("a.yaml") { Self.source("late") }.id == "fast")
  }

  @Test func `Threads that read many files at the same time all get the same results`() {
    let results = Locked<[[String?]]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      let ids = (0..<1_000).map { number in
        try? cache.source("\(number).yaml") { Self.source("\(number) of thread \(thread)") }.id
      }
      results.withLock { $0.append(ids) }
    }
    #expect(results.value.count == 4 && Set(results.value).count == 1)
    #expect(results.value.first?.contains(nil) == false)
  }

  @Test func `A file that can't be read is read again`() throws {
    let missing = DiagnosticsError([])
    #expect(throws: DiagnosticsError.self) {
      try cache.source("a.yaml") { () throws(DiagnosticsError) in throw missing }
    }
    #expect(try cache.source("a.yaml") { Self.source("found") }.id == "found")
  }
}
