import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `A store of files that a passphrase protects` {
  private let key = CredentialKey(issuer: "https://id.example", clientID: "app")
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")

  /// As cheap as a file may be.
  private func store(_ passphrase: String) -> EncryptedFileStore {
    EncryptedFileStore(folder, .passphrase(PassphraseKeys(Secret(passphrase), cost: ScryptCost(exponent: 14))))
  }

  private func credential(_ token: String) throws(StoreFailure) -> Credential {
    try Credential(encoded: Data(#"{"version":1,"access_token":"\#(token)","scopes":["openid"]}"#.utf8))
  }

  private func file() throws -> URL {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return folder.appendingPathComponent(try #require(names.first { $0.hasSuffix(".credential") }))
  }

  @Test func `gives back what it was given to who has the passphrase, in this process and in another`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = store("correct horse")
    try await first.save(credential("a"), for: key)
    #expect(try await first.load(key)?.accessToken == Secret("a"))
    // Another process derives the key from what the file says.
    let second = store("correct horse")
    #expect(try await second.load(key)?.accessToken == Secret("a"))
    try await second.save(credential("b"), for: key)
    #expect(try await first.load(key)?.accessToken == Secret("b"))
    await #expect(throws: StoreFailure.corrupt) { try await store("battery staple").load(key) }
    let keyed = EncryptedFileStore(folder: folder, key: EncryptionKey())
    await #expect(throws: StoreFailure.corrupt) { try await keyed.load(key) }
  }

  @Test func `says in each file how its key is made, with a salt of its own`() async throws {
    var salts: Set<Data> = []
    for _ in 0..<2 {
      defer { try? FileManager.default.removeItem(at: folder) }
      try await store("correct horse").save(credential("visible-token"), for: key)
      let bytes = try Data(contentsOf: try file())
      #expect(Array(bytes.prefix(6)) == Array("SAGC".utf8) + [2, 14])
      #expect(bytes.range(of: Data("visible-token".utf8)) == nil)
      salts.insert(bytes.dropFirst(6).prefix(16))
    }
    #expect(salts.count == 2)
  }

  @Test(arguments: [0, 13, 19, 63, 255] as [UInt8])
  func `takes no file's word for a cost that protects nothing or takes all memory`(_ cost: UInt8) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = store("correct horse")
    try await store.save(credential("a"), for: key)
    var bytes = try Data(contentsOf: try file())
    bytes[5] = cost
    try bytes.write(to: try file())
    await #expect(throws: StoreFailure.corrupt) { try await store.load(key) }
  }

  @Test func `rejects what was damaged anywhere, and an empty passphrase`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = store("correct horse")
    try await store.save(credential("a"), for: key)
    let whole = try Data(contentsOf: try file())
    for position in [0, 4, 6, 21, 22, whole.count - 1] {
      var bytes = whole
      bytes[position] ^= 1
      try bytes.write(to: try file())
      await #expect(throws: StoreFailure.corrupt) { try await store.load(key) }
    }
    for length in [0, 5, 6, 21, 22] {
      try whole.prefix(length).write(to: try file())
      await #expect(throws: StoreFailure.corrupt) { try await store.load(key) }
    }
    let empty = EncryptedFileStore(folder: folder, passphrase: Secret(""))
    let rejection = StoreFailure.unavailable("the credential can't be encrypted, or is larger than a megabyte")
    let credential = try credential("a")
    await #expect(throws: rejection) { try await empty.save(credential, for: key) }
  }
}
