import Crypto
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A platform's key, like the one that the closures of an Android app use.
private final class PlatformKey: Sendable {
  private let key = Locked(SymmetricKey(size: .bits256))
  /// The number of bytes in each call.
  let lengths = Locked<[Int]>([])

  func protect(_ data: Data) throws -> Data {
    lengths.withLock { $0.append(data.count) }
    return try #require(try AES.GCM.seal(data, using: key.value).combined)
  }

  func unprotect(_ data: Data) throws -> Data {
    guard let clear = try? AES.GCM.open(AES.GCM.SealedBox(combined: data), using: key.value) else {
      throw KeyProtectorFailure.keyLost
    }
    return clear
  }

  /// Replaces the key, as a restored backup or a new fingerprint does.
  func lose() { key.withLock { $0 = SymmetricKey(size: .bits256) } }
}

@Suite struct `A file store whose key the platform protects` {
  private let key = CredentialKey(issuer: "https://id.example", clientID: "app")
  private let platform = PlatformKey()

  private func credential(_ token: String) throws(StoreFailure) -> Credential {
    try Credential(encoded: Data(#"{"version":1,"access_token":"\#(token)","scopes":["openid"]}"#.utf8))
  }

  /// Runs a test with a store in a folder that is removed afterward.
  private func withStore(_ body: (ProtectedFileStore, URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(store(in: folder), folder)
  }

  private func store(
    in folder: URL, clock: any Clock<Duration> = ContinuousClock(),
    protect: (@Sendable (Data) async throws -> Data)? = nil, unprotect: (@Sendable (Data) async throws -> Data)? = nil
  ) -> ProtectedFileStore {
    ProtectedFileStore(
      folder: folder, clock: clock, protect: protect ?? { [platform] in try platform.protect($0) },
      unprotect: unprotect ?? { [platform] in try platform.unprotect($0) })
  }

  private func files(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map(folder.appendingPathComponent)
  }

  @Test func `The store returns each stored credential, and the platform receives 32 bytes only`() async throws {
    try await withStore { store, folder in
      let other = CredentialKey(issuer: "https://id.example", clientID: "another")
      #expect(try await store.load(key) == nil)
      try await store.remove(key)
      try await store.save(credential("a"), for: key)
      try await store.save(credential("b"), for: key)
      try await store.save(credential("c"), for: other)
      #expect(try await store.load(key)?.accessToken == Secret("b"))
      #expect(try await store.load(other)?.accessToken == Secret("c"))
      #expect(platform.lengths.value == [32, 32, 32])
      try await store.remove(key)
      #expect(try await store.load(key) == nil)
      #expect(try await store.load(other)?.accessToken == Secret("c"))
    }
  }

  @Test func `The files reveal nothing about the credential, and only the user can read them`() async throws {
    try await withStore { store, folder in
      try await store.save(credential("visible-token"), for: key)
      let file = try #require(try files(in: folder).first)
      let bytes = try Data(contentsOf: file)
      for clear in ["visible-token", "openid", "id.example", "access_token"] {
        #expect(bytes.range(of: Data(clear.utf8)) == nil)
      }
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
  }

  @Test func `A damaged or exchanged file and a lost key are reported as corrupt`() async throws {
    try await withStore { store, folder in
      try await store.save(credential("a"), for: key)
      let file = try #require(try files(in: folder).first)
      let whole = try Data(contentsOf: file)
      for position in [0, 4, 5, 6, 10, 70, whole.count - 1] {
        var bytes = whole
        bytes[position] ^= 1
        try bytes.write(to: file)
        await #expect(throws: StoreFailure.corrupt) { try await store.load(key) }
      }
      for length in [0, 4, 5, 6, 7, 20, 80, whole.count - 1] {
        try whole.prefix(length).write(to: file)
        await #expect(throws: StoreFailure.corrupt) { try await store.load(key) }
      }
      // One credential's file replaces another's.
      let other = CredentialKey(issuer: "https://id.example", clientID: "another")
      try whole.write(to: file)
      try await store.save(credential("b"), for: other)
      for each in try files(in: folder) { try whole.write(to: each) }
      #expect(try await store.load(key) != nil)
      await #expect(throws: StoreFailure.corrupt) { try await store.load(other) }
      platform.lose()
      await #expect(throws: StoreFailure.corrupt) { try await store.load(key) }
      // After a new sign-in the store works again.
      try await store.save(credential("c"), for: key)
      #expect(try await store.load(key)?.accessToken == Secret("c"))
    }
  }

  @Test(arguments: [Data(), Data([1]), Data(repeating: 0, count: 32), Data(repeating: 0, count: 33)])
  func `A closure that returns another key causes a failure`(wrong: Data) async throws {
    try await withStore { store, folder in
      try await store.save(credential("a"), for: key)
      let fooled = self.store(in: folder, unprotect: { _ in wrong })
      await #expect(throws: StoreFailure.corrupt) { try await fooled.load(key) }
    }
  }

  @Test(arguments: [
    (KeyProtectorFailure.locked("device"), StoreFailure.locked("device")),
    (.denied("closed"), .denied("closed")), (.unavailable("no chip"), .unavailable("no chip")),
  ])
  func `A closure's failure is reported, and the stored credential is kept`(
    thrown: KeyProtectorFailure, expected: StoreFailure
  ) async throws {
    try await withStore { store, folder in
      try await store.save(credential("a"), for: key)
      let failing = self.store(in: folder, protect: { _ in throw thrown }, unprotect: { _ in throw thrown })
      #expect(await failure(StoreFailure.self, of: try await failing.load(key)) == expected)
      let other = try credential("b")
      #expect(await failure(StoreFailure.self, of: try await failing.save(other, for: key)) == expected)
      #expect(try await store.load(key)?.accessToken == Secret("a"))
    }
  }

  @Test func `An unknown error is reported by its type alone, and a lost key that can't be replaced is unavailable`()
    async throws
  {
    struct Foreign: Error { let secret = "s3cret" }
    try await withStore { _, folder in
      let foreign = store(in: folder, protect: { _ in throw Foreign() })
      #expect(
        await failure(StoreFailure.self, of: try await foreign.save(credential("a"), for: key))
          == .unavailable("the app's key protection failed (Foreign)"))
      let lost = store(in: folder, protect: { _ in throw KeyProtectorFailure.keyLost })
      #expect(
        await failure(StoreFailure.self, of: try await lost.save(credential("a"), for: key))
          == .unavailable("the key that protects credentials is lost, and a new one wasn't created"))
      for bad in [Data(), Data(repeating: 1, count: 70_000)] {
        let odd = store(in: folder, protect: { _ in bad })
        await #expect(throws: StoreFailure.self) { try await odd.save(credential("a"), for: key) }
      }
      let kept = try await store(in: folder).load(key)
      #expect(kept == nil)
    }
  }

  @Test func `A closure that never returns is canceled at the time limit`() async throws {
    try await withStore { store, folder in
      try await store.save(credential("a"), for: key)
      let (cancellations, cancelled) = AsyncStream.makeStream(of: Void.self)
      let never = GatedClock()
      let hanging: @Sendable (Data) async throws -> Data = { data in
        await withTaskCancellationHandler {
          try? await never.sleep(for: .seconds(1))
        } onCancel: {
          cancelled.yield()
        }
        return data
      }
      let clock = GatedClock()
      clock.open()
      let late = self.store(in: folder, clock: clock, unprotect: hanging)
      #expect(
        await failure(StoreFailure.self, of: try await late.load(key))
          == .unavailable("the app didn't protect the key in time"))
      var iterator = cancellations.makeAsyncIterator()
      await iterator.next()
      let patient = self.store(in: folder, clock: GatedClock(), unprotect: hanging)
      let task = Task { try await patient.load(key) }
      task.cancel()
      await #expect(throws: StoreFailure.unavailable("the task was canceled")) { try await task.value }
    }
  }

  @Test func `A closure that ignores cancellation doesn't block the store`() async throws {
    try await withStore { store, folder in
      try await store.save(credential("a"), for: key)
      let (started, start) = AsyncStream.makeStream(of: Void.self)
      let gate = Locked<CheckedContinuation<Void, Never>?>(nil)
      let stubborn = self.store(in: folder, clock: GatedClock()) { data in
        data
      } unprotect: { data in
        await withCheckedContinuation { continuation in
          gate.withLock { $0 = continuation }
          start.yield()
        }
        return data
      }
      let task = Task { try await stubborn.load(key) }
      var begun = started.makeAsyncIterator()
      await begun.next()
      task.cancel()
      await #expect(throws: StoreFailure.unavailable("the task was canceled")) { try await task.value }
      gate.value?.resume()
    }
  }

  @Test func `Symbolic links and files that others can read are rejected`() async throws {
    try await withStore { store, folder in
      try await store.save(credential("a"), for: key)
      let file = try #require(try files(in: folder).first)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
      guard case .unavailable = await failure(StoreFailure.self, of: try await store.load(key)) else {
        Issue.record("a file that others can read was accepted")
        return
      }
      let elsewhere = folder.appendingPathComponent("elsewhere")
      try FileManager.default.moveItem(at: file, to: elsewhere)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: elsewhere.path)
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: elsewhere)
      guard case .unavailable = await failure(StoreFailure.self, of: try await store.load(key)) else {
        Issue.record("a link was followed")
        return
      }
    }
  }

  @Test func `The store's lock has one owner at a time`() async throws {
    try await withStore { store, _ in
      let lock = try #require(try await store.lock(key, for: .refresh, clock: ContinuousClock()))
      let waiting = Task { try await store.lock(key, for: .refresh, clock: ContinuousClock()) }
      waiting.cancel()
      await #expect(throws: StoreFailure.self) { _ = try await waiting.value }
      #expect(await lock.extend())
      await lock.release()
      #expect(try await store.lock(key, for: .refresh, clock: ContinuousClock()) != nil)
    }
  }
}
