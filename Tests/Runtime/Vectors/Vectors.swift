import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A signed token, the keys that are published, and whether it is right.
struct Vector: Sendable, CustomTestStringConvertible {
  let name: String
  let keys: [JSONValue]
  let token: String
  let isValid: Bool

  var testDescription: String { name }

  /// Project Wycheproof's form: groups of tests with one key each.
  static func wycheproof(_ file: String, without wrong: Set<Int64> = []) -> [Vector] {
    let groups = Vectors.json("wycheproof/\(file)")?.object?["testGroups"]?.array ?? []
    return groups.compactMap(\.object).flatMap { group in
      (group["tests"]?.array ?? []).compactMap(\.object).compactMap { test -> Vector? in
        // Tokens that are encrypted have another member; those in JSON are to be refused as the text they are.
        guard let token = test["jws"].flatMap(text), case .integer(let number)? = test["tcId"], !wrong.contains(number)
        else {
          return nil
        }
        let key = group["public"] ?? group["private"] ?? .null
        return Vector(
          name: "\(number) \(test["comment"]?.string ?? "")", keys: key.object?["keys"]?.array ?? [key], token: token,
          isValid: test["result"] == .string("valid"))
      }
    }
  }
}

private func text(_ value: JSONValue) -> String? {
  value.string ?? (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) }
}

/// The folder of test vectors, which is no part of this repository.
enum Vectors {
  /// `AUTH_TEST_VECTORS`, or what stands beside the repository.
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["AUTH_TEST_VECTORS"], !path.isEmpty {
      return URL(fileURLWithPath: path)
    }
    return Repository.file("../shared/vectors").standardizedFileURL
  }()

  static let areThere = FileManager.default.fileExists(atPath: folder.appendingPathComponent("wycheproof").path)
  static let absence: String = "no vectors at \(folder.path); AUTH_TEST_VECTORS says where they are"

  static func json(_ path: String) -> JSONValue? {
    (try? Data(contentsOf: folder.appendingPathComponent(path))).flatMap { JSONValue(parsing: $0) }
  }

  static func files(_ path: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(path).path)
    return (names ?? []).filter { $0.hasSuffix(".json") }.sorted().map { "\(path)/\($0)" }
  }
}
