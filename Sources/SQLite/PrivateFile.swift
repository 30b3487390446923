#if SQLite
  import AuthRuntime

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
    /// Creates a file if it's missing. Links aren't followed.
    static func create(_ path: String) throws(StoreFailure) {
      #if !os(Windows)
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .unavailable("\(path) can't be opened") }
        _ = close(file)
      #endif
    }
  }
#endif
