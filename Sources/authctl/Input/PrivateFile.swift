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

/// Files that only the user can access.
enum PrivateFile {
  /// The access to a file that other users may have.
  enum ReadPolicy: Int {
    case nothing = 0o077
    case reading = 0o022
  }

  /// The file's bytes, or `nil` if it doesn't exist.
  ///
  /// - Throws: ``ReportedFailure`` if other users have too much access to the file, or if it can't be read.
  static func contents(_ path: String, others: ReadPolicy, atMost limit: Int) throws(ReportedFailure) -> Data? {
    let target = resolved(path)
    guard FileManager.default.fileExists(atPath: target) else { return nil }
    #if !os(Windows)
      try checkMode(of: target, namedBy: path, others)
    #endif
    guard let handle = FileHandle(forReadingAtPath: target), let data = try? handle.read(upToCount: limit + 1) ?? Data()
    else { throw ReportedFailure(line: "unreadableFile: can't read \(path) (do you own it?)") }
    guard data.count <= limit else {
      throw ReportedFailure(line: "unreadableFile: \(path) is longer than \(limit) bytes (is it the right file?)")
    }
    return data
  }

  private static func checkMode(
    of target: String, namedBy path: String, _ others: ReadPolicy
  ) throws(ReportedFailure) {
    guard let mode = mode(of: target) else {
      throw ReportedFailure(line: "unreadableFile: can't read the permissions of \(path) (do you own it?)")
    }
    guard mode & others.rawValue == 0 else {
      let what = others == .nothing ? "read" : "write to"
      throw ReportedFailure(line: "unsafeFile: other users can \(what) \(path) (chmod 600 \(path))")
    }
  }

  /// Creates a folder that only the user can access, unless it exists.
  static func makeFolder(_ path: String) throws(ReportedFailure) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw ReportedFailure(line: "unwritableFolder: can't create \(path) (check who owns its parent folder)")
    }
  }

  /// Replaces a file atomically: after a crash, either the old or the new file exists.
  static func replace(_ path: String, with data: Data) throws(ReportedFailure) {
    let target = resolved(path)
    let new = "\(target).\(ProcessInfo.processInfo.processIdentifier).new"
    try? FileManager.default.removeItem(atPath: new)
    try create(new, with: data)
    guard move(new, to: target) else {
      try? FileManager.default.removeItem(atPath: new)
      throw ReportedFailure(line: "unwritableFile: can't replace \(path) (check who owns it and its folder)")
    }
  }

  /// Replaces one file with another in one step.
  private static func move(_ old: String, to new: String) -> Bool {
    #if os(Windows)
      // The C library's `rename` doesn't replace files on this platform.
      let (old, new) = (URL(fileURLWithPath: old), URL(fileURLWithPath: new))
      guard let folder = try? FolderHandle.open(old.deletingLastPathComponent().path) else { return false }
      return (try? folder.move(old.lastPathComponent, to: folder, as: new.lastPathComponent)) != nil
    #else
      return rename(old, new) == 0
    #endif
  }

  /// Creates a file that doesn't exist yet.
  static func create(_ path: String, with data: Data) throws(ReportedFailure) {
    #if os(Windows)
      do { try data.write(to: URL(fileURLWithPath: path), options: .withoutOverwriting) } catch {
        throw ReportedFailure(line: "unwritableFile: can't create \(path) (does it already exist?)")
      }
    #else
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        let reason = errno == EEXIST ? "already exists" : "can't be created"
        throw ReportedFailure(line: "unwritableFile: \(path) \(reason) (choose another file, or check its folder)")
      }
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      do {
        try handle.write(contentsOf: data)
        try handle.synchronize()
      } catch {
        try? FileManager.default.removeItem(atPath: path)
        throw ReportedFailure(line: "unwritableFile: can't write \(path) (is the disk full?)")
      }
    #endif
  }

  /// The permissions of the owner, the group, and others.
  static func mode(of path: String) -> Int? {
    let found = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    // The type depends on the version of Foundation.
    return (found as? any BinaryInteger).map { Int(truncatingIfNeeded: $0) } ?? (found as? NSNumber)?.intValue
  }

  /// Resolves a symbolic link, so that the link itself isn't replaced.
  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
