import AuthRuntime
import Foundation
import TestSupport
import Testing

@testable import session_probe

/// A folder in which processes count.
private struct Counter: Sendable {
  let folder: URL

  static func with(_ body: (Counter) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(Counter(folder: folder))
  }

  /// Runs a process that counts.
  ///
  /// - Returns: Its exit status, and the numbers that it wrote.
  func run(
    rounds: Int, hold: Double = 36_000, sees: Bool = false, at exitPoint: String? = nil,
    started: (pid_t) async -> Void = { _ in }, stopped: () async -> Void = {}
  ) async throws -> (status: Int, numbers: [Int]) {
    let arguments =
      ["count", folder.path, "\(rounds)", "\(hold)", sees ? "sees" : "-"] + (exitPoint.map { [$0] } ?? [])
    let outcome = try await Command.run(Command.built("session-probe"), arguments) { line in
      if let process = pid_t(line) { await started(process) }
      if line == "stops" { await stopped() }
    }
    return (outcome.status, outcome.output.split(separator: "\n").compactMap { Int($0) })
  }

  var files: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("lease").path).count) ?? 0
  }
}

@Suite(.serialized) struct `Processes that share a lease` {
  private static let killed = 128 + 9

  @Test func `Processes that share a lease count every number once`() async throws {
    try await Counter.with { counter in
      let numbers = try await withThrowingTaskGroup(of: [Int].self) { group in
        for _ in 0..<8 {
          group.addTask {
            let outcome = try await counter.run(rounds: 25)
            #expect(outcome.status == 0)
            return outcome.numbers
          }
        }
        return try await group.reduce(into: [Int]()) { $0 += $1 }
      }
      #expect(numbers.sorted() == Array(1...200))
      #expect(counter.files <= 2)
    }
  }

  @Test func `Processes that share a lease count every number once while others are killed`() async throws {
    try await Counter.with { counter in
      let numbers = try await withThrowingTaskGroup(of: [Int].self) { group in
        for step in FileLease.Step.allCases {
          group.addTask {
            let outcome = try await counter.run(rounds: 10, sees: true, at: step.rawValue)
            #expect(outcome.status == Self.killed)
            return outcome.numbers
          }
        }
        return try await group.reduce(into: [Int]()) { $0 += $1 }
      }
      #expect(numbers.count >= 9 * FileLease.Step.allCases.count)
      #expect(numbers.sorted() == Array(1...numbers.count))
    }
  }

  @Test(arguments: FileLease.Step.allCases, [false, true])
  func `The lease of a killed process is free as soon as it expires`(step: FileLease.Step, sees: Bool) async throws {
    try await Counter.with { counter in
      // If processes can't see each other, the others wait until the lease expires.
      let hold = sees ? 36_000 : 1.0
      let first = try await counter.run(rounds: 2, hold: hold, sees: sees, at: step.rawValue)
      #expect(first.status == Self.killed)
      let second = try await counter.run(rounds: 3, hold: hold, sees: sees)
      #expect(second.status == 0)
      #expect(first.numbers + second.numbers == Array(1...(first.numbers.count + 3)))
      #expect(counter.files <= 2)
    }
  }

  @Test(arguments: FileLease.Step.allCases)
  func `A suspended process notices when it resumes that another one has its lease`(step: FileLease.Step) async throws {
    try await Counter.with { counter in
      let (process, stopped) = (Locked<pid_t>(0), AsyncStream.makeStream(of: Void.self))
      async let first = {
        // If it ends instead, the test doesn't wait for it to stop.
        defer { stopped.continuation.finish() }
        return try await counter.run(rounds: 2, hold: 1, at: "stop:\(step.rawValue)") { started in
          process.withLock { $0 = started }
        } stopped: {
          stopped.continuation.finish()
        }
      }()
      for await _ in stopped.stream {}
      // Enough rounds to use the stopped process's number, and to remove it.
      let second = try await counter.run(rounds: 4, hold: 1)
      kill(process.value, SIGCONT)
      let last = try await first
      #expect((last.status, second.status) == (0, 0))
      #expect((last.numbers + second.numbers).sorted() == Array(1...6))
    }
  }
}
