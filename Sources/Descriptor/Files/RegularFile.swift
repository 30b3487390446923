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

/// Reads regular files only. Opening a FIFO would block until a writer opens it, and a device may have no end.
package enum RegularFile {
  /// Reads the beginning of a file.
  ///
  /// A symbolic link is followed only to a file with the same extension: a link `acme.yaml` in another author's package
  /// must not reveal `/etc/shadow`.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limit: The maximum number of bytes to read.
  /// - Throws: An error if the file is missing, can't be read, or isn't a regular file.
  package static func beginning(of path: String, atMost limit: Int) throws(FileFailure) -> Data {
    if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
      let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath()
      guard resolved.pathExtension == URL(fileURLWithPath: path).pathExtension else {
        throw FileFailure("it's a symbolic link to '\(target)', which has a different file extension")
      }
    }
    #if os(Windows)
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      guard attributes?[.type] as? FileAttributeType == .typeRegular,
        let handle = FileHandle(forReadingAtPath: path)
      else { throw FileFailure("it's missing or isn't a regular file") }
      defer { try? handle.close() }
      do { return try handle.read(upToCount: limit) ?? Data() } catch { throw FileFailure("it can't be read") }
    #else
      let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw .last }
      defer { close(descriptor) }
      return try OpenFile.beginning(of: descriptor, atMost: limit)
    #endif
  }
}

extension RegularFile {
  /// Returns a string that changes whenever the file is replaced or written: its number, size, and modification time.
  ///
  /// - Returns: `nil` if the file is missing.
  package static func stamp(of path: String) -> String? {
    #if os(Windows)
      let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      guard let facts = try? FileManager.default.attributesOfItem(atPath: file), let size = facts[.size] as? Int,
        let time = (facts[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate
      else { return nil }
      return "\(facts[.systemFileNumber] as? Int ?? 0) \(size) \(time)"
    #else
      // Foundation's attributes are untyped. Converting them takes two percent of the time to generate one client.
      var facts = stat()
      guard fstatat(AT_FDCWD, path, &facts, 0) == 0 else { return nil }
      #if canImport(Darwin)
        let time = facts.st_mtimespec
      #else
        let time = facts.st_mtim
      #endif
      return "\(facts.st_ino) \(facts.st_size) \(time.tv_sec).\(time.tv_nsec)"
    #endif
  }
}

#if !os(Windows)
  extension FileFailure {
    /// The reason that the last system call failed.
    static var last: FileFailure { FileFailure(String(cString: strerror(errno))) }
  }

  /// Operations on an open file.
  enum OpenFile {
    /// Reads at most `limit` bytes from a regular file.
    static func beginning(of descriptor: Int32, atMost limit: Int) throws(FileFailure) -> Data {
      var facts = stat()
      guard fstat(descriptor, &facts) == 0 else { throw .last }
      guard facts.st_mode & S_IFMT == S_IFREG else {
        let isFolder = facts.st_mode & S_IFMT == S_IFDIR
        throw FileFailure(isFolder ? "it's a folder" : "it isn't a regular file")
      }
      var data = Data()
      var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16))
      while data.count < limit {
        let wanted = min(buffer.count, limit - data.count)
        let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, wanted) }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw .last }
        if count == 0 { break }
        data.append(contentsOf: buffer[..<count])
      }
      return data
    }

    /// Writes all bytes.
    static func write(_ data: Data, to descriptor: Int32) throws(FileFailure) {
      let bytes = Array(data)
      var done = 0
      while done < bytes.count {
        let count = bytes.withUnsafeBytes { buffer in
          systemWrite(descriptor, buffer.baseAddress.map { $0 + done }, bytes.count - done)
        }
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN {
          // Another program made this terminal or pipe non-blocking.
          usleep(1_000)
          continue
        }
        guard count > 0 else { throw .last }
        done += count
      }
    }
  }

  // Inside the type, the method with the same name hides the function.
  private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
  }
#endif
