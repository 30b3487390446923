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

  /// A lock between the processes of one machine, based on a file.
  ///
  /// The kernel ties the lock to an open file (`flock`), so it is released immediately if its owner ends. An owner that is
  /// suspended loses the lock when its time is up: another process replaces the locked file. Before each step that only one
  /// process may take, an owner calls ``extend()``.
  ///
  /// The owner's mark in the file at the lock's path shows who holds the lock. If the file was replaced, it contains another
  /// mark.
  ///
  /// iOS terminates an app that is suspended while it holds such a lock in the container of an app group (`0xdead10cc`). There,
  /// lock only files in the app's own container.
  public final class FileLock: CredentialLock {
    /// The default time after which an owner loses the lock unless it extends it. It is longer than a request with all its time
    /// limits.
    public static let longestHold = Duration.seconds(75)
    /// The time between two attempts of a waiting process.
    private static let pause = Duration.milliseconds(5)

    private let path: String
    private let hold: Duration
    private let file: OpenFile
    private let owner: Guarded<LockOwner>

    private init(path: String, hold: Duration, file: OpenFile, owner: LockOwner) {
      (self.path, self.hold, self.file, self.owner) = (path, hold, file, Guarded(owner))
    }

    /// Waits for the lock and takes it.
    ///
    /// - Parameters:
    ///   - path: A file in a folder that only the user can access. It is created if it is missing, and never removed.
    ///   - hold: The time after which the owner loses the lock unless it extends it.
    ///   - clock: The clock that measures the wait.
    /// - Throws: ``StoreFailure/unavailable(_:)`` if the file can't be opened or read, the task was canceled, or other processes
    ///   keep the lock for too long.
    public static func acquire(
      _ path: String, for hold: Duration = longestHold, clock: any Clock<Duration> = ContinuousClock()
    ) async throws(StoreFailure) -> FileLock {
      var wait = LockWait(forFile: path, heldFor: hold, pauses: pause...pause, clock: clock)
      while true {
        if let lock = try attempt(path, hold) { return lock }
        try await wait.pause()
      }
    }

    /// Whether the locked file is still the one at the path, and no other process may take the lock over.
    public var isHeld: Bool { !owner.withLock { $0 }.isOverdue && (try? isFound()) == true }

    private func isFound() throws(StoreFailure) -> Bool {
      let found = try LockOwner(at: path)
      return file.isOpen && found?.mark == owner.withLock { $0 }.mark
    }

    public func extend() -> Bool {
      // Once the time is up, another process may take the lock at any moment, so the lock can't be extended.
      guard isHeld else { return false }
      let longer = owner.withLock { owner in
        owner = LockOwner(owner.mark, for: hold)
        return owner
      }
      return file.write(longer) && isHeld
    }

    /// Releases the lock. A lock that is no longer referenced is released too.
    public func release() {
      file.clear()
      file.close()
    }

    private static func attempt(_ path: String, _ hold: Duration) throws(StoreFailure) -> FileLock? {
      let file = try OpenFile(path)
      guard file.lock() else {
        return try LockOwner(at: path)?.isOverdue == true ? try takeOver(path, hold) : nil
      }
      // A file left by a process that ended also looks overdue. Holding the gate keeps others from taking it over while it is
      // marked.
      let gate = try LockOwner(at: path)?.isOverdue == true ? try OpenFile(path + ".takeover") : nil
      defer { gate?.close() }
      if let gate, !gate.lock() { return nil }
      let lock = try marked(file, path, hold)
      // The file may have been replaced between opening and locking.
      return try lock.isFound() ? lock : nil
    }

    private static func marked(_ file: OpenFile, _ path: String, _ hold: Duration) throws(StoreFailure) -> FileLock {
      let owner = LockOwner(UInt64.random(in: .min ... .max), for: hold)
      guard file.write(owner) else { throw SystemError.unavailable(path, "written") }
      return FileLock(path: path, hold: hold, file: file, owner: owner)
    }

    /// Replaces the file of an owner whose time is up. Only one process at a time does this. Otherwise two processes could each
    /// replace the other's file.
    private static func takeOver(_ path: String, _ hold: Duration) throws(StoreFailure) -> FileLock? {
      let gate = try OpenFile(path + ".takeover")
      defer { gate.close() }
      guard gate.lock() else { return nil }
      let late = try OpenFile(path)
      guard !late.lock(), try LockOwner(at: path)?.isOverdue == true else { return nil }
      let name = path + ".\(getpid()).new"
      let file = try OpenFile(name)
      guard file.lock() else { return nil }
      let lock = try marked(file, path, hold)
      guard rename(name, path) == 0 else { throw SystemError.unavailable(path, "replaced") }
      return lock
    }
  }

  /// The owner of a lock, and the time until which it holds the lock.
  struct LockOwner: Sendable, Hashable {
    /// Identifies the owner's file.
    let mark: UInt64
    /// The process ID, for anyone who inspects the file.
    let process: Int32
    /// Seconds since the machine started, which clock changes don't affect. Every owner was started after that.
    let until: Double

    init(_ mark: UInt64, for hold: Duration) {
      (self.mark, process, until) = (mark, getpid(), Self.uptime + hold.seconds)
    }

    /// The number of bytes that is enough for every owner.
    private static let maximumBytes = 128

    /// Reads the owner from a file. Returns `nil` if the lock is free, or the file is missing or being written.
    ///
    /// - Throws: ``StoreFailure/unavailable(_:)`` if the file can't be read. A process that waits wouldn't find out otherwise.
    init?(at path: String) throws(StoreFailure) {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else {
        if errno == ENOENT { return nil }
        throw SystemError.unavailable(path, "opened")
      }
      defer { _ = closeDescriptor(descriptor) }
      var bytes = [UInt8](repeating: 0, count: Self.maximumBytes)
      let count = read(descriptor, &bytes, bytes.count)
      guard count >= 0 else { throw SystemError.unavailable(path, "read") }
      self.init(String(decoding: bytes[..<count], as: UTF8.self))
    }

    /// Parses ``text``.
    init?(_ text: String) {
      let parts = text.split(separator: " ")
      // Without the line break at its end, the file is still being written.
      guard text.last == "\n", parts.count == 3, let mark = UInt64(parts[0]), let process = Int32(parts[1]),
        let until = Double(parts[2].dropLast())
      else { return nil }
      (self.mark, self.process, self.until) = (mark, process, until)
    }

    var text: String { "\(mark) \(process) \(until)\n" }
    var isOverdue: Bool { until < Self.uptime }

    static var uptime: Double { ProcessInfo.processInfo.systemUptime }
  }

  /// An open file that can be locked.
  private final class OpenFile: Sendable {
    private let descriptor: Guarded<Int32>

    /// Opens a file of the user, and creates it if it is missing. Links aren't followed.
    init(_ path: String) throws(StoreFailure) {
      let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard opened >= 0 else { throw .unavailable("\(path) can't be opened (\(SystemError.last))") }
      descriptor = Guarded(opened)
    }

    deinit { close() }

    func lock() -> Bool {
      descriptor.withLock { flock($0, LOCK_EX | LOCK_NB) == 0 }
    }

    /// Unlocks the file before it is closed, because a forked process may have a copy of the descriptor.
    func close() {
      descriptor.withLock { descriptor in
        if descriptor >= 0 {
          _ = flock(descriptor, LOCK_UN)
          _ = closeDescriptor(descriptor)
        }
        descriptor = -1
      }
    }

    var isOpen: Bool { descriptor.withLock { $0 >= 0 } }

    /// Invalidates the owner's entry, because the next owner holds the lock for a moment before it writes its own. The file
    /// keeps its length, because a full disk would have no room to extend it again.
    func clear() {
      descriptor.withLock { descriptor in
        if descriptor >= 0 { _ = pwrite(descriptor, "-", 1, 0) }
      }
    }

    /// - Returns: `false` if the disk is full or the file is closed.
    func write(_ owner: LockOwner) -> Bool {
      let text = Array(owner.text.utf8)
      return descriptor.withLock { descriptor in
        descriptor >= 0 && pwrite(descriptor, text, text.count, 0) == text.count
          && ftruncate(descriptor, off_t(text.count)) == 0
      }
    }
  }

  // The method of the same name hides the function.
  private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
#endif
