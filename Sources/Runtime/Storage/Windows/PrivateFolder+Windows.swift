#if os(Windows)
  import Foundation
  import WinSDK

  /// A folder whose files only this user can access. Windows gives folders in `%LOCALAPPDATA%` to the user, the system, and
  /// administrators. Access lists aren't checked. Tested on Linux, against Windows' functions in a temporary folder.
  struct PrivateFolder: Sendable {
    let path: String

    /// The number of attempts to use a file that another process has open.
    private static let attempts = 50
    /// The time between two attempts, in milliseconds.
    private static let pause = DWORD(20)
    /// The age in seconds after which an incomplete file is considered abandoned.
    private static let abandoned = 3600.0

    /// Creates the folder if it is missing. A link to a folder is rejected.
    func check() throws(StoreFailure) {
      try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let attributes = path.withCString(encodedAs: UTF16.self) { GetFileAttributesW($0) }
      guard attributes != DWORD.max else { throw WindowsError.last.unavailable(path, "used") }
      guard attributes & DWORD(FILE_ATTRIBUTE_DIRECTORY) != 0, attributes & DWORD(FILE_ATTRIBUTE_REPARSE_POINT) == 0
      else { throw .unavailable("\(path) isn't a folder") }
    }

    /// - Returns: The contents of the file, or `nil` if it doesn't exist.
    func read(_ name: String, atMost limit: Int) throws(StoreFailure) -> Data? {
      let file = path + "\\" + name
      let bytes: Data?
      do throws(WindowsError) {
        let open = try opened(file)
        defer { open.close() }
        // If one byte more than the limit can be read, the file is too long.
        bytes = open.isPlain ? try open.read(atMost: limit + 1) : nil
      } catch {
        if error.isMissing { return nil }
        throw error.unavailable(file, "read")
      }
      guard let bytes else { throw .unavailable("\(file) is a link or a folder") }
      guard bytes.count <= limit else { throw .corrupt }
      return bytes
    }

    /// Opens a file for reading. A file may look missing for a moment while another process replaces it. Without a second
    /// attempt, the user would seem to be signed out.
    private func opened(_ file: String) throws(WindowsError) -> WindowsFile {
      do throws(WindowsError) {
        return try retrying { () throws(WindowsError) in try WindowsFile(file, for: .reading) }
      } catch {
        guard error.code == DWORD(ERROR_FILE_NOT_FOUND) else { throw error }
        Sleep(Self.pause)
        return try retrying { () throws(WindowsError) in try WindowsFile(file, for: .reading) }
      }
    }

    /// Replaces a file atomically (MoveFileExW): after a crash, either the old or the new one exists.
    func replace(_ name: String, with data: Data) throws(StoreFailure) {
      try check()
      removeLeftovers(of: name)
      let file = path + "\\" + name
      let new = "\(file).\(GetCurrentProcessId()).\(UInt32.random(in: .min ... .max)).new"
      do throws(WindowsError) {
        let made = try WindowsFile(new, for: .making)
        defer { made.close() }
        try made.write(data)
        made.close()
        try retrying { () throws(WindowsError) in try Self.move(new, to: file) }
      } catch {
        try? Self.delete(new)
        throw error.unavailable(file, "replaced")
      }
    }

    func remove(_ name: String) throws(StoreFailure) {
      let file = path + "\\" + name
      removeLeftovers(of: name)
      do throws(WindowsError) {
        try retrying { () throws(WindowsError) in try Self.delete(file) }
      } catch {
        if !error.isMissing { throw error.unavailable(file, "removed") }
      }
    }

    private func removeLeftovers(of name: String) {
      for other in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      where other.hasPrefix(name + ".") && other.hasSuffix(".new") {
        let file = path + "\\" + other
        let facts = try? FileManager.default.attributesOfItem(atPath: file)
        guard let date = facts?[.modificationDate] as? Date else { continue }
        if -date.timeIntervalSinceNow > Self.abandoned { try? Self.delete(file) }
      }
    }

    /// Retries for a second while another process has the file open.
    private func retrying<Value>(_ work: () throws(WindowsError) -> Value) throws(WindowsError) -> Value {
      for _ in 1..<Self.attempts {
        do throws(WindowsError) { return try work() } catch {
          guard error.isInUse else { throw error }
          Sleep(Self.pause)
        }
      }
      return try work()
    }

    private static func move(_ old: String, to new: String) throws(WindowsError) {
      let flags = DWORD(MOVEFILE_REPLACE_EXISTING) | DWORD(MOVEFILE_WRITE_THROUGH)
      let isMoved = old.withCString(encodedAs: UTF16.self) { old in
        new.withCString(encodedAs: UTF16.self) { MoveFileExW(old, $0, flags) }
      }
      guard isMoved else { throw .last }
    }

    private static func delete(_ file: String) throws(WindowsError) {
      guard file.withCString(encodedAs: UTF16.self, { DeleteFileW($0) }) else { throw .last }
    }
  }
#endif
