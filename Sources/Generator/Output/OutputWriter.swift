import AuthDescriptor
import Foundation

/// Changes an output folder, in an order in which the process may end at any moment. The next run completes what is left.
///
/// 1. Removes files that an earlier run staged and didn't move.
/// 2. Stages all new files in the output folder, under random names.
/// 3. Writes a list with the old and the new files.
/// 4. Moves the new files to their paths.
/// 5. Removes files that are no longer generated.
/// 6. Writes the list of the remaining files.
struct OutputWriter {
  let output: OutputFolder
  let files: OutputFiles
  /// Whether to replace a file that appears during the run.
  let replacing: Bool

  /// A staged file and its temporary name.
  private struct StagedFile {
    var name: String
    var file: GeneratedFile
  }

  /// Thrown when a test ends the process.
  private struct SimulatedCrash: Error {}

  func apply(_ plan: OutputPlan) throws(DiagnosticsError) {
    try write([plan.journal].compactMap(\.self) + plan.changed)
    for name in plan.abandoned {
      try attempt("remove", name) { try remove(name, isLeftover: plan.leftovers.contains(name)) }
    }
    try write([plan.manifest].compactMap(\.self))
  }

  func write(_ new: [GeneratedFile]) throws(DiagnosticsError) {
    removeStaged()
    var staged: [StagedFile] = []
    do throws(DiagnosticsError) {
      for file in new {
        try attempt("write", file.path) { staged.append(try stage(file)) }
      }
      while let next = staged.first {
        try attempt("write", next.file.path) { try place(next) }
        staged.removeFirst()
      }
    } catch {
      if !output.dies() { removeStaged() }
      throw error
    }
  }

  private func stage(_ file: GeneratedFile) throws -> StagedFile {
    let name = StagedName.random()
    try step()
    try files.folder?.create(name, with: Data(file.contents.utf8))
    return StagedFile(name: name, file: file)
  }

  private func place(_ staged: StagedFile) throws {
    try step()
    let name = staged.file.path.outputName
    guard let folder = files.folder, let parent = try files.parent(of: staged.file.path, making: true) else { return }
    if !replacing, !files.isGenerated(staged.file.path), parent.path == folder.path {
      // Unlike a move, a link never replaces a file.
      if try folder.link(staged.name, as: name) { return try folder.remove(staged.name) }
    }
    try folder.move(staged.name, to: parent, as: name)
  }

  private func remove(_ path: String, isLeftover: Bool) throws {
    try step()
    guard let parent = try files.parent(of: path) else { return }
    if isLeftover { try parent.remove(path.outputName) }
    guard let slash = path.lastIndex(of: "/") else { return }
    try step()
    files.folder?.removeIfEmpty(String(path[..<slash]))
  }

  /// The folder is locked, so any staged file was left behind by a process that was killed.
  private func removeStaged() {
    for name in files.folder?.names ?? [] where StagedName.isOne(name) {
      if case .file = files.folder?.entry(name) { try? files.folder?.remove(name) }
    }
  }

  private func step() throws {
    if output.dies() { throw SimulatedCrash() }
  }

  private func attempt(_ verb: String, _ name: String, _ body: () throws -> Void) throws(DiagnosticsError) {
    do { try body() } catch {
      let reason = (error as? FileFailure)?.reason ?? error.localizedDescription
      throw DiagnosticsError([output.problem("cannot \(verb): \(reason)", at: name)])
    }
  }
}

/// The name of a staged file: `.authgen-0123456789abcdef.new`.
enum StagedName {
  private static let (prefix, suffix) = (".authgen-", ".new")
  private static let digits = Array("0123456789abcdef")

  static func random() -> String {
    prefix + String((0..<16).map { _ in digits[Int.random(in: digits.indices)] }) + suffix
  }

  static func isOne(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
    let middle = name.dropFirst(prefix.count).dropLast(suffix.count)
    return middle.count == 16 && middle.allSatisfy(digits.contains)
  }
}
