import Foundation
import Subprocess
import SystemPackage

/// Runs a program that was built with the tests, or a script, as a user would.
public enum Command {
  /// The outcome of a program.
  public struct Outcome: Sendable, Hashable {
    /// The exit status, or 128 plus the signal's number if a signal ended the program.
    public var status: Int
    public var output: String
    public var errors: String
  }

  /// Runs a program until it ends.
  ///
  /// - Parameters:
  ///   - environment: Variables to add to this process's environment.
  ///   - onErrorLine: Receives each line of standard error while the program runs.
  public static func run(
    _ program: URL, _ arguments: [String], environment: [String: String] = [:], in folder: URL? = nil,
    onErrorLine: (String) async -> Void = { _ in }
  ) async throws -> Outcome {
    let added = Dictionary(
      uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0), $1 as String?) })
    let result = try await Subprocess.run(
      .path(FilePath(program.path)), arguments: Arguments(arguments), environment: .inherit.updating(added),
      workingDirectory: folder.map { FilePath($0.path) }, input: .none, output: .string(limit: 1 << 22),
      error: .sequence
    ) { execution in
      var errors = ""
      for try await line in execution.standardError.strings() {
        errors += line + "\n"
        await onErrorLine(line)
      }
      return errors
    }
    return Outcome(
      status: status(result.terminationStatus), output: result.standardOutput, errors: result.closureResult)
  }

  private static func status(_ status: TerminationStatus) -> Int {
    switch status {
    case .exited(let code): Int(code)
    case .signaled(let signal): 128 + Int(signal)
    }
  }

  /// The path of a program that was built with the tests.
  public static func built(_ name: String) -> URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.executableURL
    let folder = bundle?.deletingLastPathComponent() ?? Repository.file(".build/debug")
    return folder.appendingPathComponent(name)
  }
}

/// The root of this repository, and the files in it.
public enum Repository {
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  public static func file(_ path: String) -> URL {
    root.appendingPathComponent(path)
  }
}
