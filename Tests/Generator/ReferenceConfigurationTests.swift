import AuthConfiguration
import AuthDescriptor
import AuthRuntime
import Foundation
import ReferenceClients
import TestSupport
import Testing

/// The generated Swift code is compiled into this test, so its configuration can be compared with the descriptor's.
@Suite struct `The configuration in generated code` {
  /// The compiled client of a generated type.
  private static func client(_ type: String) throws -> any DescribedProvider.Type {
    let module = "ReferenceClients"
    // The mangled name of an enum at the top level of a module.
    let found = _typeByName("\(module.utf8.count)\(module)\(type.utf8.count)\(type)O")
    return try #require(found as? any DescribedProvider.Type, "\(type) isn't compiled; run scripts/update-reference")
  }

  @Test(arguments: ReferenceDescriptors.all)
  func `The generated configuration equals the descriptor's, also for variants`(reference: String) throws {
    let loaded = try DescriptorLoader().load(reference)
    for face in [loaded] + loaded.variants {
      #expect(try Self.client(face.descriptor.swiftType).configuration == face.descriptor.configuration)
    }
  }

  @Test func `The generated configuration is in one file for each descriptor`() throws {
    let loader = DescriptorLoader()
    let wanted = try ReferenceDescriptors.all.map { try loader.load($0).descriptor.swiftType + ".swift" }
    let folder = Repository.file("Tests/Reference").path
    let found = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
    #expect(found.sorted() == wanted.sorted())
    #expect(ReferenceDescriptors.own.count >= 3)
  }

  @Test func `The generated configuration equals the descriptor's for each environment`() throws {
    let file = try #require(ReferenceDescriptors.own.first { $0.hasSuffix("/everything.yaml") })
    let descriptor = try DescriptorLoader().load(file).descriptor
    let stated = Everything.Environment.allCases.map(Everything.configuration(in:))
    #expect(descriptor.environments.map(\.configuration) == stated)
    #expect(descriptor.environments.map(\.name) == Everything.Environment.allCases.map(\.rawValue))
    #expect(stated[0] == Everything.configuration)
    #expect(stated[1].server.tokenEndpoint == "https://{second}/sandbox/token")
  }
}
