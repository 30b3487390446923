import AuthConfiguration
import Crypto
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

private struct EncryptionVector: Sendable, CustomTestStringConvertible {
  let name: String
  let key: Secret
  let token: String
  let text: Data
  let isAccepted: Bool

  var testDescription: String { name }

  /// The vectors of Wycheproof. This client accepts the valid ones that have one of its algorithms.
  static let all: [EncryptionVector] = {
    let url = Repository.file("Tests/Runtime/Vectors/Data/wycheproof/json_web_encryption.json")
    let groups = (try? Data(contentsOf: url)).flatMap { JSONValue(parsing: $0)?.array } ?? []
    return groups.compactMap(\.object).flatMap { group in
      (group["tests"]?.array ?? []).compactMap(\.object).compactMap { vector(group["keys"]?.array?.first, $0) }
    }
  }()

  private static func vector(_ key: JSONValue?, _ test: [String: JSONValue]) -> EncryptionVector? {
    guard let key, let written = try? JSONEncoder().encode(key), let token = test["token"]?.string else { return nil }
    let text = test["text"]?.string.flatMap { Base64URL.decode($0) } ?? Data()
    let header = Base64URL.decode(Array(token.utf8.prefix { $0 != UInt8(ascii: ".") })[...])
    let members = header.flatMap { JSONValue(parsing: $0)?.object } ?? [:]
    let isKnown =
      ["RSA-OAEP-256", "ECDH-ES"].contains(members["alg"]?.string)
      && ["A128CBC-HS256", "A128GCM", "A256GCM"].contains(members["enc"]?.string)
    return EncryptionVector(
      name: "\(test["number"]?.number ?? 0) \(test["name"]?.string ?? "")",
      key: Secret(String(decoding: written, as: UTF8.self)), token: token, text: text,
      isAccepted: isKnown && test["valid"] == .bool(true))
  }

  func decryption() throws -> TokenDecryption {
    var rules = ProviderConfiguration.EncryptionRules()
    rules.key = "{settings.key}"
    var configuration = ProviderConfiguration(id: "x", name: "X")
    configuration.client.settings = [.init(name: "key", isSecret: true)]
    let provider = try ResolvedProvider(configuration, variables: [:], clientID: "app", settings: ["key": key])
    return try TokenDecryption(rules, provider.values)
  }
}

@Suite struct `Published vectors of encryption` {
  @Test func `All vectors are read`() {
    #expect(EncryptionVector.all.count == 55)
    #expect(EncryptionVector.all.filter(\.isAccepted).count == 8)
  }

  @Test(arguments: EncryptionVector.all)
  private func `A vector is decrypted if it's valid and has an allowed algorithm, and rejected otherwise`(
    vector: EncryptionVector
  ) throws {
    if vector.isAccepted {
      let text = try vector.decryption().decrypted(vector.token)
      #expect(Data(text.utf8) == vector.text)
    } else {
      // A key of another curve is already rejected.
      #expect(throws: (any Error).self) { try vector.decryption().decrypted(vector.token) }
    }
  }

  /// RFC 7518 Appendix C.
  @Test func `The derived key is that of the example in RFC 7518`() throws {
    let secret = Data([
      158, 86, 217, 29, 129, 113, 53, 211, 114, 131, 66, 131, 191, 132, 38, 156, 251, 49, 110, 163, 218, 128, 106, 72,
      246, 218, 167, 121, 140, 254, 144, 196,
    ])
    let key = KeyAgreement.key(from: secret, for: .a128GCM, partyU: Data("Alice".utf8), partyV: Data("Bob".utf8))
    #expect(Base64URL.encode(key.withUnsafeBytes { Data($0) }) == "VqqN6vgjbSBcIijNcacQGg")
  }
}
