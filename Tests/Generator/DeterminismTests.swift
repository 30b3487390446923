import AuthDescriptor
import Foundation
import TestSupport
import Testing

@Suite struct `The same descriptors` {
  /// Each process has its own hash seed, so the test would notice an order that depends on hashing.
  @Test func `The same descriptors generate the same bytes in every process and in every order`() async throws {
    let references = ReferenceDescriptors.all
    async let forwards = files(of: references)
    async let backwards = files(of: references.reversed())
    let (first, second) = try await (forwards, backwards)
    // One file for each reference, and the list of them.
    #expect(first.count == references.count + 1)
    #expect(first == second)
  }

  /// The contents of the files that the command writes, by name.
  private func files(of references: [String]) async throws -> [String: Data] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try await authgen(["generate"] + references + ["--output", folder.path])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) })
  }
}
