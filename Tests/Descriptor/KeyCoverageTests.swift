import Foundation
import TestSupport
import Testing

@testable import AuthDescriptor

@Suite struct `The keys and values of the language` {
  @Test func `The keys and values of the language are all used in a descriptor whose client is compiled`() throws {
    let own = ["acorn", "api-only", "bank", "everything", "fediverse", "minimal"].map {
      "Tests/Reference/Descriptors/\($0).yaml"
    }
    let families = ["oauth2", "oidc"].map { "Providers/families/\($0).yaml" }
    let files = own + families + Catalog.builtIn.providerIDs.map { "Providers/\($0).yaml" }
    let used = try files.reduce(into: Set<String>()) { used, file in
      let text = try String(contentsOf: Repository.file(file), encoding: .utf8)
      used.formUnion(KeyWalk.written(try YAMLReader().read(text, file: file), DescriptorKeys.root, path: []))
    }
    let known = KeyWalk.known(DescriptorKeys.root, path: [])
    #expect(known.count >= 250)
    #expect(known.subtracting(used).sorted() == [])
  }
}
