import AuthDescriptor
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Files that are the user's alone.
enum PrivateFile {
  /// What others may do with a file that is read.
  enum ReadPolicy: Int {
    case nothing = 0o077
    case reading = 0o022
  }

  /// The file's bytes; `nil` when there is none.
  ///
  /// - Throws: ``ReportedFailure`` when others may do more with it than they should, or it cannot be read.
  static func contents(_ path: String, others: ReadPolicy, atMost limit: Int) throws(ReportedFailure) -> Data? {
    let target = resolved(path)
    guard FileManager.default.fileExists(atPath: target) else { return nil }
    #if !os(Windows)
      guard let mode = mode(of: target) else {
        throw ReportedFailure(line: "unreadableFile: nobody can tell who may use \(path) (is it a file of yours?)")
      }
      guard mode & others.rawValue == 0 else {
        let what = others == .nothing ? "read" : "written"
        throw ReportedFailure(line: "unsafeFile: \(path) can be \(what) by others (chmod 600 \(path))")
      }
    #endif
    guard let handle = FileHandle(forReadingAtPath: target), let data = try? handle.read(upToCount: limit + 1) ?? Data()
    else { throw ReportedFailure(line: "unreadableFile: \(path) cannot be read (is it a file of yours?)") }
    guard data.count <= limit else {
      throw ReportedFailure(line: "unreadableFile: \(path) is longer than \(limit) bytes (is it the right file?)")
    }
    return data
  }

  /// Makes a folder that nobody else may look into, unless it is there.
  static func makeFolder(_ path: String) throws(ReportedFailure) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw ReportedFailure(line: "unwritableFolder: \(path) cannot be made (check who owns the folder above it)")
    }
  }

  /// Puts a whole file in the place of the old one: after a crash there is one or the other.
  static func replace(_ path: String, with data: Data) throws(ReportedFailure) {
    let target = resolved(path)
    let new = "\(target).\(ProcessInfo.processInfo.processIdentifier).new"
    try? FileManager.default.removeItem(atPath: new)
    try create(new, with: data)
    guard move(new, to: target) else {
      try? FileManager.default.removeItem(atPath: new)
      throw ReportedFailure(line: "unwritableFile: \(path) cannot be replaced (check who owns it and its folder)")
    }
  }

  /// Replaces one file by another in one step.
  private static func move(_ old: String, to new: String) -> Bool {
    #if os(Windows)
      // The C library's `rename` replaces nothing there.
      let (old, new) = (URL(fileURLWithPath: old), URL(fileURLWithPath: new))
      guard let folder = try? FolderHandle.open(old.deletingLastPathComponent().path) else { return false }
      return (try? folder.move(old.lastPathComponent, to: folder, as: new.lastPathComponent)) != nil
    #else
      return rename(old, new) == 0
    #endif
  }

  /// Makes a file that is not there yet.
  static func create(_ path: String, with data: Data) throws(ReportedFailure) {
    #if os(Windows)
      do { try data.write(to: URL(fileURLWithPath: path), options: .withoutOverwriting) } catch {
        throw ReportedFailure(line: "unwritableFile: \(path) cannot be made (is it there already?)")
      }
    #else
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        let reason = errno == EEXIST ? "is there already" : "cannot be made"
        throw ReportedFailure(line: "unwritableFile: \(path) \(reason) (name another file, or check its folder)")
      }
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      do {
        try handle.write(contentsOf: data)
        try handle.synchronize()
      } catch {
        try? FileManager.default.removeItem(atPath: path)
        throw ReportedFailure(line: "unwritableFile: \(path) cannot be written (is the disk full?)")
      }
    #endif
  }

  /// What the owner, the group and others may do.
  static func mode(of path: String) -> Int? {
    let found = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    // Which of the two it is depends on Foundation.
    return (found as? any BinaryInteger).map { Int(truncatingIfNeeded: $0) } ?? (found as? NSNumber)?.intValue
  }

  /// A link stays one: settings may be kept elsewhere.
  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
