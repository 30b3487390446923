import Foundation
import Testing

@testable import AuthGenerator

@Suite struct `The output folder` {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
  private let file = GeneratedFile(path: "A.swift", contents: "one\ntwo\n")

  private func withFolder(_ body: (OutputFolder) throws -> Void) throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(OutputFolder(path: path))
  }

  @Test func `is made, and a right file is left alone`() throws {
    try withFolder { folder in
      #expect(try folder.write([file]) == [.written])
      let written = try FileManager.default.attributesOfItem(atPath: path + "/A.swift")[.modificationDate] as? Date
      #expect(try folder.write([file]) == [.unchanged])
      let kept = try FileManager.default.attributesOfItem(atPath: path + "/A.swift")[.modificationDate] as? Date
      #expect(written == kept)
      #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["A.swift"])
    }
  }

  @Test func `is compared without being written`() throws {
    try withFolder { folder in
      #expect(folder.differences(from: [file]).map(\.diff) == [nil])
      #expect(!FileManager.default.fileExists(atPath: path))
      try folder.write([file])
      #expect(folder.differences(from: [file]) == [])
      let changed = GeneratedFile(path: "A.swift", contents: "one\n2\n")
      #expect(folder.differences(from: [changed]).map(\.diff) == [["- 2: two", "+ 2: 2"]])
    }
  }

  @Test func `shows the first changes only`() {
    let new = (1...50).map(String.init).joined(separator: "\n")
    let diff = LineDiff.short(from: "", to: new, limit: 3)
    #expect(diff == ["- 1: ", "+ 1: 1", "+ 2: 2", "… and 48 more"])
  }
}
