import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `A file store with a passphrase` {
  private let key = CredentialKey(issuer: "https://id.example", clientID: "app")
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")

  /// A store with the lowest cost that a file may have.
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

  @Test func `The store returns a credential to every process that knows the passphrase`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = store("correct horse")
    try await first.save(credential("a"), for: key)
    #expect(try await first.load(key)?.accessToken == Secret("a"))
    // Another process derives the key with the file's parameters.
    let second = store("correct horse")
    #expect(try await second.load(key)?.accessToken == Secret("a"))
    try await second.save(credential("b"), for: key)
    #expect(try await first.load(key)?.accessToken == Secret("b"))
    await #expect(throws: StoreFailure.corrupt) { try await store("battery staple").load(key) }
    let keyed = EncryptedFileStore(folder: folder, key: EncryptionKey())
    await #expect(throws: StoreFailure.corrupt) { try await keyed.load(key) }
  }

  @Test func `Each file has the parameters of its key and its own salt`() async throws {
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

  @Test func `A file that can't be opened doesn't choose the salt of later files`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = store("correct horse")
    try await first.save(credential("a"), for: key)
    var planted = try Data(contentsOf: try file())
    planted.replaceSubrange(6..<22, with: Data(count: 16))
    try planted.write(to: try file())
    let second = store("correct horse")
    await #expect(throws: StoreFailure.corrupt) { try await second.load(key) }
    try await second.save(credential("b"), for: key)
    #expect(try Data(contentsOf: try file()).dropFirst(6).prefix(16) != Data(count: 16))
    #expect(try await second.load(key)?.accessToken == Secret("b"))
  }

  @Test(arguments: [0, 13, 19, 63, 255] as [UInt8])
  func `A file with a cost that is too low or too high is rejected`(_ cost: UInt8) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = store("correct horse")
    try await store.save(credential("a"), for: key)
    var bytes = try Data(contentsOf: try file())
    bytes[5] = cost
    try bytes.write(to: try file())
    await #expect(throws: StoreFailure.corrupt) { try await store.load(key) }
  }

  @Test func `A file with any damage is rejected, and so is an empty passphrase`() async throws {
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
