import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthDescriptor

/// The descriptors in `Schema1` are frozen, each with the facts that the first version of the language read from it. A key that
/// is added later gets a new descriptor.
@Suite struct `A descriptor of schema 1` {
  private static let folder = Repository.file("Tests/Descriptor/Schema1").path

  private static let files: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted()
  }()

  private static func tree(_ file: String) throws -> LocatedNode {
    try YAMLReader().read(String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8), file: file)
  }

  @Test(arguments: files) func `A frozen descriptor still loads with the same facts`(file: String) throws {
    guard let loaded = try DescriptorLoader().load(member: "\(Self.folder)/\(file)") else {
      #expect(try Self.tree(file)["abstract"]?.flag == true)
      return
    }
    let found = ([loaded] + loaded.variants).map(FrozenFacts.text).joined(separator: "\n")
    let frozen = "\(Self.folder)/\(file.replacing(".yaml", with: ".txt"))"
    // Only for a new descriptor. The facts of an older one stay as they are.
    if !FileManager.default.fileExists(atPath: frozen), ProcessInfo.processInfo.environment["AUTH_FREEZE"] != nil {
      try Data(found.utf8).write(to: URL(fileURLWithPath: frozen))
    }
    let (old, new) = (Self.facts(in: try String(contentsOfFile: frozen, encoding: .utf8)), Self.facts(in: found))
    #expect(old.subtracting(new).sorted() == [], "the descriptor no longer has these facts")
    // A family may learn the meaning of more errors.
    let added = new.subtracting(old).filter { !$0.contains(": errors[") && !$0.contains(": configuration.errors[") }
    #expect(added.sorted() == [], "the descriptor has these new facts")
  }

  /// The lines of the text, each after the heading of its client.
  private static func facts(in text: String) -> Set<String> {
    var client = ""
    return text.split(separator: "\n").reduce(into: []) { facts, line in
      if line.hasPrefix("# ") { client = String(line) }
      facts.insert("\(client): \(line)")
    }
  }

  @Test func `The frozen descriptors contain every key of the language`() throws {
    let used = try Self.files.reduce(into: Set<String>()) { used, file in
      used.formUnion(KeyWalk.written(try Self.tree(file), DescriptorKeys.root, path: []))
    }
    #expect(Self.files.count >= 10)
    #expect(KeyWalk.known(DescriptorKeys.root, path: []).subtracting(used).sorted() == [])
  }
}
