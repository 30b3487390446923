#if os(Windows)
  import Foundation
  import WinSDK

  extension SystemBrowser {
    /// Opens the user's own browser (ShellExecuteW). Tests run it against a simulated shell only.
    ///
    /// - Throws: ``BrowserFailure/noBrowser(_:)`` with ShellExecute's number, which is 32 or less.
    func openWithShell(_ url: URL) async throws(BrowserFailure) {
      // ShellExecute runs programs just as well.
      guard ["https", "http"].contains(url.scheme?.lowercased() ?? "") else {
        throw .noBrowser("only https and http URLs are opened")
      }
      let text = url.absoluteString
      let code = await withCheckedContinuation { continuation in
        // It may take seconds, and needs a thread on which COM is set up as it likes.
        DispatchQueue.global().async { continuation.resume(returning: Self.shellExecute(text)) }
      }
      guard code > 32 else { throw .noBrowser("ShellExecute failed with \(code)") }
    }

    private static func shellExecute(_ url: String) -> Int {
      let mode = DWORD(COINIT_APARTMENTTHREADED.rawValue) | DWORD(COINIT_DISABLE_OLE1DDE.rawValue)
      let isReady = CoInitializeEx(nil, mode) >= 0
      defer { if isReady { CoUninitialize() } }
      return "open".withCString(encodedAs: UTF16.self) { verb in
        url.withCString(encodedAs: UTF16.self) { url in
          Int(bitPattern: ShellExecuteW(nil, verb, url, nil, nil, SW_SHOWNORMAL))
        }
      }
    }
  }
#endif
