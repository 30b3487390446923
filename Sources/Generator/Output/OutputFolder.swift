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
      guard let diff else { return "\(path):1:1: error: the file is missing" }
      return (["\(path):1:1: error: the file differs from its descriptor"] + diff).joined(separator: "\n")
    }
  }

  private let path: String

  public init(path: String) {
    self.path = path
  }

  /// Writes the files whose contents changed, each by an atomic replacement: readers see the old file or the new one.
  ///
  /// All of them are written beside their places first, so that a full disk or a folder in the way changes nothing. A
  /// file that is already right keeps its modification date, so nothing that depends on it is rebuilt.
  @discardableResult
  public func write(_ files: [GeneratedFile]) throws(DiagnosticsError) -> [Outcome] {
    let outcomes = files.map { current($0) == Data($0.contents.utf8) ? Outcome.unchanged : .written }
    let changed = zip(files, outcomes).filter { $1 == .written }.map(\.0)
    for file in changed where isFolder(url(of: file)) { throw failure("a folder is in the way", at: file) }
    var staged: [GeneratedFile] = []
    defer { for file in staged { try? FileManager.default.removeItem(at: staging(of: file)) } }
    for file in changed {
      try attempt(file) {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        staged.append(file)
        try Data(file.contents.utf8).write(to: staging(of: file))
      }
    }
    for file in changed {
      try attempt(file) {
        guard rename(staging(of: file).path, url(of: file).path) == 0 else { throw CocoaError(.fileWriteUnknown) }
      }
    }
    return outcomes
  }

  private func attempt(_ file: GeneratedFile, _ body: () throws -> Void) throws(DiagnosticsError) {
    do { try body() } catch { throw failure(error.localizedDescription, at: file) }
  }

  private func failure(_ reason: String, at file: GeneratedFile) -> DiagnosticsError {
    let location = SourceLocation(file: url(of: file).path)
    return DiagnosticsError([Diagnostic(.unwritableOutput, "cannot write: \(reason)", at: location)])
  }

  private func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// A hidden neighbour of the file, on the same volume, so that renaming is atomic.
  private func staging(of file: GeneratedFile) -> URL {
    URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent(".\(file.path).new")
  }

  /// Compares without writing.
  public func differences(from files: [GeneratedFile]) -> [Difference] {
    files.compactMap { file in
      let current = current(file)
      if current == Data(file.contents.utf8) { return nil }
      let diff = current.map { LineDiff.short(from: String(decoding: $0, as: UTF8.self), to: file.contents) }
      return Difference(path: url(of: file).path, diff: diff)
    }
  }

  /// Compared as bytes: texts that only look alike are not the same file.
  private func current(_ file: GeneratedFile) -> Data? {
    FileManager.default.contents(atPath: url(of: file).path)
  }

  private func url(of file: GeneratedFile) -> URL {
    URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent(file.path)
  }
}
