import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthDescriptor
@testable import AuthGenerator

/// Configurations are generated from tables of keys and values. Reflection shows whether the tables are complete.
@Suite struct `The tables of keys` {
  /// The types of all properties of a configuration and its parts.
  static let types = Walk(from: ProviderConfiguration.self).types
  static let parts = types.compactMap { $0 as? any ConfigurationPart.Type }
  static let words = types.compactMap { $0 as? any DescribedEnumeration.Type }

  @Test(arguments: parts) func `The key tables list all properties in the order of their declaration`(
    part: any ConfigurationPart.Type
  ) {
    func listed<Part: ConfigurationPart>(_ part: Part.Type) -> [String] { Part.table.properties.map(\.name) }
    func declared<Part: ConfigurationPart>(_ part: Part.Type) -> [String?] {
      Mirror(reflecting: Part.standard).children.map(\.label)
    }
    #expect(!listed(part).isEmpty)
    #expect(listed(part) == declared(part))
  }

  /// If two properties were swapped, they would still have valid names but each other's values.
  @Test(arguments: parts)
  func `The key tables read each property under its own name`(part: any ConfigurationPart.Type) {
    func compare<Part: ConfigurationPart>(_ part: Part.Type) {
      let standard = Part.standard
      for (property, child) in zip(Part.table.properties, Mirror(reflecting: standard).children) {
        let hasItsType = ObjectIdentifier(property.type) == ObjectIdentifier(type(of: child.value))
        #expect(hasItsType, "\(part).\(property.name)")
        #expect(property.expression(standard) == (child.value as? any DescribedValue)?.expression)
      }
    }
    compare(part)
  }

  @Test(arguments: words) func `The key tables know the names of all cases`(words: any DescribedEnumeration.Type) {
    func listed<Word: DescribedEnumeration>(_ words: Word.Type) -> [(String, String)] {
      words.allCases.map { ($0.expression.line, ".\($0)") }
    }
    for (listed, real) in listed(words) { #expect(listed == real) }
  }

  @Test func `The key tables cover every type of a configuration`() throws {
    let folder = Repository.file("Sources/Configuration/Rules").path
    let sources = try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
      try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }
    func count(_ declaration: String) -> Int { sources.map { $0.ranges(of: declaration).count }.reduce(0, +) }
    let items = Self.parts.filter { $0 is any ConfigurationItem.Type }
    // The configuration itself is declared in another folder.
    #expect(count(": RuleGroup {") + 1 == Self.parts.count - items.count)
    #expect(count(": RuleItem {") == items.count)
    #expect(count(": String, Sendable, Hashable, CaseIterable {") == Self.words.count)
  }

  /// If a table had a key twice, the first row would validate it and both would read it.
  @Test func `The key tables contain each key once`() {
    #expect(Self.repeated(in: DescriptorKeys.root) == [])
  }

  private static func repeated(in shape: Shape, path: [String] = []) -> Set<String> {
    switch shape {
    case .list(let element), .dictionary(let element): return repeated(in: element, path: path)
    case .either(let shapes): return Set(shapes.flatMap { repeated(in: $0, path: path) })
    case .record(let keys), .metadata(let keys):
      let twice = Dictionary(grouping: keys, by: \.name).filter { $0.value.count > 1 }.keys
      return Set(twice.map { (path + [$0]).dotted })
        .union(keys.flatMap { repeated(in: $0.shape, path: path + [$0.name]) })
    default: return []
    }
  }
}

/// Visits a part of a configuration and all the types it contains.
private struct Walk {
  private(set) var types: [any DescribedValue.Type] = []
  private var seen: Set<ObjectIdentifier> = []

  init(from root: any DescribedValue.Type) { visit(root) }

  private mutating func visit(_ type: any DescribedValue.Type) {
    if let container = type as? any Container.Type { return visit(container.content) }
    guard seen.insert(ObjectIdentifier(type)).inserted else { return }
    types.append(type)
    func held<Part: ConfigurationPart>(_ part: Part.Type) -> [any DescribedValue.Type] {
      Part.table.properties.map(\.type)
    }
    if let part = type as? any ConfigurationPart.Type { held(part).forEach { visit($0) } }
  }
}

/// A type that contains values of another type.
private protocol Container {
  static var content: any DescribedValue.Type { get }
}

extension Optional: Container where Wrapped: DescribedValue {
  fileprivate static var content: any DescribedValue.Type { Wrapped.self }
}

extension Array: Container where Element: DescribedValue {
  fileprivate static var content: any DescribedValue.Type { Element.self }
}

extension Dictionary: Container where Key == String, Value: DescribedValue {
  fileprivate static var content: any DescribedValue.Type { Value.self }
}
