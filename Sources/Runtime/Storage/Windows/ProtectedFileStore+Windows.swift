#if os(Windows)
  import Foundation
  import WinSDK

  extension ProtectedFileStore {
    /// A store whose keys the Data Protection API binds to the Windows user (CryptProtectData). Whatever runs as this user may
    /// read it; other users and other machines may not.
    ///
    /// A key that Windows cannot give back any more, as after an administrator has reset the password, makes reading fail
    /// with ``StoreFailure/corrupt``. Not run on Windows: see the platform table.
    ///
    /// - Parameters:
    ///   - folder: One of the app's own below `%LOCALAPPDATA%`, which does not roam to other machines.
    ///   - longestHold: How long a process may take for one request, or for writing.
    public static func dataProtection(
      folder: URL, longestHold: Duration = FileLock.longestHold
    ) -> ProtectedFileStore {
      ProtectedFileStore(
        folder: folder, longestHold: longestHold, protect: { try DataProtection.protect($0) },
        unprotect: { try DataProtection.unprotect($0) })
    }
  }

  /// The Data Protection API, for the user who runs this. No window is ever shown.
  private enum DataProtection {
    /// `NTE_BAD_KEY_STATE`: the user's keys cannot be had with this password.
    private static let badKeyState = DWORD(0x8009_000B)

    static func protect(_ data: Data) throws(KeyProtectorFailure) -> Data {
      try call(data) { CryptProtectData($0, nil, nil, nil, nil, DWORD(CRYPTPROTECT_UI_FORBIDDEN), $1) }
    }

    static func unprotect(_ data: Data) throws(KeyProtectorFailure) -> Data {
      try call(data) { CryptUnprotectData($0, nil, nil, nil, nil, DWORD(CRYPTPROTECT_UI_FORBIDDEN), $1) }
    }

    private static func call(
      _ data: Data, _ function: (_ input: UnsafeMutablePointer<DATA_BLOB>, UnsafeMutablePointer<DATA_BLOB>) -> Bool
    ) throws(KeyProtectorFailure) -> Data {
      var bytes = Array(data)
      var output = DATA_BLOB()
      let isDone = bytes.withUnsafeMutableBufferPointer { buffer in
        var input = DATA_BLOB(cbData: DWORD(buffer.count), pbData: buffer.baseAddress)
        return function(&input, &output)
      }
      guard isDone else { throw failure(GetLastError()) }
      guard let made = output.pbData else { throw .unavailable("Windows gave back no key") }
      defer {
        made.update(repeating: 0, count: Int(output.cbData))
        LocalFree(made)
      }
      return Data(bytes: made, count: Int(output.cbData))
    }

    private static func failure(_ code: DWORD) -> KeyProtectorFailure {
      switch code {
      // Not what this user has protected here, or not any more.
      case DWORD(ERROR_INVALID_DATA), badKeyState: .keyLost
      // A service that acts for a user has none of the user's keys until it has loaded the profile.
      case DWORD(ERROR_FILE_NOT_FOUND): .unavailable("the profile of the Windows user is not loaded")
      case DWORD(ERROR_PASSWORD_RESTRICTION): .denied("Windows would have to ask the user")
      default: .unavailable("Windows protects no keys (error \(code))")
      }
    }
  }
#endif
