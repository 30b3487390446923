import Foundation
import TestSupport
import Testing

@testable import AuthDescriptor
@testable import AuthGenerator

@Suite struct `Tests of examples` {
  private let tests = ExampleTests(module: "ReferenceClients")

  @Test(arguments: ReferenceDescriptors.catalog) func `Generated tests equal the compiled tests`(_ id: String) throws {
    let file = try #require(try tests.file(for: LoadedCatalog.descriptor(id)))
    let expected = try String(contentsOf: Repository.file("Tests/Decoding/\(file.path)"), encoding: .utf8)
    let difference = UnifiedDiff(from: expected, to: file.contents, oldName: "old", newName: "new", limit: 20)
      .lines.joined(separator: "\n")
    #expect(
      difference.isEmpty, "\(file.path) changed; if that is meant, run scripts/update-reference\n\(difference)")
  }

  @Test func `Generated tests exist only for the reference clients of the catalog`() throws {
    let wanted = try ReferenceDescriptors.catalog.compactMap { try tests.file(for: LoadedCatalog.descriptor($0))?.path }
    let folder = Repository.file("Tests/Decoding").path
    let found = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix("Decoding.swift") }
    #expect(found.sorted() == wanted.sorted())
  }

  @Test func `Generated tests are omitted if a descriptor lacks an example of a token response`() throws {
    #expect(try tests.file(for: load(acme)) == nil)
  }

  @Test(arguments: `Text from a descriptor`.pieces)
  func `Generated tests contain any string unchanged`(_ piece: String) throws {
    let token = #"{"access_token":"a","token_type":"Bearer","note":"\#(String(repeating: "long, ", count: 20))"}"#
    for text in [piece, String(repeating: piece + ", ", count: 40)] {
      let body = "{\"note\":\(text.jsonQuoted)}"
      let yaml = acme + "examples: { token: '\(token)', userinfo: '\(body.replacing("'", with: "''"))' }\n"
      let file = try #require(try tests.file(for: load(yaml)))
      let found = literals(in: file.contents)
      #expect(found.contains(body))
      #expect(found.contains(token))
    }
  }

  @Test func `Generated tests can't be for a module with an invalid name`() throws {
    let descriptor = try load(acme + "examples: { token: 'access_token=a&token_type=Bearer' }\n")
    #expect(throws: DiagnosticsError.self) { try ExampleTests(module: "A; B").file(for: descriptor) }
  }
}
