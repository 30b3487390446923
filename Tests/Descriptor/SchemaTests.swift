import Foundation
import Testing

@testable import AuthDescriptor

@Suite struct `The JSON Schema` {
  private func schema(_ keys: [Key]) -> String { JSONSchema.document(of: .record(keys)) }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func property(_ name: String, of key: Key) throws -> NSDictionary? {
    let properties = try object(schema([key]))["properties"] as? [String: Any]
    return properties?[name] as? NSDictionary
  }

  @Test func `The JSON Schema is valid JSON and the same in every run`() throws {
    let root = try object(JSONSchema.descriptor)
    #expect(root["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    #expect(root["additionalProperties"] as? Bool == false)
    #expect(root["required"] as? [String] == ["schema", "id", "name"])
    #expect(JSONSchema.document(of: DescriptorKeys.root) == JSONSchema.descriptor)
  }

  @Test func `The JSON Schema requires fewer keys in an app's descriptor, and includes the settings`() throws {
    let (whole, app) = (try object(JSONSchema.descriptor), try object(JSONSchema.text(of: .app)))
    #expect(app["required"] == nil)
    #expect(app["properties"] as? NSDictionary == whole["properties"] as? NSDictionary)
    let settings = try object(JSONSchema.text(of: .settings))
    let properties = try #require(settings["properties"] as? [String: [String: Any]])
    #expect(properties.keys.sorted() == ["access", "comments", "warnings"])
    #expect(properties["access"]?["enum"] as? [String] == ["public", "package", "internal"])
    #expect(settings["required"] == nil)
  }

  @Test func `The JSON Schema equals the file in the descriptors' folder`() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Providers/schema.json")
    let message: Comment = "Providers/schema.json is out of date; run scripts/update-reference"
    #expect(try String(contentsOf: path, encoding: .utf8) == JSONSchema.descriptor, message)
  }

  @Test func `The JSON Schema takes the description from the key`() throws {
    let property = try property("a", of: Key("a", .flag, doc: "What it says."))
    #expect(property == ["description": "What it says.", "type": "boolean"])
  }

  @Test func `The JSON Schema lists the values of a key, without those of a later version`() throws {
    #expect(try property("a", of: Key("a", .enumeration(["x", "y"], unsupported: ["z"]))) == ["enum": ["x", "y"]])
    #expect(try property("a", of: Key("a", .unsupported)) == nil)
  }

  @Test func `The JSON Schema describes the contents of numbers, lists, and maps`() throws {
    #expect(
      try property("a", of: Key("a", .integer(0...9))) == ["type": "integer", "minimum": 0, "maximum": 9])
    #expect(try property("a", of: Key("a", .integer(1...1))) == ["const": 1])
    #expect(
      try property("a", of: Key("a", .list(.flag))) == ["type": "array", "items": ["type": "boolean"]])
    #expect(
      try property("a", of: Key("a", .dictionary(.flag)))
        == ["type": "object", "additionalProperties": ["type": "boolean"]])
    #expect(
      try property("a", of: Key("a", .either([.flag, .list(.flag), .unsupported])))
        == ["anyOf": [["type": "boolean"], ["type": "array", "items": ["type": "boolean"]]]])
  }

  @Test func `The JSON Schema doesn't require keys that a family can set`() throws {
    let inner = Key("b", .flag, required: true)
    #expect(
      try property("a", of: Key("a", .record([inner]), required: true))
        == ["type": "object", "properties": ["b": ["type": "boolean"]], "additionalProperties": false])
  }
}
