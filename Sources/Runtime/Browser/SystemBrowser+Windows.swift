#if os(Windows)
  import Foundation
  import WinSDK

  extension SystemBrowser {
    /// Opens the user's default browser (ShellExecuteW). Tests run it against a simulated shell only.
    ///
    /// - Throws: ``BrowserFailure/noBrowser(_:)`` with the code of ShellExecute, which is 32 or less.
    func openWithShell(_ url: URL) async throws(BrowserFailure) {
      // ShellExecute also runs programs, so other URLs aren't allowed.
      guard ["https", "http"].contains(url.scheme?.lowercased() ?? "") else {
        throw .noBrowser("only https and http URLs can be opened")
      }
      let text = url.absoluteString
      let code = await withCheckedContinuation { continuation in
        // ShellExecute may take seconds, and needs a thread on which it can set up COM.
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
