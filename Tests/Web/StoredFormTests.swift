import AuthRuntime
import Foundation
import TestSupport
import Testing

@testable import AuthWeb

/// `Tests/Stored` has data as the first version stored it. Later versions must be able to read it. With `AUTH_FREEZE`, a run writes
/// the binary files that are missing. Existing files never change, which `scripts/check-api` checks.
@Suite struct `Data that the first version stored` {
  private static let folder = Repository.file("Tests/Stored")
  private static let key = CredentialKey(issuer: "https://id.example", clientID: "app")
  private static let id = SessionIDHash(of: Secret("one"))

  private static func read(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appendingPathComponent(name))
  }

  private static func freeze(_ name: String, _ make: () async throws -> Data) async throws -> Data {
    let file = folder.appendingPathComponent(name)
    if !FileManager.default.fileExists(atPath: file.path), ProcessInfo.processInfo.environment["AUTH_FREEZE"] != nil {
      try await make().write(to: file)
    }
    return try read(name)
  }

  private static func encryptionKey() throws -> EncryptionKey {
    try #require(EncryptionKey(bytes: [UInt8](repeating: 5, count: 32)))
  }

  @Test func `A credential has the same members when it's written again`() throws {
    let stored = try Self.read("credential.json")
    let credential = try Credential(encoded: stored)
    #expect(credential.accessToken == Secret("a") && credential.refreshToken == Secret("r"))
    let old = try #require(JSONValue(parsing: stored)?.object)
    let new = try #require(JSONValue(parsing: credential.encoded())?.object)
    for (name, value) in old { #expect(new[name] == value, "\(name)") }
  }

  @Test(arguments: ["key", "passphrase"])
  func `An encrypted file is readable`(kind: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let key = try Self.encryptionKey()
    let store =
      kind == "key"
      ? EncryptedFileStore(folder: folder, key: key)
      : EncryptedFileStore(folder: folder, passphrase: Secret("correct horse battery staple"))
    let credential = try Credential(encoded: Self.read("credential.json"))
    // Creates the folder, and names the file.
    try await store.save(credential, for: Self.key)
    let file = try #require(
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .first { !$0.lastPathComponent.contains("lock") })
    let frozen = try await Self.freeze("\(file.lastPathComponent).\(kind)") { try Data(contentsOf: file) }
    try frozen.write(to: file)
    #expect(try await store.load(Self.key) == credential)
  }

  @Test func `A web session is readable`() async throws {
    let sealer = Sealer(WebKeys(try Self.encryptionKey()))
    let credential = try Credential(encoded: Self.read("credential.json"))
    let frozen = try await Self.freeze("web-session") {
      try SessionContents(credential: credential, account: "work").sealed(for: Self.id, with: sealer)
    }
    let contents = try SessionContents(frozen, of: Self.id, with: sealer)
    #expect(contents.credential == credential && contents.account == "work")
  }

  @Test func `A pending sign-in and a pending sign-out are readable`() throws {
    let signIn = try JSONDecoder().decode(PendingAuthorization.self, from: Self.read("pending-authorization.json"))
    #expect(signIn.url.absoluteString == "https://id.example/a?state=s" && signIn.expiresAt == nil)
    let signOut = try JSONDecoder().decode(PendingSignOut.self, from: Self.read("pending-sign-out.json"))
    #expect(signOut.url.absoluteString == "https://id.example/logout?state=s")
    try check(JSONEncoder().encode(signIn), has: "pending-authorization.json")
    try check(JSONEncoder().encode(signOut), has: "pending-sign-out.json")
  }

  /// Checks that a value is written with the members that the first version wrote.
  private func check(_ written: Data, has name: String) throws {
    let old = try #require(JSONValue(parsing: Self.read(name))?.object)
    let new = try #require(JSONValue(parsing: written)?.object)
    #expect(Set(old.keys).isSubset(of: new.keys), "\(name)")
  }
}
