import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The article on services and machines` {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.file(path), encoding: .utf8)
  }

  private func example(_ name: String) throws -> String {
    let lines = try text("Tests/Grants/JWTBearer/ServicesExample.swift").components(separatedBy: "\n")
    let begin = try #require(lines.firstIndex { $0.hasSuffix("  // \(name) begins") })
    let end = try #require(lines.firstIndex { $0.hasSuffix("  // \(name) ends") })
    let indentation = lines[begin].prefix { $0 == " " }.count
    return lines[(begin + 1)..<end].map { String($0.dropFirst(indentation)) }.joined(separator: "\n")
  }

  @Test func `The code in the article on services is compiled`() throws {
    let names = ["credentials", "account", "keys", "workload", "platforms", "delegation"]
    let blocks = try text("Documentation.docc/ServicesAndMachines.md").components(separatedBy: "```swift\n")
      .dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
    #expect(try blocks == names.map(example))
  }

  @Test func `The code in the article on services runs`() async throws {
    try await ScriptedProvider.run(as: Vault.self) { provider in
      let key = try AccountKey()
      await provider.rewrite {
        $0.serviceAccountKeys = [key.publicKey]
        $0.tokens = { $0["token_type"] = "Bearer" }
      }
      let vault = provider.client(Vault.self, clientSecret: Secret("secret"))
      let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
      try Data(key.json.utf8).write(to: URL(fileURLWithPath: path))
      defer { try? FileManager.default.removeItem(atPath: path) }
      #expect(try await serviceAccountExample(vault: vault, path: path).count == 2)
      try Data("a.b.c".utf8).write(to: URL(fileURLWithPath: path))
      _ = try await workloadExample(vault: vault, path: path)
      _ = try await vault.signIn(scopes: [.openid, "offline_access"])
      #expect(try await delegationExample(vault: vault, workload: .file(path)).count == 2)
      #expect(platformExample().count == 4)
      #expect(accountKeyExample(pem: Secret("x"), signer: try PrivateKey(generating: .es256)).count == 2)
    }
  }
}

/// The key of a service account, in the form of its file.
private struct AccountKey {
  let json: String
  let publicKey: PublicKey

  init() throws {
    let key = try PrivateKey(generating: .es256)
    let members: [String: JSONValue] = [
      "client_email": "robot@acme.example", "private_key": .string(key.pem.reveal()), "private_key_id": "1",
    ]
    json = String(decoding: try JSONEncoder().encode(members), as: UTF8.self)
    publicKey = key.publicKey
  }
}
