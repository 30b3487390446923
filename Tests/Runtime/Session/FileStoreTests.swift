import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// Runs a test with a folder that is removed afterward.
func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")
  defer {
    chmod(folder.path, 0o700)
    try? FileManager.default.removeItem(at: folder)
  }
  return try await body(folder)
}

extension FileManager {
  fileprivate func names(in folder: URL) -> [String] {
    (try? contentsOfDirectory(atPath: folder.path).sorted()) ?? []
  }

  fileprivate func mode(of path: String) -> Int? {
    (try? attributesOfItem(atPath: path))?[.posixPermissions] as? Int
  }
}

@Suite struct `A store of encrypted files` {
  private let key = CredentialKey(issuer: "https://id.example", clientID: "app")
  private let secret = EncryptionKey()

  private func credential(_ token: String) throws(StoreFailure) -> Credential {
    try Credential(encoded: Data(#"{"version":1,"access_token":"\#(token)","scopes":["openid"]}"#.utf8))
  }

  @Test func `A save removes the unfinished files of a killed process, and no others`() async throws {
    try await withFolder { folder in
      let store = EncryptedFileStore(folder: folder, key: secret)
      try await store.save(credential("a"), for: key)
      let name = try #require(FileManager.default.names(in: folder).first)
      let gone = try await Command.run(URL(fileURLWithPath: "/bin/sh"), ["-c", "echo $$"])
      let dead = gone.output.trimmingCharacters(in: .whitespacesAndNewlines)
      let parent = getppid()
      for left in ["\(name).\(dead).1.new", "\(name).\(parent).2.new", "other.\(dead).3.new"] {
        try Data("half".utf8).write(to: folder.appendingPathComponent(left))
      }
      try await store.save(credential("b"), for: key)
      #expect(
        FileManager.default.names(in: folder) == [name, "\(name).\(parent).2.new", "other.\(dead).3.new"].sorted())
      #expect(try await store.load(key)?.accessToken == Secret("b"))
    }
  }

  @Test func `The encrypted store returns each stored credential`() async throws {
    try await withFolder { folder in
      let store = EncryptedFileStore(folder: folder.appendingPathComponent("deep/er"), key: secret)
      let other = CredentialKey(issuer: "https://id.example", clientID: "another")
      #expect(try await store.load(key) == nil)
      try await store.remove(key)
      try await store.save(credential("a"), for: key)
      try await store.save(credential("b"), for: key)
      try await store.save(credential("c"), for: other)
      #expect(try await store.load(key)?.accessToken == Secret("b"))
      #expect(try await store.load(other)?.accessToken == Secret("c"))
      try await store.remove(key)
      #expect(try await store.load(key) == nil)
      #expect(try await store.load(other)?.accessToken == Secret("c"))
    }
  }

  @Test func `The encrypted files reveal nothing about the credential, and none are left behind`() async throws {
    try await withFolder { folder in
      let store = EncryptedFileStore(folder: folder, key: secret)
      for number in 1...20 { try await store.save(credential("visible-token-\(number)"), for: key) }
      let names = FileManager.default.names(in: folder)
      #expect(names.count == 1)
      let path = folder.appendingPathComponent(try #require(names.first)).path
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      for clear in ["visible-token", "openid", "id.example", "access_token"] {
        #expect(bytes.range(of: Data(clear.utf8)) == nil)
        #expect(!path.contains(clear))
      }
      #expect(FileManager.default.mode(of: path) == 0o600)
      #expect(FileManager.default.mode(of: folder.path) == 0o700)
      #expect("\(secret)" == "<redacted>")
    }
  }

  @Test func `Files that were damaged, exchanged, or encrypted with another key are reported as corrupt`() async throws
  {
    try await withFolder { folder in
      let store = EncryptedFileStore(folder: folder, key: secret)
      try await store.save(credential("a"), for: key)
      let file = folder.appendingPathComponent(try #require(FileManager.default.names(in: folder).first))
      let whole = try Data(contentsOf: file)
      for position in [0, 4, 5, 20, whole.count - 1] {
        var bytes = whole
        bytes[position] ^= 1
        try bytes.write(to: file)
        await #expect(throws: StoreFailure.corrupt) { try await store.load(key) }
      }
      for bytes in [Data(), whole.prefix(10), whole + [0], Data(repeating: 0, count: 2 << 20)] {
        try bytes.write(to: file)
        await #expect(throws: StoreFailure.corrupt) { try await store.load(key) }
      }
      try whole.write(to: file)
      #expect(try await store.load(key) != nil)
      let stranger = EncryptedFileStore(folder: folder, key: EncryptionKey())
      await #expect(throws: StoreFailure.corrupt) { try await stranger.load(key) }
      // One credential's file replaces another's.
      let other = CredentialKey(issuer: "https://id.example", clientID: "another")
      try await store.save(credential("b"), for: other)
      let second = try #require(FileManager.default.names(in: folder).first { $0 != file.lastPathComponent })
      try whole.write(to: folder.appendingPathComponent(second))
      await #expect(throws: StoreFailure.corrupt) { try await store.load(other) }
    }
  }

  @Test func `A credential larger than a megabyte is rejected, and the earlier one isn't replaced`() async throws {
    try await withFolder { folder in
      let store = EncryptedFileStore(folder: folder, key: secret)
      try await store.save(credential("a"), for: key)
      var large = try credential("b")
      large.accessToken = Secret(String(repeating: "b", count: 1 << 20))
      let rejection = await failure(StoreFailure.self, of: try await store.save(large, for: key))
      #expect(rejection == .unavailable("the credential can't be encrypted, or is larger than a megabyte"))
      #expect(try await store.load(key)?.accessToken == Secret("a"))
    }
  }

  @Test func `Links, and files or folders that others can use, are rejected`() async throws {
    try await withFolder { folder in
      let store = EncryptedFileStore(folder: folder, key: secret)
      try await store.save(credential("a"), for: key)
      let file = folder.appendingPathComponent(try #require(FileManager.default.names(in: folder).first))
      chmod(file.path, 0o640)
      let readable = await failure(StoreFailure.self, of: try await store.load(key))
      #expect(
        readable
          == .unavailable("\(file.path) must belong to this user, and only this user may read it: chmod 600"))
      chmod(file.path, 0o600)
      chmod(folder.path, 0o777)
      let writable = await failure(StoreFailure.self, of: try await store.save(credential("b"), for: key))
      #expect(
        writable
          == .unavailable("\(folder.path) must belong to this user, and only this user may write to it: chmod 700"))
      chmod(folder.path, 0o700)
      let elsewhere = folder.appendingPathComponent("elsewhere")
      try FileManager.default.moveItem(at: file, to: elsewhere)
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: elsewhere)
      guard case .unavailable = await failure(StoreFailure.self, of: try await store.load(key)) else {
        Issue.record("a link was followed")
        return
      }
      // A save replaces the link with a file, and doesn't change the link's destination.
      let before = try Data(contentsOf: elsewhere)
      try await store.save(credential("c"), for: key)
      #expect(try await store.load(key)?.accessToken == Secret("c"))
      #expect(try Data(contentsOf: elsewhere) == before)
    }
  }
}
