#if os(Windows)
  import Foundation
  import WinSDK

  extension ProtectedFileStore {
    /// Creates a store whose keys the Data Protection API binds to the Windows user (CryptProtectData). Any program that runs
    /// as this user can read the store. Other users and other machines can't.
    ///
    /// If Windows can't recover a key, for example after an administrator has reset the password, reading fails with
    /// ``StoreFailure/corrupt``. Not run on Windows: see the platform table.
    ///
    /// - Parameters:
    ///   - folder: A folder of the app inside `%LOCALAPPDATA%`, which doesn't roam to other machines.
    ///   - longestHold: The time that a process is expected to take for one request, or for writing.
    public static func dataProtection(
      folder: URL, longestHold: Duration = FileLock.longestHold
    ) -> ProtectedFileStore {
      ProtectedFileStore(
        folder: folder, longestHold: longestHold, protect: { try DataProtection.protect($0) },
        unprotect: { try DataProtection.unprotect($0) })
    }
  }

  /// The Data Protection API, for the user who runs this process. It never shows a window.
  private enum DataProtection {
    /// `NTE_BAD_KEY_STATE`: the user's keys can't be recovered with this password.
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
      guard let made = output.pbData else { throw .unavailable("Windows didn't return a key") }
      defer {
        made.update(repeating: 0, count: Int(output.cbData))
        LocalFree(made)
      }
      return Data(bytes: made, count: Int(output.cbData))
    }

    private static func failure(_ code: DWORD) -> KeyProtectorFailure {
      switch code {
      // This user didn't protect the data on this machine, or can't recover it.
      case DWORD(ERROR_INVALID_DATA), badKeyState: .keyLost
      // A service that acts for a user can't use the user's keys until it has loaded the profile.
      case DWORD(ERROR_FILE_NOT_FOUND): .unavailable("the profile of the Windows user isn't loaded")
      case DWORD(ERROR_PASSWORD_RESTRICTION): .denied("Windows would have to ask the user")
      default: .unavailable("Windows couldn't protect or recover the key (error \(code))")
      }
    }
  }
#endif
