import Foundation
import WinSDK

@testable import AuthRuntime

extension Checks {
  func checkLocks() async {
    let windows = FakeWindows.current
    @Sendable func acquire(_ folder: String, for hold: Duration = .seconds(1)) async throws(StoreFailure) -> FileLock {
      try await FileLock.acquire(folder + "/lock", for: hold, clock: WindowsClock())
    }
    await run("A lock excludes a second owner until it is released") { folder in
      let first = try await acquire(folder)
      try expect(first.isHeld && first.extend(), true)
      windows.after(100) { first.release() }
      windows.process = 2
      try await expect(milliseconds: 100...120) {
        let second = try await acquire(folder)
        try expect([first.isHeld, first.extend(), second.isHeld], [false, false, true])
        second.release()
        second.release()
      }
    }
    await run("The lock of a process that ended is free immediately") { folder in
      let first = try await acquire(folder)
      windows.process = 2
      windows.kill(1)
      try await expect(milliseconds: 0...0) { try await acquire(folder).release() }
      // The handle was closed when its process ended.
      first.release()
    }
    await run("A lock without references is released") { folder in
      do { _ = try await acquire(folder) }
      try await expect(milliseconds: 0...0) { try await acquire(folder).release() }
    }
    await run("Waiting for a suspended owner ends after four times the longest hold") { folder in
      let first = try await acquire(folder)
      try await expect(milliseconds: 300_000...300_040) {
        try await expect(.unavailable, "another process keeps") { () throws(StoreFailure) in
          _ = try await acquire(folder)
        }
      }
      try expect(first.isHeld, true)
      first.release()
    }
    await run("Waiting continues if access is denied for a moment") { folder in
      windows.fail("lock", with: ERROR_ACCESS_DENIED, calls: 10)
      try await expect(milliseconds: 200...200) { try await acquire(folder).release() }
    }
    await run("Access that stays denied fails after a second") { folder in
      windows.fail("lock", with: ERROR_ACCESS_DENIED)
      try await expect(milliseconds: 1000...1000) {
        try await expect(.unavailable, "Windows error 5") { () throws(StoreFailure) in _ = try await acquire(folder) }
      }
    }
    await run("After a long wait for another owner, access may be denied for a moment") { folder in
      let first = try await acquire(folder)
      windows.after(5000) {
        first.release()
        windows.fail("lock", with: ERROR_ACCESS_DENIED, calls: 10)
      }
      try await expect(milliseconds: 5200...5220) { try await acquire(folder).release() }
    }
    await run("A canceled task stops waiting") { folder in
      let first = try await acquire(folder)
      let waiting = Task { try await acquire(folder) }
      waiting.cancel()
      try await expect(.unavailable, "was canceled") { () throws(StoreFailure) in
        do { _ = try await waiting.value } catch let failure as StoreFailure { throw failure } catch {}
      }
      first.release()
    }
    await run("A missing folder fails immediately, and a folder with the lock's name fails after a second") { folder in
      try await expect(milliseconds: 0...0) {
        try await expect(.unavailable, "Windows error 3") { () throws(StoreFailure) in
          _ = try await acquire(folder + "/missing")
        }
      }
      try FileManager.default.createDirectory(atPath: folder + "/lock", withIntermediateDirectories: false)
      try await expect(milliseconds: 1000...1000) {
        try await expect(.unavailable, "Windows error 5") { () throws(StoreFailure) in _ = try await acquire(folder) }
      }
    }
  }
}
