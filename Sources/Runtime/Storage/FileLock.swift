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

  /// A lock among the processes of one machine, in a file.
  ///
  /// The kernel holds it for an open file (`flock`), so that of an owner that has died it is free at once. An owner that is
  /// alive and does not go on, because it was stopped, loses it when its time is up: another file takes the place of the one
  /// that it holds. Before it does what must not be done twice, an owner asks ``extend()``.
  ///
  /// Who holds a file finds its own name in it under the path that all know; another file there says another name.
  ///
  /// iOS ends an app that is suspended while it holds such a lock in the container of an app group (`0xdead10cc`). Lock files in
  /// the app's own container only.
  public final class FileLock: CredentialLock {
    /// How long an owner may hold it without a word, unless told otherwise: longer than a request with all its time limits.
    public static let longestHold = Duration.seconds(75)
    /// How often who waits looks again.
    private static let pause = Duration.milliseconds(5)
    /// How many times ``longestHold`` somebody waits: for a whole refresh, with all that may be asked again.
    static let patience = 4

    private let path: String
    private let hold: Duration
    private let file: OpenFile
    private let owner: Guarded<LockOwner>

    private init(path: String, hold: Duration, file: OpenFile, owner: LockOwner) {
      (self.path, self.hold, self.file, self.owner) = (path, hold, file, Guarded(owner))
    }

    /// Waits for the lock, and takes it.
    ///
    /// - Parameters:
    ///   - path: A file in a folder that is the user's alone. It is made when it is missing, and never removed.
    ///   - hold: How long it may be held without a word.
    ///   - clock: Measures the waiting.
    /// - Throws: ``StoreFailure/unavailable(_:)`` when the file cannot be opened, the task was cancelled, or another process
    ///   goes on and on.
    public static func acquire(
      _ path: String, for hold: Duration = longestHold, clock: any Clock<Duration> = ContinuousClock()
    ) async throws(StoreFailure) -> FileLock {
      var waited = Duration.zero
      while waited <= max(hold, longestHold) * patience {
        if let lock = try attempt(path, hold) { return lock }
        do { try await clock.sleep(for: pause) } catch {
          throw .unavailable("waiting for \(path) was cancelled")
        }
        waited += pause
      }
      throw .unavailable("another process holds \(path) and does not let go")
    }

    /// Whether the file that is locked is the one that others find, and nobody may take it over.
    public var isHeld: Bool { !owner.withLock { $0 }.isOverdue && isFound }

    private var isFound: Bool { file.isOpen && LockOwner(at: path)?.mark == owner.withLock { $0 }.mark }

    public func extend() -> Bool {
      // Who is late may be overtaken at any moment, and does not go on.
      guard isHeld else { return false }
      let longer = owner.withLock { owner in
        owner = LockOwner(owner.mark, for: hold)
        return owner
      }
      return file.write(longer) && isHeld
    }

    /// Lets others have it. Done when the lock is not used any more, too.
    public func release() {
      file.clear()
      file.close()
    }

    private static func attempt(_ path: String, _ hold: Duration) throws(StoreFailure) -> FileLock? {
      let file = try OpenFile(path)
      guard file.lock() else {
        return LockOwner(at: path)?.isOverdue == true ? try takeOver(path, hold) : nil
      }
      // One who has died looks like one who is late: nobody takes over from them while the file is marked anew.
      let gate = LockOwner(at: path)?.isOverdue == true ? try OpenFile(path + ".takeover") : nil
      defer { gate?.close() }
      if let gate, !gate.lock() { return nil }
      let lock = try marked(file, path, hold)
      // It may have been replaced between opening and locking.
      return lock.isFound ? lock : nil
    }

    private static func marked(_ file: OpenFile, _ path: String, _ hold: Duration) throws(StoreFailure) -> FileLock {
      let owner = LockOwner(UInt64.random(in: .min ... .max), for: hold)
      guard file.write(owner) else { throw SystemError.unavailable(path, "written") }
      return FileLock(path: path, hold: hold, file: file, owner: owner)
    }

    /// Puts another file in the place of one whose owner does not go on. One process at a time does this: without that, two
    /// could each replace the other's.
    private static func takeOver(_ path: String, _ hold: Duration) throws(StoreFailure) -> FileLock? {
      let gate = try OpenFile(path + ".takeover")
      defer { gate.close() }
      guard gate.lock() else { return nil }
      let late = try OpenFile(path)
      guard !late.lock(), LockOwner(at: path)?.isOverdue == true else { return nil }
      let name = path + ".\(getpid()).new"
      let file = try OpenFile(name)
      guard file.lock() else { return nil }
      let lock = try marked(file, path, hold)
      guard rename(name, path) == 0 else { throw SystemError.unavailable(path, "replaced") }
      return lock
    }
  }

  /// Who holds a lock, and until when.
  struct LockOwner: Sendable, Hashable {
    /// By which an owner knows its own file again.
    let mark: UInt64
    /// For people.
    let process: Int32
    /// Seconds since the machine started, which no change of the clock touches. Who holds a lock was started after that.
    let until: Double

    init(_ mark: UInt64, for hold: Duration) {
      (self.mark, process, until) = (mark, getpid(), Self.uptime + hold.seconds)
    }

    /// What stands in a file; `nil` while nobody has it, or it is being written.
    init?(at path: String) {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
      self.init(text)
    }

    /// Reads ``text``.
    init?(_ text: String) {
      let parts = text.split(separator: " ")
      // Without its end it is still being written.
      guard text.last == "\n", parts.count == 3, let mark = UInt64(parts[0]), let process = Int32(parts[1]),
        let until = Double(parts[2].dropLast())
      else { return nil }
      (self.mark, self.process, self.until) = (mark, process, until)
    }

    var text: String { "\(mark) \(process) \(until)\n" }
    var isOverdue: Bool { until < Self.uptime }

    static var uptime: Double { ProcessInfo.processInfo.systemUptime }
  }

  /// An open file that may be locked.
  private final class OpenFile: Sendable {
    private let descriptor: Guarded<Int32>

    /// Opens a file of the user's own, and makes it when it is missing. A link is not followed.
    init(_ path: String) throws(StoreFailure) {
      let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard opened >= 0 else { throw .unavailable("\(path) cannot be opened (\(SystemError.last))") }
      descriptor = Guarded(opened)
    }

    deinit { close() }

    func lock() -> Bool {
      descriptor.withLock { flock($0, LOCK_EX | LOCK_NB) == 0 }
    }

    func close() {
      descriptor.withLock { descriptor in
        if descriptor >= 0 { _ = closeDescriptor(descriptor) }
        descriptor = -1
      }
    }

    var isOpen: Bool { descriptor.withLock { $0 >= 0 } }

    /// Takes the owner's name away: the next one has the lock for a moment before its own name stands there. The file keeps its
    /// length, for a disk that is full by then gives no room back.
    func clear() {
      descriptor.withLock { descriptor in
        if descriptor >= 0 { _ = pwrite(descriptor, "-", 1, 0) }
      }
    }

    /// - Returns: `false` on a full disk, or when the file is closed.
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
