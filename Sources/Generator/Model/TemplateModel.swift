/// A value that templates can use. One table of keys defines both the value and its ``TemplateShape``, so the renderer gets
/// exactly what the linter allows.
package protocol TemplateModel: Sendable {
  static var fields: [TemplateField<Self>] { get }
}

/// One key of a model.
package struct TemplateField<Model: Sendable>: Sendable {
  let name: String
  /// A description for template authors.
  let doc: String
  let shape: TemplateShape
  /// The keys of the nested model, if there is one.
  var parts: @Sendable () -> [TemplateKey] = { [] }
  let value: @Sendable (Model) -> TemplateValue
}

extension TemplateField {
  package static func text(_ name: String, _ doc: String, _ read: @escaping @Sendable (Model) -> String) -> Self {
    Self(name: name, doc: doc, shape: .text) { .text(read($0)) }
  }

  package static func flag(_ name: String, _ doc: String, _ read: @escaping @Sendable (Model) -> Bool) -> Self {
    Self(name: name, doc: doc, shape: .flag) { .flag(read($0)) }
  }

  package static func list<Element: TemplateModel>(
    _ name: String, _ doc: String, _ read: @escaping @Sendable (Model) -> [Element]
  ) -> Self {
    Self(name: name, doc: doc, shape: .list(Element.shape), parts: { Element.keys }) {
      .list(read($0).map(\.templateValue))
    }
  }

  package static func model<Part: TemplateModel>(
    _ name: String, _ doc: String, _ read: @escaping @Sendable (Model) -> Part
  ) -> Self {
    Self(name: name, doc: doc, shape: Part.shape, parts: { Part.keys }) { read($0).templateValue }
  }
}

extension TemplateModel {
  package static var shape: TemplateShape {
    .map(Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.shape) }))
  }

  var templateValue: TemplateValue {
    .map(Dictionary(uniqueKeysWithValues: Self.fields.map { ($0.name, $0.value(self)) }))
  }
}

/// A value for a template: text that is already Swift, and decisions that have already been made.
indirect enum TemplateValue: Sendable, Equatable {
  case text(String)
  case flag(Bool)
  case list([TemplateValue])
  case map([String: TemplateValue])
}

/// The shape of the values that a template can use.
package indirect enum TemplateShape: Sendable, Equatable {
  case text
  case flag
  case list(TemplateShape)
  case map([String: TemplateShape])
}
