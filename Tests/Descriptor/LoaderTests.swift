import Foundation
import Testing

@testable import AuthDescriptor

@Suite struct `A loader` {
  /// The paths that several tasks have read concurrently.
  private final class Reads: @unchecked Sendable {
    // Unchecked, because `paths` is only accessed while `lock` is held.
    private let lock = NSLock()
    private var paths: [String] = []

    func add(_ path: String) { lock.withLock { paths.append(path) } }
    var all: [String] { lock.withLock { paths } }
  }

  private let family = acme.replacing("name: Acme", with: "name: Acme\nabstract: true")

  private func child(_ id: String) -> String { "schema: 1\nid: \(id)\nname: \(id)\nextends: family.yaml\n" }

  @Test func `A loader reads a file once even if several descriptors extend it`() throws {
    let reads = Reads()
    let files = ["family.yaml": family, "a.yaml": child("a"), "b.yaml": child("b")]
    let loader = DescriptorLoader(readFile: { path in
      reads.add(path)
      return files[path].map { Data($0.utf8) }
    })
    for id in ["a", "b", "a"] { #expect(try loader.load("\(id).yaml").descriptor.id == id) }
    #expect(reads.all == ["a.yaml", "family.yaml", "b.yaml", "a.yaml"])
  }

  @Test func `A loader reports an invalid file for every descriptor that extends it`() {
    let files = ["family.yaml": family + "tokn: {}\n", "a.yaml": child("a"), "b.yaml": child("b")]
    let loader = DescriptorLoader(readFile: { files[$0].map { Data($0.utf8) } })
    for id in ["a", "b"] {
      let error = #expect(throws: DiagnosticsError.self) { try loader.load("\(id).yaml") }
      #expect(error?.diagnostics.map(\.code) == [.language.unknownKey])
    }
  }

  @Test func `A loader skips families in a folder, but validates their keys`() throws {
    let files = ["family.yaml": family, "bad.yaml": family + "tokn: {}\n", "a.yaml": child("a")]
    let loader = DescriptorLoader(readFile: { files[$0].map { Data($0.utf8) } })
    #expect(try loader.load(member: "family.yaml") == nil)
    #expect(try loader.load(member: "a.yaml")?.descriptor.id == "a")
    let error = #expect(throws: DiagnosticsError.self) { try loader.load(member: "bad.yaml") }
    #expect(error?.diagnostics.map(\.code) == [.language.unknownKey])
  }
}

@Suite struct `One validation` {
  @Test(arguments: ["variants", "environments"])
  func `Validation rejects more variants or environments than anyone needs`(key: String) {
    let entries = (0..<65).map { "  e\($0): {}\n" }.joined()
    let found = findings(acme + "\(key):\n" + entries)
    #expect(found.contains { $0.contains("there are 65 \(key); a descriptor can have at most 64 [not-supported]") })
  }

  @Test func `Validation rejects variants that have too many environments in total`() {
    let environments = "environments:\n  live: { default: true }\n" + (1..<33).map { "  e\($0): {}\n" }.joined()
    let found = findings(acme + "variants:\n  a: {}\n  b: {}\n" + environments)
    #expect(found.contains { $0.contains("they can have at most 64 in total [not-supported]") }, "\(found)")
  }

  @Test func `Validation reports unknown keys and broken rules together`() {
    #expect(
      findings(acme + "tokn: {}\nscopes: { default: [emial] }\nswift: { module: {} }\n") == [
        "6:1: error: unknown key 'tokn'; did you mean 'token'? [unknown-key]",
        "7:11: error: 'scopes.values' doesn't contain the scope 'emial'; did you mean 'email'? [unknown-scope]",
        "8:10: error: 'module' in 'swift' isn't supported yet [not-supported]",
      ])
  }

  @Test func `Validation reports an unknown key and a missing base descriptor together`() {
    #expect(
      findings(acme + "tokn: {}\nextends: odic\n") == [
        "6:1: error: unknown key 'tokn'; did you mean 'token'? [unknown-key]",
        "7:10: error: the catalog doesn't contain a descriptor 'odic'; did you mean 'oidc'? [unknown-descriptor]",
      ])
    #expect(
      findings(acme + "extends: [oidc]\n") == ["6:10: error: 'extends' is a list; expected a string [wrong-type]"])
  }

  @Test func `Validation doesn't report errors that are a consequence of another one`() {
    #expect(
      findings(acme.replacing("server:", with: "sever:")) == [
        "5:1: error: unknown key 'sever'; did you mean 'server'? [unknown-key]"
      ])
  }
}
