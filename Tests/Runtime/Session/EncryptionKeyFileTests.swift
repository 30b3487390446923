import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `An encryption key in a file` {
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private func failure(_ file: URL, createIfMissing: Bool = true) -> StoreFailure? {
    do throws(StoreFailure) {
      _ = try EncryptionKey(file: file, createIfMissing: createIfMissing)
      return nil
    } catch {
      return error
    }
  }

  private func mode(_ file: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
  }

  @Test func `A key file is created once, for its owner alone, and read afterwards`() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("deep/er/sessions.key")
      let first = try EncryptionKey(file: file, createIfMissing: true)
      let again = try EncryptionKey(file: file, createIfMissing: true)
      let read = try EncryptionKey(file: file)
      #expect([again.reveal(), read.reveal()] == [first.reveal(), first.reveal()])
      #expect(try mode(file) == 0o600)
      #expect(try mode(file.deletingLastPathComponent()) == 0o700)
      let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
      #expect(names == ["sessions.key"])
    }
  }

  @Test func `A missing key file causes an error that names the option, and nothing is created`() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("sessions.key")
      guard case .unavailable = failure(file, createIfMissing: false) else {
        Issue.record("a key was read from a missing folder")
        return
      }
      #expect(!FileManager.default.fileExists(atPath: folder.path))
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      #expect(
        failure(file, createIfMissing: false)
          == .unavailable("the key file \(file.path) is missing; to create it, pass createIfMissing: true"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  @Test(arguments: [
    "", "c2hvcnQ=\n", "not base64", String(repeating: "A", count: 5_000),
    // A valid key, but longer than a key file.
    EncryptionKey().fileText + String(repeating: "\n", count: 256),
  ])
  func `A key file with invalid contents is rejected and never replaced`(text: String) async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("sessions.key")
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data(text.utf8).write(to: file)
      chmod(file.path, 0o600)
      #expect(
        failure(file)
          == .unavailable(
            "\(file.path) doesn't contain a key (32 bytes in base64); restore it, or use another file"))
      #expect(try Data(contentsOf: file) == Data(text.utf8))
    }
  }

  @Test func `A key file that others can read or replace is rejected, and so is a link`() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("sessions.key")
      _ = try EncryptionKey(file: file, createIfMissing: true)
      chmod(file.path, 0o640)
      #expect(
        failure(file)
          == .unavailable("\(file.path) must belong to this user, and only this user may read it: chmod 600"))
      chmod(file.path, 0o600)
      let link = folder.appendingPathComponent("link.key")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
      guard case .unavailable = failure(link) else {
        Issue.record("the link was followed")
        return
      }
      chmod(folder.path, 0o777)
      for createIfMissing in [true, false] {
        #expect(
          failure(file, createIfMissing: createIfMissing)
            == .unavailable("\(folder.path) must belong to this user, and only this user may write to it: chmod 700"))
      }
    }
  }

  @Test func `Twenty tasks that create the key file simultaneously get the same key`() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("sessions.key")
      let keys = try await withThrowingTaskGroup(of: Data.self) { group in
        for _ in 0..<20 { group.addTask { try EncryptionKey(file: file, createIfMissing: true).reveal() } }
        return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
      }
      #expect(keys.count == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["sessions.key"])
    }
  }

  @Test func `The key file opens the sessions of an earlier run`() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("sessions.key")
      let key = CredentialKey(issuer: "https://id.example", clientID: "app")
      let credential = try Credential(encoded: Data(#"{"version":1,"access_token":"a","scopes":[]}"#.utf8))
      func store() throws -> EncryptedFileStore {
        EncryptedFileStore(
          folder: folder.appendingPathComponent("sessions"), key: try EncryptionKey(file: file, createIfMissing: true))
      }
      try await store().save(credential, for: key)
      #expect(try await store().load(key) == credential)
    }
  }
}
