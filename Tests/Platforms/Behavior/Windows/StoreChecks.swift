import Foundation
import WinSDK

@testable import AuthRuntime

extension Checks {
  func checkStore() async {
    let windows = FakeWindows.current
    await run("A credential is protected for the Windows user") { folder in
      try await store(folder).save(.named("one"), for: .ada)
      try expect(try await store(folder).load(.ada), .named("one"))
      try expect(try await store(folder).load(.ben), nil)
      let name = try FileManager.default.contentsOfDirectory(atPath: folder).first ?? ""
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
      try expect(String(decoding: bytes, as: UTF8.self).contains("one"), false)
      windows.user = "eve"
      try await expect(.corrupt) { () throws(StoreFailure) in _ = try await store(folder).load(.ada) }
      windows.user = "ada"
      try await store(folder).remove(.ada)
      try expect(try await store(folder).load(.ada), nil)
    }
    await run("Each failure of the Data Protection API becomes the matching store failure") { folder in
      try await store(folder).save(.named("one"), for: .ada)
      let failures: [(DWORD, Kind, String)] = [
        (DWORD(ERROR_INVALID_DATA), .corrupt, ""), (0x8009_000B, .corrupt, ""),
        (DWORD(ERROR_FILE_NOT_FOUND), .unavailable, "profile"), (DWORD(ERROR_PASSWORD_RESTRICTION), .denied, "ask"),
        (1234, .unavailable, "1234"),
      ]
      for (code, kind, text) in failures {
        windows.protectionFailure = code
        try await expect(kind, text) { () throws(StoreFailure) in _ = try await store(folder).load(.ada) }
      }
      let two = try Credential.named("two")
      try await expect(.unavailable) { () throws(StoreFailure) in try await store(folder).save(two, for: .ada) }
      windows.protectionFailure = 0
      try expect(try await store(folder).load(.ada), .named("one"))
    }
    await run("Two stores count every number once") { folder in
      try await store(folder).save(.named("0"), for: .ada)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask {
            let store = self.store(folder)
            for _ in 0..<10 {
              let lock = try await store.lock(.ada, for: .write, clock: WindowsClock())
              let count = try await store.load(.ada).flatMap { Int($0.accessToken.reveal()) } ?? -1000
              try await store.save(.named("\(count + 1)"), for: .ada)
              await lock?.release()
            }
          }
        }
        try await group.waitForAll()
      }
      try expect(try await store(folder).load(.ada), .named("20"))
    }
  }

  private func store(_ folder: String) -> ProtectedFileStore {
    .dataProtection(folder: URL(fileURLWithPath: folder))
  }

  func checkBrowser() async {
    let windows = FakeWindows.current
    await run("The shell opens web pages only, on a thread with COM") { _ in
      let browser = SystemBrowser(environment: [:])
      for url in ["https://id.example/a?b=c%20d", "HTTP://127.0.0.1/"] {
        try await browser.openWithShell(URL(string: url) ?? URL(fileURLWithPath: "/"))
      }
      try expect(windows.shellCalls, ["open https://id.example/a?b=c%20d", "open HTTP://127.0.0.1/"])
      for url in ["file:///C:/Windows/System32/calc.exe", "ms-settings:", "calc.exe"] {
        try await expectNoBrowser("only https and http") { () throws(BrowserFailure) in
          try await browser.openWithShell(URL(string: url) ?? URL(fileURLWithPath: "/"))
        }
      }
      try expect(windows.shellCalls.count, 2)
      windows.shellCode = 31
      try await expectNoBrowser("ShellExecute failed with 31") { () throws(BrowserFailure) in
        try await browser.openWithShell(URL(string: "https://id.example") ?? URL(fileURLWithPath: "/"))
      }
      try expect(windows.initializedThreads, 0)
    }
  }

  private func expectNoBrowser(_ text: String, _ work: () async throws(BrowserFailure) -> Void) async throws {
    do throws(BrowserFailure) { try await work() } catch {
      guard case .noBrowser(let reason) = error, reason.contains(text) else { throw Unexpected("\(error)") }
      return
    }
    throw Unexpected("no failure with '\(text)'")
  }
}
