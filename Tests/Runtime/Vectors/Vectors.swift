import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// The published test vectors in `Tests/Runtime/Vectors/Data`. The README lists their sources.
enum Vectors {
  static func groups(_ file: String) -> [VectorGroup] {
    values(file).compactMap(\.object).map { group in
      VectorGroup(
        keys: group["keys"]?.array ?? [],
        tests: (group["tests"]?.array ?? []).compactMap(\.object).map(VectorTest.init))
    }
  }

  static func values(_ file: String) -> [JSONValue] {
    let url = Repository.file("Tests/Runtime/Vectors/Data/\(file).json")
    return (try? Data(contentsOf: url)).flatMap { JSONValue(parsing: $0) }?.array ?? []
  }
}

/// Tests that share a key or a set of keys.
struct VectorGroup {
  let keys: [JSONValue]
  let tests: [VectorTest]
}

/// One test: a token, or a message with its signature.
struct VectorTest {
  private let fields: [String: JSONValue]

  init(_ fields: [String: JSONValue]) {
    self.fields = fields
  }

  var number: Int { fields["number"].flatMap { if case .integer(let number) = $0 { Int(number) } else { nil } } ?? 0 }
  var isValid: Bool { fields["valid"] == .bool(true) }
  var message: Data? { fields["message"]?.string.flatMap(Base64URL.decode) }
  var signature: Data? { fields["signature"]?.string.flatMap(Base64URL.decode) }
  /// A string in compact serialization. For any other serialization, the test's JSON object as a string.
  var token: String? { fields["token"].map(text) }
  /// The number, if there is one, and the comment.
  var name: String {
    let comment = fields["name"]?.string ?? ""
    return number == 0 ? comment : "\(number) \(comment)"
  }
}

/// A signed token, the published keys, and whether the signature is valid.
struct Vector: Sendable, CustomTestStringConvertible {
  let name: String
  let keys: [JSONValue]
  let token: String
  let isValid: Bool

  var testDescription: String { name }

  static func tokens(_ file: String, without excluded: Set<Int> = []) -> [Vector] {
    Vectors.groups(file).flatMap { group in
      group.tests.compactMap { test -> Vector? in
        guard let token = test.token, !excluded.contains(test.number) else { return nil }
        return Vector(name: test.name, keys: group.keys, token: token, isValid: test.isValid)
      }
    }
  }
}

private func text(_ value: JSONValue) -> String {
  value.string ?? (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
}
