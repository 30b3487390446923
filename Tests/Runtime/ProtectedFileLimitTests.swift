import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The limits of a file store whose key the platform protects` {
  @Test func `A credential that is larger than a megabyte isn't stored`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = ProtectedFileStore(folder: folder, protect: { $0 }, unprotect: { $0 })
    let key = CredentialKey(issuer: "https://id.example", clientID: "app")
    let token = String(repeating: "a", count: 1 << 20)
    let large = try Credential(encoded: Data(#"{"version":1,"access_token":"\#(token)","scopes":[]}"#.utf8))
    await #expect(
      throws: StoreFailure.unavailable("the credential can't be encrypted, or is larger than a megabyte")
    ) { try await store.save(large, for: key) }
    #expect(try await store.load(key) == nil)
  }

  @Test func `A file with an empty key is rejected`() {
    #expect(ProtectedEnvelope(bytes: Data("SAGP\u{1}\0\0sealed".utf8)) == nil)
  }

  @Test func `A canceled task doesn't call the app's closures`() async throws {
    let isCalled = Locked(false)
    let call = AppCall(
      closure: { data in
        isCalled.withLock { $0 = true }
        return data
      }, timeLimit: .seconds(1), clock: GatedClock())
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await call(Data())
    }
    await #expect(throws: KeyProtectorFailure.unavailable("the task was canceled")) { try await task.value }
    #expect(!isCalled.value)
  }
}
