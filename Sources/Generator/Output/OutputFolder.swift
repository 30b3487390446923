import AuthDescriptor
import Foundation

/// The folder for generated files. Commands write files only through it.
///
/// Everything is rendered and checked before the first file is touched. Parents of the folder may be symbolic links, as
/// `/tmp` is on macOS. The folder itself and everything in it must not be: a link could lead out of it.
public struct OutputFolder: Sendable {
  let path: String
  let kind: OutputKind
  /// Whether the process ends before its next change to the folder. Only tests set this.
  var dies: @Sendable () -> Bool = { false }

  /// Uses the folder at that path. It doesn't have to exist yet.
  public init(path: String, kind: OutputKind = .clients) {
    (self.path, self.kind) = (path.withoutTrailingSlashes, kind)
  }

  /// Writes the files of a run, and removes the files of earlier runs that this run doesn't produce.
  ///
  /// The folder is locked during the write, so several processes can safely write at the same time.
  ///
  /// - Parameters:
  ///   - files: All files of the run.
  ///   - inputs: All descriptors that the run read, including those that generate no file.
  /// - Returns: The changes.
  /// - Throws: The errors of ``apply(_:)``.
  public func update(_ files: [GeneratedFile], inputs: [String] = []) throws(DiagnosticsError) -> OutputPlan {
    if files.isEmpty, try opened(.shared) == nil { return plan(files, inputs: inputs) }
    return try changing { (output) throws(DiagnosticsError) in
      let plan = plan(files, inputs: inputs, in: output)
      try apply(plan, in: output)
      return plan
    }
  }

  /// Writes the files whose contents changed, each by an atomic replacement: readers see the old file or the new one.
  ///
  /// All of them are staged first, so a full disk changes nothing. An up-to-date file keeps its modification date, so
  /// nothing that depends on it is rebuilt.
  ///
  /// - Throws: A finding for each file that can't be written, because its path is that of a file that authgen didn't
  ///   write, or of a folder, symbolic link, device, FIFO, or socket. Nothing is changed in that case. Otherwise, a
  ///   finding if this folder is a symbolic link, can't be created, or stays locked by another process for a minute, or
  ///   if the system can't write or remove a file.
  public func apply(_ plan: OutputPlan) throws(DiagnosticsError) {
    try changing { (files) throws(DiagnosticsError) in try apply(plan, in: files) }
  }

  /// Writes files that don't belong to a run: nothing is removed or listed.
  ///
  /// - Parameter replacing: Whether a file or symbolic link that authgen didn't write is replaced. A folder, device, FIFO
  ///   or socket never is.
  /// - Throws: A finding for each file that can't be written, because its path is that of a file or symbolic link that
  ///   isn't replaced, or of a folder, device, FIFO, or socket. Nothing is changed in that case. Otherwise, a finding
  ///   if this folder is a symbolic link, can't be created, or stays locked by another process for a minute, or if the
  ///   system can't write a file.
  public func write(_ files: [GeneratedFile], replacing: Bool = false) throws(DiagnosticsError) {
    try changing { (output) throws(DiagnosticsError) in
      let changed = files.filter { !output.isCurrent($0) }
      let problems = changed.compactMap { obstacle(to: $0.path, replacing: replacing, in: output) }
      guard problems.isEmpty else { throw DiagnosticsError(problems) }
      try OutputWriter(output: self, files: output, replacing: replacing).write(changed)
    }
  }

  private func apply(_ plan: OutputPlan, in files: OutputFiles) throws(DiagnosticsError) {
    guard plan.problems.isEmpty else { throw DiagnosticsError(plan.problems) }
    try OutputWriter(output: self, files: files, replacing: true).apply(plan)
  }

  private func obstacle(to name: String, replacing: Bool, in files: OutputFiles) -> Diagnostic? {
    let found: FolderEntry?
    do throws(FileFailure) { found = try files.entry(name) } catch {
      return problem("cannot write: \(error.reason)", at: name)
    }
    switch found {
    case nil: return nil
    case .file?:
      return replacing || files.isGenerated(name) ? nil : problem("the file exists; --force replaces it", at: name)
    case .link?: return replacing ? nil : problem("a symbolic link exists here; --force replaces it", at: name)
    case .folder?, .other?: return problem("cannot write: \(found?.obstacle ?? "")", at: name)
    }
  }
}

extension OutputFolder {
  /// Runs `body` with the folder while no other process writes into it. Creates the folder if it's missing.
  private func changing<Value>(
    _ body: (OutputFiles) throws(DiagnosticsError) -> Value
  ) throws(DiagnosticsError) -> Value {
    guard !path.isEmpty else { throw DiagnosticsError([problem("cannot write: the folder's path is empty")]) }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      // Opening the folder reports a more specific error.
    }
    guard let folder = try opened(.exclusive) else {
      throw DiagnosticsError([problem("cannot write: the folder can't be created")])
    }
    defer { withExtendedLifetime(folder) {} }
    return try body(OutputFiles(folder: folder))
  }

  /// The locked folder, or `nil` if it doesn't exist.
  func opened(_ lock: FolderHandle.Lock) throws(DiagnosticsError) -> FolderHandle? {
    do throws(FileFailure) {
      while let folder = try FolderHandle.open(path) {
        if try folder.lock(lock) { return folder }
      }
      return nil
    } catch {
      throw DiagnosticsError([problem("cannot \(lock == .shared ? "read" : "write"): \(error.reason)")])
    }
  }

  /// A finding about a file, or about the folder.
  func problem(_ message: String, at name: String? = nil) -> Diagnostic {
    Diagnostic(.generation.unwritableOutput, message, at: SourceLocation(file: name.map(displayName) ?? path))
  }

  /// The path as the user gave it, for messages.
  func displayName(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

  func url(_ name: String) -> URL { URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent(name) }

  func contents(_ name: String) -> Data? { OutputFiles(folder: try? FolderHandle.open(path)).contents(name) }
}

extension String {
  /// The path without trailing slashes and dots, because `out/` and `out/.` would follow a symbolic link `out`.
  fileprivate var withoutTrailingSlashes: String {
    var path = self[...]
    while path.count > 1, path.hasSuffix("/") || path.hasSuffix("/.") {
      path = path.dropLast()
    }
    return String(path)
  }
}
