import Foundation

@testable import AuthRuntime

/// A process that starts nothing. In this module it takes precedence over Foundation's own.
final class Process: @unchecked Sendable {
  // Unchecked: each one is used by one task.
  /// The words of each process that was started.
  static let started = Guarded<[[String]]>([])

  var executableURL: URL?
  var arguments: [String]?
  var environment: [String: String]?
  var standardInput, standardOutput, standardError: Any?
  var terminationHandler: (@Sendable (Process) -> Void)?
  let terminationStatus: Int32 = 0

  func run() throws {
    Self.started.withLock { $0.append(arguments ?? []) }
    terminationHandler?(self)
  }
}
