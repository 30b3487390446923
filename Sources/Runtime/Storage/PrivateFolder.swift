#if !os(Windows)
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

  /// A folder whose files only this user can access.
  struct PrivateFolder: Sendable {
    let path: String

    /// Creates the folder if it is missing.
    ///
    /// - Throws: ``StoreFailure/unavailable(_:)`` if the folder can't be created, or another user owns it or can write to it.
    func check() throws(StoreFailure) {
      try? FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try checkExisting()
    }

    /// - Throws: ``StoreFailure/unavailable(_:)`` if the folder is missing, or another user owns it or can write to it.
    func checkExisting() throws(StoreFailure) {
      guard let found = FileFacts(of: path) else { throw SystemError.unavailable(path, "used") }
      guard found.owner == geteuid() else {
        throw .unavailable("\(path) belongs to \(found.ownerName), but must belong to this user")
      }
      guard found.type == .typeDirectory else { throw .unavailable("\(path) isn't a folder") }
      guard found.permissions & 0o022 == 0 else {
        throw .unavailable("\(path) must belong to this user, and only this user may write to it: chmod 700")
      }
    }

    /// - Returns: The contents of the file, or `nil` if it doesn't exist.
    func read(_ name: String, atMost limit: Int) throws(StoreFailure) -> Data? {
      let file = path + "/" + name
      // Checking by name is safe because no other user can replace the file.
      if let found = FileFacts(of: file) {
        guard found.type == .typeRegular, found.owner == geteuid(), found.permissions & 0o077 == 0 else {
          throw .unavailable("\(file) must belong to this user, and only this user may read it: chmod 600")
        }
        guard found.size <= limit else { throw .corrupt }
      }
      let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else {
        if errno == ENOENT { return nil }
        throw SystemError.unavailable(file, "opened")
      }
      defer { close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: limit + 1)
      var count = 0
      while count < bytes.count {
        let more = bytes.withUnsafeMutableBytes { buffer in
          systemRead(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        }
        if more < 0, errno == EINTR { continue }
        if more < 0 { throw SystemError.unavailable(file, "read") }
        if more == 0 { return Data(bytes[..<count]) }
        count += more
      }
      throw .corrupt
    }

    /// Replaces a file atomically: after a crash, either the old or the new one exists.
    func replace(_ name: String, with data: Data) throws(StoreFailure) {
      try check()
      let file = path + "/" + name
      removeLeftovers(of: name)
      let new = newName(for: file)
      do throws(StoreFailure) {
        try write(data, to: new)
        guard rename(new, file) == 0 else { throw SystemError.unavailable(file, "replaced") }
      } catch {
        unlink(new)
        throw error
      }
      try flushFolder()
    }

    /// Writes a whole new file. An existing file isn't changed, even if another process creates it at the same time.
    ///
    /// - Parameter isDurable: Whether the file must be on the disk before the call returns.
    /// - Returns: Whether this call created the file.
    func create(_ name: String, with data: Data, isDurable: Bool = true) throws(StoreFailure) -> Bool {
      try create(name, with: data, isDurable, attempts: 3)
    }

    private func create(
      _ name: String, with data: Data, _ isDurable: Bool, attempts: Int
    ) throws(StoreFailure) -> Bool {
      try check()
      let file = path + "/" + name
      removeLeftovers(of: name)
      let new = newName(for: file)
      defer { unlink(new) }
      guard try writeUnlessPresent(data, to: new, isDurable) else { throw .unavailable("\(new) already exists") }
      if link(new, file) != 0 {
        if errno == EEXIST { return false }
        // A process in another container doesn't see this one, and deletes the new file as a leftover.
        if errno == ENOENT, attempts > 1 { return try create(name, with: data, isDurable, attempts: attempts - 1) }
        // Some file systems, and apps on Android, don't support hard links.
        guard [EPERM, EACCES, ENOTSUP, EMLINK].contains(errno) else { throw SystemError.unavailable(file, "created") }
        guard try writeUnlessPresent(data, to: file, isDurable) else { return false }
      }
      if isDurable { try flushFolder() }
      return true
    }

    func remove(_ name: String) throws(StoreFailure) {
      let file = path + "/" + name
      removeLeftovers(of: name)
      guard unlink(file) == 0 || errno == ENOENT else { throw SystemError.unavailable(file, "removed") }
      if access(path, F_OK) == 0 { try flushFolder() }
    }

    /// Returns the name under which this process writes a file until it is complete.
    private func newName(for file: String) -> String {
      "\(file).\(getpid()).\(UInt32.random(in: .min ... .max)).new"
    }

    /// Removes incomplete files of processes that have ended.
    private func removeLeftovers(of name: String) {
      for other in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      where other.hasPrefix(name + ".") && other.hasSuffix(".new") {
        let parts = other.dropFirst(name.count + 1).split(separator: ".")
        guard let process = parts.first.flatMap({ pid_t($0) }), process != getpid() else { continue }
        if kill(process, 0) != 0, errno == ESRCH { unlink(path + "/" + other) }
      }
    }

    private func write(_ data: Data, to file: String) throws(StoreFailure) {
      guard try writeUnlessPresent(data, to: file, true) else { throw .unavailable("\(file) already exists") }
    }

    /// - Returns: `false` if the file exists.
    private func writeUnlessPresent(_ data: Data, to file: String, _ isDurable: Bool) throws(StoreFailure) -> Bool {
      let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else {
        if errno == EEXIST { return false }
        throw SystemError.unavailable(file, "created")
      }
      defer { close(descriptor) }
      do throws(StoreFailure) {
        try write(data, to: descriptor, of: file)
        guard !isDurable || flush(descriptor) else { throw SystemError.unavailable(file, "flushed") }
      } catch {
        unlink(file)
        throw error
      }
      return true
    }

    private func write(_ data: Data, to descriptor: Int32, of file: String) throws(StoreFailure) {
      let bytes = Array(data)
      var count = 0
      while count < bytes.count {
        let more = bytes.withUnsafeBytes { buffer in
          systemWrite(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        }
        if more < 0, errno == EINTR { continue }
        guard more > 0 else { throw SystemError.unavailable(file, "written") }
        count += more
      }
    }

    /// The name of a new file isn't durable until its folder is flushed. Some file systems don't support this, and don't need
    /// it.
    private func flushFolder() throws(StoreFailure) {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw SystemError.unavailable(path, "opened") }
      defer { close(descriptor) }
      guard flush(descriptor) || [EINVAL, ENOTSUP].contains(errno) else {
        throw SystemError.unavailable(path, "flushed")
      }
    }
  }

  /// Waits until the data is on the disk. On Apple's systems, `fsync` alone leaves it in the disk's cache.
  private func flush(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      // Some file systems don't support it.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
  }

  // The methods above hide the system functions of the same names.
  private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
  }

  private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
  }

  /// A file's type, owner, permissions, and size. Foundation provides them, because the compiler doesn't find the members of
  /// `stat` on all platforms.
  private struct FileFacts {
    let type: FileAttributeType?
    let owner: uid_t
    /// The owner's name and user ID, or only the ID if the system doesn't know the name.
    let ownerName: String
    let permissions: Int
    let size: Int

    /// Reads the attributes of the file, or of a link itself. Returns `nil` if nothing exists at the path.
    init?(of path: String) {
      guard let found = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
      func number(_ key: FileAttributeKey) -> Int? {
        (found[key] as? any BinaryInteger).map { Int(truncatingIfNeeded: $0) } ?? (found[key] as? NSNumber)?.intValue
      }
      guard let owner = number(.ownerAccountID), let permissions = number(.posixPermissions), let size = number(.size)
      else { return nil }
      type = found[.type] as? FileAttributeType
      (self.owner, self.permissions, self.size) = (uid_t(truncatingIfNeeded: owner), permissions, size)
      let name = found[.ownerAccountName] as? String
      ownerName = name.map { "\($0) (user \(owner))" } ?? "user \(owner)"
    }
  }

  /// The error of the last system call.
  enum SystemError {
    static var last: String { String(cString: strerror(errno)) }

    static func unavailable(_ file: String, _ what: String) -> StoreFailure {
      .unavailable("\(file) can't be \(what) (\(last))")
    }
  }
#endif
