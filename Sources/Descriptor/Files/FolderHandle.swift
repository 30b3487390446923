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

  /// An open folder. Its files are opened relative to it, and no operation follows a symbolic link. Nothing outside the
  /// folder can therefore be read, written, or removed, even if another process moves or replaces folders at the same
  /// time.
  package final class FolderHandle {
    /// The path under which the folder was opened.
    package let path: String
    private let descriptor: Int32

    private init(_ path: String, _ descriptor: Int32) {
      (self.path, self.descriptor) = (path, descriptor)
    }

    deinit { close(descriptor) }

    /// Opens a folder. Symbolic links in the path above it are followed, but the folder itself must not be one.
    ///
    /// - Returns: `nil` if the folder doesn't exist.
    /// - Throws: ``FileFailure`` if it's a symbolic link or isn't a folder, or if the system can't open it.
    package static func open(_ path: String) throws(FileFailure) -> FolderHandle? {
      let descriptor = openDescriptor(AT_FDCWD, path)
      if descriptor >= 0 { return FolderHandle(path, descriptor) }
      if errno == ENOENT { return nil }
      throw failure(AT_FDCWD, path)
    }

    /// Opens a folder in this one.
    ///
    /// - Returns: `nil` if the folder doesn't exist.
    /// - Throws: ``FileFailure`` if it's a symbolic link or isn't a folder, or if the system can't open it.
    package func subfolder(_ name: String) throws(FileFailure) -> FolderHandle? {
      let found = Self.openDescriptor(descriptor, name)
      if found >= 0 { return FolderHandle(path + "/" + name, found) }
      if errno == ENOENT { return nil }
      throw Self.failure(descriptor, name)
    }

    /// Creates a folder in this one, unless it exists.
    ///
    /// - Throws: ``FileFailure`` if the system can't create it.
    package func makeSubfolder(_ name: String) throws(FileFailure) {
      guard mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST else { throw .last }
    }

    private static func openDescriptor(_ parent: Int32, _ name: String) -> Int32 {
      openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }

    /// The error code of `O_NOFOLLOW` depends on the system, so the entry itself is inspected.
    private static func failure(_ parent: Int32, _ name: String) -> FileFailure {
      let failure = FileFailure.last
      return switch entry(parent, name) {
      case .link: FileFailure("'\(name)' is a symbolic link; use the folder that it refers to")
      case .file, .other: FileFailure("'\(name)' isn't a folder")
      case .folder, nil: failure
      }
    }
  }

  extension FolderHandle {
    /// Returns the entry with a name, or `nil` if it doesn't exist.
    package func entry(_ name: String) -> FolderEntry? { Self.entry(descriptor, name) }

    private static func entry(_ parent: Int32, _ name: String) -> FolderEntry? {
      var facts = stat()
      guard fstatat(parent, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
      return switch facts.st_mode & S_IFMT {
      case S_IFREG: .file(size: Int(facts.st_size), number: UInt64(truncatingIfNeeded: facts.st_ino))
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    }

    /// The names of all entries.
    package var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

    /// Returns the first bytes of a regular file, or `nil` if it doesn't exist.
    package func contents(_ name: String, atMost limit: Int = .max) -> Data? {
      let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      return try? OpenFile.beginning(of: file, atMost: limit)
    }

    /// Writes a file that doesn't exist yet.
    ///
    /// - Throws: ``FileFailure`` if the file exists, or if the system can't write it.
    package func create(_ name: String, with data: Data) throws(FileFailure) {
      let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      guard file >= 0 else { throw .last }
      defer { close(file) }
      try OpenFile.write(data, to: file)
    }

    /// Moves a file of this folder to `folder`, where it replaces a file with the new name.
    ///
    /// - Throws: ``FileFailure`` if the system can't move it.
    package func move(_ name: String, to folder: FolderHandle, as newName: String) throws(FileFailure) {
      guard renameat(descriptor, name, folder.descriptor, newName) == 0 else { throw .last }
    }

    /// Creates a hard link to a file, unless the new name exists.
    ///
    /// - Returns: `false` if the file system doesn't support links.
    /// - Throws: ``FileFailure`` if the new name exists.
    package func link(_ name: String, as newName: String) throws(FileFailure) -> Bool {
      if linkat(descriptor, name, descriptor, newName, 0) == 0 { return true }
      if errno == EEXIST { throw .last }
      return false
    }

    /// Removes a file. A symbolic link is removed, not its target.
    ///
    /// - Throws: ``FileFailure`` if the system can't remove an existing file.
    package func remove(_ name: String) throws(FileFailure) {
      guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw .last }
    }

    /// Removes a folder if it's empty.
    package func removeIfEmpty(_ name: String) {
      _ = unlinkat(descriptor, name, AT_REMOVEDIR)
    }
  }

  extension FolderHandle {
    /// The kind of a lock between processes.
    package enum Lock: Sendable {
      /// A lock for several readers at the same time.
      case shared
      /// A lock for a single writer.
      case exclusive
    }

    /// Locks the folder until the handle is deallocated. The kernel releases the lock of a process that exits. Locking
    /// doesn't write any file, so a read-only folder can be locked too.
    ///
    /// If the file system doesn't support locks, as is the case for some network file systems, the folder isn't locked.
    ///
    /// - Returns: `false` if the folder was replaced and has to be opened again.
    /// - Throws: ``FileFailure`` if another process keeps the lock for longer than `patience`.
    package func lock(_ lock: Lock, patience: Duration = .seconds(60)) throws(FileFailure) -> Bool {
      let deadline = ContinuousClock.now + patience
      while flock(descriptor, (lock == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
        if errno == EINTR { continue }
        guard errno == EWOULDBLOCK else { return true }
        guard ContinuousClock.now < deadline else {
          throw FileFailure("another process has been writing into this folder for \(patience)")
        }
        usleep(5_000)
      }
      return isFound
    }

    /// Whether the path still refers to this folder.
    private var isFound: Bool {
      var (own, there) = (stat(), stat())
      return fstat(descriptor, &own) == 0 && fstatat(AT_FDCWD, path, &there, AT_SYMLINK_NOFOLLOW) == 0
        && own.st_ino == there.st_ino && own.st_dev == there.st_dev
    }
  }
#endif
