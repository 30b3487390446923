import Foundation
import Testing

@testable import AuthDescriptor

@Suite struct `A lock` {
  private func lock(_ yaml: String) throws -> DescriptorLock {
    var lock = DescriptorLock()
    lock.set(try load(yaml))
    return try #require(DescriptorLock(Data(lock.text.utf8)))
  }

  private func changes(from old: String, to new: String) throws -> [String] {
    try lock(old).findings(about: load(new)).map { $0.description.replacing("acme.yaml:", with: "") }
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000),
      "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
    ),
  ])
  func `A digest is SHA-256, as in FIPS 180-4`(_ text: String, _ digest: String) {
    #expect(SHA256Digest(of: text).text == digest)
  }

  @Test func `An unchanged descriptor causes no findings`() throws {
    #expect(try changes(from: acme, to: acme) == [])
  }

  @Test func `Each changed, new, and removed fact is reported with its key and both values`() throws {
    let old = acme + "headers: { X-Acme: one }\ntoken: { encoding: json }\n"
    let new = acme + "lifetimes: { access_token: 60 }\ntoken: { encoding: form }\n"
    let found = try changes(from: old, to: new)
    #expect(
      found == [
        "1:1: warning: since the lock, 'headers.X-Acme' is gone; it was 'one' [changed-fact]",
        "6:14: warning: since the lock, 'lifetimes.access_token' is new: '60' [changed-fact]",
        "7:10: warning: since the lock, 'token.encoding' changed from 'json' to 'form' [changed-fact]",
      ])
  }

  @Test func `Another claim for the user's ID is an error, because users would become new ones`() throws {
    let found = try changes(from: acme, to: acme + "userinfo: { map: { id: oid } }\n")
    #expect(
      found == ["6:20: error: since the lock, 'userinfo.map.id' changed from 'sub' to 'oid' [changed-user-id]"])
  }

  @Test func `Documentation, examples, sources, and comments aren't facts`() throws {
    let new = acme + "docs: { native: It works. }\nprovenance: { sources: [The manual] } # new\n"
    #expect(try changes(from: acme, to: new) == [])
  }

  @Test func `A fact of an extended descriptor is reported at the descriptor that extends it`() throws {
    let child = "schema: 1\nid: child\nname: Child\nextends: ./acme.yaml\n"
    let loader = { (parent: String) in
      let files = ["acme.yaml": parent, "child.yaml": child]
      return try DescriptorLoader(readFile: { path in
        files[path.hasPrefix("./") ? String(path.dropFirst(2)) : path].map { Data($0.utf8) }
      }).load(path: "child.yaml")
    }
    var lock = DescriptorLock()
    lock.set(try loader(acme))
    let found = lock.findings(about: try loader(acme + "token: { encoding: json }\n"))
    #expect(found.map(\.code.rawValue) == ["changed-fact"])
  }

  @Test func `The facts of a variant are compared with those of the same variant`() throws {
    let old = acme + "variants:\n  second: { token: { encoding: json } }\n"
    let found = try changes(from: old, to: old.replacing("json", with: "form"))
    #expect(
      found == ["7:22: warning: since the lock, 'token.encoding' changed from 'json' to 'form' [changed-fact]"])
  }

  @Test func `A descriptor that the lock doesn't list is reported`() throws {
    let found = DescriptorLock().findings(about: try load(acme))
    #expect(found.map(\.code.rawValue) == ["unlocked-descriptor"])
  }

  @Test func `The finding names both versions of the catalog if they differ`() throws {
    var lock = try lock(acme)
    lock.catalog = "2020.01.01"
    let found = lock.findings(about: try load(acme + "token: { encoding: json }\n"))
    #expect(found.first?.message.contains("the catalog changed from 2020.01.01 to \(Catalog.version)") == true)
  }

  @Test func `An edited or damaged lock is rejected`() throws {
    var lock = DescriptorLock()
    lock.set(try load(acme))
    #expect(DescriptorLock(Data(lock.text.replacing("\"sub\"", with: "\"oid\"").utf8)) == nil)
    #expect(DescriptorLock(Data(lock.text.replacing("\"version\": 1", with: "\"version\": 2").utf8)) == nil)
    #expect(DescriptorLock(Data(lock.text.dropLast(3).utf8)) == nil)
    #expect(DescriptorLock(Data()) == nil)
  }
}
