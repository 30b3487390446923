import Foundation
import TestSupport

/// The seeds and the findings of a target. Only `scripts/fuzz` also uses other files of the repository as seeds, because
/// other tests read them.
struct FuzzInputs {
  struct Input {
    let name: String
    let bytes: [UInt8]
  }

  static func all(for target: FuzzTarget) throws -> [Input] {
    let findings = try files(in: "Tests/Fuzzing/Findings/\(target.rawValue)")
    return try seeds(of: target) + findings
  }

  /// The inputs in a list of strings. `base64:` precedes an input that isn't text.
  private static func seeds(of target: FuzzTarget) throws -> [Input] {
    let name = "Tests/Fuzzing/Seeds/\(target.rawValue).json"
    let texts = try JSONDecoder().decode([String].self, from: Data(contentsOf: Repository.file(name)))
    return try texts.enumerated().map { index, text in
      guard text.hasPrefix("base64:") else { return Input(name: "\(name) \(index)", bytes: Array(text.utf8)) }
      guard let data = Data(base64Encoded: String(text.dropFirst(7))) else { throw CocoaError(.fileReadCorruptFile) }
      return Input(name: "\(name) \(index)", bytes: [UInt8](data))
    }
  }

  /// The files of a folder, by name. A target may have no findings.
  private static func files(in folder: String) throws -> [Input] {
    let url = Repository.file(folder)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: url.path) else { return [] }
    return try names.sorted().compactMap { name in
      let file = url.appending(path: name)
      guard !name.hasPrefix("."), try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        return nil
      }
      return Input(name: "\(folder)/\(name)", bytes: [UInt8](try Data(contentsOf: file)))
    }
  }
}

/// A generator whose numbers are the same in every run (SplitMix64).
struct FixedRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

extension [UInt8] {
  /// Returns a copy with one to four small changes.
  func damaged(by random: inout FixedRandom) -> [UInt8] {
    var bytes = self
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      case 3: bytes.removeSubrange(place...)
      default: bytes.insert(contentsOf: bytes[place...].prefix(Int.random(in: 1...32, using: &random)), at: place)
      }
    }
    return bytes
  }
}
