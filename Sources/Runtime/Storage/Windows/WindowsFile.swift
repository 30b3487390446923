#if os(Windows)
  import Foundation
  import WinSDK

  /// An open file (CreateFileW). Tested on Linux, against Windows' functions in a temporary folder.
  final class WindowsFile: Sendable {
    enum Purpose: Sendable {
      case reading
      /// A file that doesn't exist yet.
      case making
      /// A file that only one process can have open at a time. It's created if it doesn't exist.
      case locking

      fileprivate var access: DWORD {
        switch self {
        case .reading: DWORD(GENERIC_READ)
        case .making: DWORD(GENERIC_WRITE)
        case .locking: DWORD(GENERIC_READ) | DWORD(GENERIC_WRITE)
        }
      }

      /// The access that other processes have while the file is open. A file that is being read may be replaced.
      fileprivate var share: DWORD {
        switch self {
        case .reading: DWORD(FILE_SHARE_READ) | DWORD(FILE_SHARE_WRITE) | DWORD(FILE_SHARE_DELETE)
        case .making, .locking: 0
        }
      }

      fileprivate var disposition: DWORD {
        switch self {
        case .reading: DWORD(OPEN_EXISTING)
        case .making: DWORD(CREATE_NEW)
        case .locking: DWORD(OPEN_ALWAYS)
        }
      }
    }

    /// The bits of the handle, or 0 once it is closed. Unlike a pointer, a number can be shared between threads.
    private let bits: Guarded<Int>

    /// - Throws: The reason why the file couldn't be opened.
    init(_ path: String, for purpose: Purpose) throws(WindowsError) {
      // Opens a link itself, so that it can be rejected.
      let flags = DWORD(FILE_ATTRIBUTE_NORMAL) | DWORD(FILE_FLAG_OPEN_REPARSE_POINT)
      let opened: HANDLE? = path.withCString(encodedAs: UTF16.self) { name in
        CreateFileW(name, purpose.access, purpose.share, nil, purpose.disposition, flags, nil)
      }
      guard let opened, opened != HANDLE(bitPattern: -1) else { throw .last }
      bits = Guarded(Int(bitPattern: opened))
    }

    deinit { close() }

    var isOpen: Bool { bits.withLock { $0 != 0 } }

    func close() {
      bits.withLock { bits in
        if let handle = HANDLE(bitPattern: bits) { _ = CloseHandle(handle) }
        bits = 0
      }
    }

    /// Whether it is neither a link nor a folder.
    var isPlain: Bool {
      var facts = BY_HANDLE_FILE_INFORMATION()
      guard GetFileInformationByHandle(handle, &facts) else { return false }
      return facts.dwFileAttributes & (DWORD(FILE_ATTRIBUTE_REPARSE_POINT) | DWORD(FILE_ATTRIBUTE_DIRECTORY)) == 0
    }

    /// - Returns: At most `limit` bytes from the beginning.
    func read(atMost limit: Int) throws(WindowsError) -> Data {
      var bytes = [UInt8](repeating: 0, count: limit)
      var count = 0
      while count < limit {
        var more = DWORD(0)
        let isRead = bytes.withUnsafeMutableBytes { buffer in
          ReadFile(handle, buffer.baseAddress.map { $0 + count }, DWORD(limit - count), &more, nil)
        }
        guard isRead else { throw .last }
        if more == 0 { break }
        count += Int(more)
      }
      return Data(bytes[..<count])
    }

    /// Writes all bytes, and waits until they are on the disk.
    func write(_ data: Data) throws(WindowsError) {
      let bytes = Array(data)
      var count = 0
      while count < bytes.count {
        var more = DWORD(0)
        let isWritten = bytes.withUnsafeBytes { buffer in
          WriteFile(handle, buffer.baseAddress.map { $0 + count }, DWORD(bytes.count - count), &more, nil)
        }
        guard isWritten, more > 0 else { throw .last }
        count += Int(more)
      }
      guard FlushFileBuffers(handle) else { throw .last }
    }

    private var handle: HANDLE? { HANDLE(bitPattern: bits.withLock { $0 }) }
  }

  /// The error of the last system call (GetLastError).
  struct WindowsError: Error, Sendable, Hashable {
    let code: DWORD

    static var last: WindowsError { WindowsError(code: GetLastError()) }

    var isMissing: Bool { [DWORD(ERROR_FILE_NOT_FOUND), DWORD(ERROR_PATH_NOT_FOUND)].contains(code) }
    /// Another process has the file open, for example a virus scanner.
    var isInUse: Bool { [DWORD(ERROR_SHARING_VIOLATION), DWORD(ERROR_ACCESS_DENIED)].contains(code) }

    /// The user isn't allowed to use the file, or another process is currently deleting it.
    var isDenied: Bool { code == DWORD(ERROR_ACCESS_DENIED) }

    func unavailable(_ file: String, _ what: String) -> StoreFailure {
      .unavailable("\(file) can't be \(what) (Windows error \(code))")
    }
  }
#endif
