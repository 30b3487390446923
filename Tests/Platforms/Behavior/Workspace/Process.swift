import Foundation

@testable import AuthRuntime

/// A process that starts nothing. It takes precedence over Foundation's in this module.
final class Process: @unchecked Sendable {
  // Unchecked: only one task uses each process.
  /// The arguments of each process that was started.
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
