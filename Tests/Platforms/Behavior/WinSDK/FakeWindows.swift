import Foundation

/// A simulation of the parts of Windows that the sources use: open files with sharing modes in a real folder, a clock
/// that doesn't wait, several processes, and the last error of each thread.
///
/// A backslash separates folders, as a slash does. A symbolic link is a reparse point. A file without the owner's write
/// permission is read-only.
public final class FakeWindows: @unchecked Sendable {
  // Checks run one after another. The lock protects against concurrent calls in the code under test.
  public static let current = FakeWindows()

  /// The process that calls the functions.
  public var process = DWORD(1)
  /// The user whose keys the Data Protection API uses.
  public var user = "ada"
  /// The error with which the Data Protection API fails, or 0.
  public var protectionFailure = DWORD(0)
  /// The code that ShellExecuteW returns.
  public var shellCode = 42
  /// Whether a file can be replaced while it's open in handles that share deletion, as in newer file systems.
  public var replacesOpenFiles = false
  /// The maximum number of bytes that one call reads or writes.
  public var longestTransfer = Int.max
  public var isDiskFull = false
  public internal(set) var shellCalls: [String] = []
  /// The number of threads that have called CoInitializeEx without CoUninitialize.
  public internal(set) var initializedThreads = 0
  /// The memory that the caller must free.
  public internal(set) var allocations: Set<UnsafeMutableRawPointer> = []
  public internal(set) var moves = 0
  public internal(set) var milliseconds = 0

  struct OpenFile {
    let path: String
    let process: DWORD
    let reads: Bool
    let writes: Bool
    let deletes: Bool
    let share: DWORD
    let isDeletedOnClose: Bool
    /// `nil` for a link that was opened without following it.
    let descriptor: FileHandle?
  }

  var files: [Int: OpenFile] = [:]
  /// Files that are deleted when their last handle closes.
  var deletePending: Set<String> = []
  /// The errors for a number of calls, for files whose names have a suffix.
  private var failures: [(name: String, code: DWORD, calls: Int)] = []
  private var events: [(time: Int, action: @Sendable () -> Void)] = []
  private var nextHandle = 4
  private let lock = NSRecursiveLock()

  public var openFileCount: Int { locked { $0.files.count } }

  func locked<Result>(_ body: (FakeWindows) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(self)
  }

  public func reset() {
    locked { windows in
      (windows.process, windows.user, windows.protectionFailure, windows.shellCode) = (1, "ada", 0, 42)
      (windows.replacesOpenFiles, windows.longestTransfer, windows.isDiskFull) = (false, Int.max, false)
      (windows.shellCalls, windows.initializedThreads, windows.moves, windows.milliseconds) = ([], 0, 0, 0)
      (windows.files, windows.deletePending, windows.failures, windows.events) = ([:], [], [], [])
    }
  }

  /// Makes the next `calls` calls fail for a file whose name ends with `name`.
  public func fail(_ name: String, with code: Int32, calls: Int = .max) {
    locked { $0.failures.append((name, DWORD(code), calls)) }
  }

  /// Performs an action after this many milliseconds.
  public func after(_ milliseconds: Int, _ action: @escaping @Sendable () -> Void) {
    locked { $0.events.append(($0.milliseconds + milliseconds, action)) }
  }

  /// Advances the clock.
  public func pass(_ milliseconds: Int) {
    let due = locked { windows in
      windows.milliseconds += milliseconds
      let due = windows.events.filter { $0.time <= windows.milliseconds }
      windows.events.removeAll { $0.time <= windows.milliseconds }
      return due
    }
    for event in due { event.action() }
  }

  /// Ends a process. Windows closes its handles.
  public func kill(_ process: DWORD) {
    let handles = locked { windows in windows.files.filter { $0.value.process == process }.map(\.key) }
    for handle in handles { CloseHandle(HANDLE(bitPattern: handle)) }
  }

  func nextFailure(_ path: String) -> DWORD? {
    let name = path.split(separator: "/").last ?? ""
    guard let index = failures.firstIndex(where: { name.hasSuffix($0.name) && $0.calls > 0 }) else { return nil }
    failures[index].calls -= 1
    return failures[index].code
  }

  func add(_ file: OpenFile) -> HANDLE? {
    nextHandle += 4
    files[nextHandle] = file
    return HANDLE(bitPattern: nextHandle)
  }
}
