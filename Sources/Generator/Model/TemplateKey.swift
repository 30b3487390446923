/// A key of the model, as documented for template authors.
package struct TemplateKey: Sendable, Equatable {
  var name: String
  /// `text`, `flag`, `list of text`, `list`, or `map`.
  var type: String
  var doc: String
  var parts: [TemplateKey]
}

extension TemplateModel {
  /// All keys with their types, in the order of the table.
  package static var keys: [TemplateKey] {
    fields.map { field in
      TemplateKey(name: field.name, type: field.shape.typeName, doc: field.doc, parts: field.parts())
    }
  }
}

extension TemplateShape {
  fileprivate var typeName: String {
    switch self {
    case .text: "text"
    case .flag: "flag"
    case .list(.text): "list of text"
    case .list: "list"
    case .map: "map"
    }
  }
}
