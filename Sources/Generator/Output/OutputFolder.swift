import AuthDescriptor
import Foundation

/// The folder that generated files go to. Everything is rendered and checked before the first file is touched.
public struct OutputFolder: Sendable {
  /// What happened to a file.
  public enum Outcome: Sendable, Hashable {
    case written, unchanged
  }

  /// A file that is not what the descriptor says.
  public struct Difference: Sendable, Hashable, CustomStringConvertible {
    public var path: String
    /// Absent when there is no such file.
    public var diff: [String]?

    public var description: String {
      guard let diff else { return "\(path): is missing" }
      return (["\(path): differs from its descriptor"] + diff).joined(separator: "\n")
    }
  }

  private let path: String

  public init(path: String) {
    self.path = path
  }

  /// Writes the files whose contents changed, each by an atomic replacement: readers see the old file or the new one.
  ///
  /// A file that is already right keeps its modification date, so nothing that depends on it is rebuilt.
  @discardableResult
  public func write(_ files: [GeneratedFile]) throws(DiagnosticsError) -> [Outcome] {
    var outcomes: [Outcome] = []
    for file in files {
      if current(file) == file.contents {
        outcomes.append(.unchanged)
        continue
      }
      do {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(file.contents.utf8).write(to: url(of: file), options: .atomic)
      } catch {
        let message = "cannot write: \(error.localizedDescription)"
        let location = SourceLocation(file: url(of: file).path)
        throw DiagnosticsError([Diagnostic(.unwritableOutput, message, at: location)])
      }
      outcomes.append(.written)
    }
    return outcomes
  }

  /// Compares without writing.
  public func differences(from files: [GeneratedFile]) -> [Difference] {
    files.compactMap { file in
      let current = current(file)
      if current == file.contents { return nil }
      return Difference(path: url(of: file).path, diff: current.map { LineDiff.short(from: $0, to: file.contents) })
    }
  }

  private func current(_ file: GeneratedFile) -> String? {
    FileManager.default.contents(atPath: url(of: file).path).map { String(decoding: $0, as: UTF8.self) }
  }

  private func url(of file: GeneratedFile) -> URL {
    URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent(file.path)
  }
}
