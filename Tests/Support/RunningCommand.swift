import Foundation

/// A program that was built beside the tests, or a script, run as a user would run it.
public final class RunningCommand: Sendable {
  /// How a program ended.
  public struct Outcome: Sendable, Hashable {
    public let status: Int32
    public let output: String
    public let errors: String
  }

  private let process: Process
  private let ended: AsyncStream<Int32>
  private let outputReader: PipeReader
  private let errorReader: PipeReader

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - environment: Added to this process's own.
  public init(_ program: URL, _ arguments: [String], environment: [String: String] = [:]) throws {
    let (ended, end) = AsyncStream.makeStream(of: Int32.self)
    let (output, errors) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    process.terminationHandler = { process in
      end.yield(process.terminationStatus)
      end.finish()
    }
    self.process = process
    self.ended = ended
    outputReader = PipeReader(output)
    errorReader = PipeReader(errors)
    try process.run()
  }

  /// Waits for the end.
  public func outcome() async -> Outcome {
    var status: Int32 = -1
    for await value in ended { status = value }
    return Outcome(status: status, output: await outputReader.text(), errors: await errorReader.text())
  }

  /// Runs a program to its end.
  public static func run(
    _ program: URL, _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await RunningCommand(program, arguments, environment: environment).outcome()
  }

  /// Waits until standard error holds a line for which `matches` returns something.
  public func firstErrorLine<Value: Sendable>(_ matches: @Sendable (Substring) -> Value?) async -> Value? {
    await errorReader.firstLine(matches)
  }

  /// A program that was built beside the tests.
  public static func built(_ name: String) -> URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent(name)
  }
}

/// The root of this repository, and what stands in it.
public enum Repository {
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  public static func file(_ path: String) -> URL {
    root.appendingPathComponent(path)
  }
}
