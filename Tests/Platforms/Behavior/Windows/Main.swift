import Foundation
import WinSDK

@testable import AuthRuntime

/// Tests the Windows code with simulated Windows functions in a temporary folder.
@main struct Main {
  static func main() async {
    let checks = Checks()
    await checks.checkLocks()
    await checks.checkFolder()
    await checks.checkReplacing()
    await checks.checkStore()
    await checks.checkTools()
    await checks.checkBrowser()
    print("\(checks.passed) checks passed, \(checks.failed) failed")
    exit(checks.failed == 0 ? 0 : 1)
  }
}

/// Runs checks and counts their failures.
final class Checks: Sendable {
  private let counts = Guarded((passed: 0, failed: 0))

  var failed: Int { counts.withLock { $0.failed } }
  var passed: Int { counts.withLock { $0.passed } }

  /// Runs a check with an empty folder. Fails if a file stays open, or memory isn't freed.
  func run(_ name: String, _ body: (_ folder: String) async throws -> Void) async {
    let folder = NSTemporaryDirectory() + "windows-\(UUID())"
    let windows = FakeWindows.current
    windows.reset()
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      try await body(folder)
      try expect(windows.openFileCount, 0)
      try expect(windows.allocations, [])
      counts.withLock { $0.passed += 1 }
      print("ok \(name)")
    } catch {
      counts.withLock { $0.failed += 1 }
      print("FAILED \(name): \(error)")
    }
  }
}

/// A clock whose sleep advances the simulated time immediately.
struct WindowsClock: Clock {
  struct Instant: InstantProtocol {
    var milliseconds: Int

    func advanced(by duration: Duration) -> Instant { Instant(milliseconds: milliseconds + duration.milliseconds) }
    func duration(to other: Instant) -> Duration { .milliseconds(other.milliseconds - milliseconds) }
    static func < (one: Instant, other: Instant) -> Bool { one.milliseconds < other.milliseconds }
  }

  var now: Instant { Instant(milliseconds: FakeWindows.current.milliseconds) }
  var minimumResolution: Duration { .milliseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    FakeWindows.current.pass(deadline.milliseconds - now.milliseconds)
    await Task.yield()
  }
}

extension Duration {
  fileprivate var milliseconds: Int { Int(self / .milliseconds(1)) }
}

/// Runs work that is expected to take this many milliseconds of simulated time.
func expect(
  milliseconds: ClosedRange<Int>, line: Int = #line, _ work: () async throws -> Void
) async throws {
  let start = FakeWindows.current.milliseconds
  try await work()
  let taken = FakeWindows.current.milliseconds - start
  guard milliseconds.contains(taken) else { throw Unexpected("\(taken) ms instead of \(milliseconds) (line \(line))") }
}

// This declaration takes precedence over Foundation's in this module.
extension FileManager {
  func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] {
    try FakeWindows.attributes(of: path)
  }
}

/// A stand-in for authctl's failure.
struct ReportedFailure: Error {
  let line: String
}
