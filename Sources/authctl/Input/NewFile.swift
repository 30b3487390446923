import AuthDescriptor
import Foundation

enum NewFile {
  /// Fails if a file exists, or if its folder is missing, before other work.
  static func checkAbsence(of path: String) throws(ReportedFailure) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: folder) else {
      throw ReportedFailure(line: "unwritableFile: \(path) can't be written: its folder is missing")
    }
    guard !FileManager.default.fileExists(atPath: path) else {
      throw ReportedFailure(line: "fileExists: \(path) already exists; remove it, or choose another name")
    }
  }

  /// Writes a new file, or replaces one if `overwriting` is `true`. It never follows a symbolic link, and never
  /// replaces a folder, device, or FIFO.
  static func write(_ text: String, to path: String, overwriting: Bool) throws(ReportedFailure) {
    let url = URL(fileURLWithPath: path)
    let name = url.lastPathComponent
    do throws(FileFailure) {
      guard !path.isEmpty else { throw FileFailure("the path is empty") }
      guard !FileName.isReserved(name) else { throw FileFailure("Windows reserves this name") }
      guard let folder = try FolderHandle.open(url.deletingLastPathComponent().path) else {
        throw FileFailure("its folder is missing")
      }
      let data = Data(text.utf8)
      switch folder.entry(name) {
      case nil: return try folder.create(name, with: data)
      case .folder?: throw FileFailure("a folder is in the way")
      case .other?: throw FileFailure("a device, FIFO, or socket is in the way")
      case .file?, .link?: break
      }
      if overwriting {
        let staged = ".\(name).\(UInt64.random(in: .min ... .max)).new"
        try folder.create(staged, with: data)
        return try folder.move(staged, to: folder, as: name)
      }
    } catch {
      throw ReportedFailure(line: "unwritableFile: \(path) can't be written: \(error.reason)")
    }
    throw ReportedFailure(line: "fileExists: \(path) already exists; --force overwrites it")
  }
}
