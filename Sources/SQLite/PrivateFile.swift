#if SQLite
  import AuthRuntime
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

  /// A file that only this user can read. SQLite gives the files of its log the same mode.
  enum PrivateFile {
    /// Held while a new file is open here. Closing a file drops the locks of this process on it, and so those of SQLite.
    private static let creation = Guarded<Void>(())

    /// Creates a file if it's missing. Links aren't followed, and a file that exists isn't opened. No other user may be able to change
    /// it or the log that SQLite applies to it, and not everyone may be able to replace it.
    static func create(_ path: String) throws(StoreFailure) {
      #if !os(Windows)
        guard isPrivateFolder((path as NSString).deletingLastPathComponent) else {
          throw .unavailable("everyone can write to the folder of \(path)")
        }
        for suffix in ["-wal", "-shm", "-journal"] where state(of: path + suffix) == .unsafe {
          throw .unavailable("\(path + suffix) isn't a regular file, or another user can change it")
        }
        guard creation.withLock({ _ in state(of: path) == .safe || createsNew(path) }) else {
          throw .unavailable("\(path) isn't a regular file, another user can change it, or it can't be created")
        }
      #endif
    }

    #if !os(Windows)
      /// Whether not everyone can write to a folder. Even with the sticky bit, another user could create a log that SQLite applies.
      private static func isPrivateFolder(_ path: String) -> Bool {
        var status = stat()
        guard stat(path.isEmpty ? "." : path, &status) == 0 else { return true }
        return status.st_mode & S_IWOTH == 0
      }

      private enum State {
        case missing
        /// A file that no other user can change.
        case safe
        case unsafe
      }

      /// Returns the state of a file. It calls `lstat` only once, because another process may remove a log between two calls.
      private static func state(of path: String) -> State {
        var status = stat()
        guard lstat(path, &status) == 0 else { return errno == ENOENT ? .missing : .unsafe }
        let isProtected = [0, geteuid()].contains(status.st_uid) && status.st_mode & (S_IWGRP | S_IWOTH) == 0
        return status.st_mode & S_IFMT == S_IFREG && isProtected ? .safe : .unsafe
      }

      /// False if the file can't be created, and true if another process has just created it.
      private static func createsNew(_ path: String) -> Bool {
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return state(of: path) == .safe }
        _ = close(file)
        return true
      }
    #endif
  }
#endif
