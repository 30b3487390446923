/// An environment of the provider.
struct EnvironmentModel: TemplateModel {
  var name: String
  var doc: String
  var assignment: String
  /// The assignments that change the configuration, one statement per line.
  var statements: String

  static let fields: [TemplateField<Self>] = [
    .text("name", "Its case.") { $0.name },
    .text("doc", "Its comment.") { $0.doc },
    .text("assignment", "The raw value with ` = ` before it; empty if it equals the case's name.") { $0.assignment },
    .text("statements", "The assignments that change the configuration, or `break`.") { $0.statements },
  ]
}

/// An argument that the caller supplies.
package protocol TypedArgument: TemplateModel {
  /// The type, with the default value if there is one.
  var type: String { get }
}

extension TypedArgument {
  /// Whether the caller must supply the argument.
  package var isRequired: Bool { !type.contains(" = ") }
}

/// An argument of the client's initializer, or of `clientCredential`.
package struct ArgumentModel: TypedArgument {
  package var name: String
  package var type: String
  var doc: String
  var comma = ","

  package static let fields: [TemplateField<Self>] = [
    .text("name", "Its name.") { $0.name },
    .text("type", "Its type, with the default value if there is one.") { $0.type },
    .text("doc", "Its entry in the list of parameters.") { $0.doc },
    .text("comma", "The comma after it; empty for the last argument.") { $0.comma },
  ]
}

/// Whether the initializer takes a client secret.
package struct SecretModel: TemplateModel {
  package var isPossible: Bool
  package var isRequired: Bool

  package static let fields: [TemplateField<Self>] = [
    .flag("isPossible", "A client can have one.") { $0.isPossible },
    .flag("isRequired", "Every client has one.") { $0.isRequired },
  ]
}

/// How the initializer takes the client ID.
package struct ClientIDModel: TemplateModel {
  /// Whether the client registers itself, so that the app may omit the ID.
  package var isOptional: Bool
  /// Whether the ID is the URL of a document.
  package var isURL: Bool

  package static let fields: [TemplateField<Self>] = [
    .flag("isOptional", "The client registers itself if the app doesn't pass an ID.") { $0.isOptional },
    .flag("isURL", "The ID is the URL of the client's metadata document.") { $0.isURL },
  ]
}

/// An argument of `signIn`, or of the method that replaces it.
package struct ParameterModel: TypedArgument {
  package var name: String
  package var type: String
  var doc: String
  var statement: String

  package static let fields: [TemplateField<Self>] = [
    .text("name", "Its name.") { $0.name },
    .text("type", "Its type, with the default value if there is one.") { $0.type },
    .text("doc", "Its entry in the list of parameters.") { $0.doc },
    .text("statement", "The statement that adds it to `parameters`.") { $0.statement },
  ]
}

/// An enumeration of string values.
struct EnumerationModel: TemplateModel {
  var type: String
  var doc: String
  var isOpen: Bool
  var cases: [CaseModel]

  static let fields: [TemplateField<Self>] = [
    .text("type", "Its name.") { $0.type },
    .text("doc", "Its comment.") { $0.doc },
    .flag("isOpen", "Unlisted values are allowed too.") { $0.isOpen },
    .list("cases", "The values.") { $0.cases },
  ]
}

/// A named value.
struct CaseModel: TemplateModel {
  var name: String
  var doc: String
  /// ` = "select_account"`, or empty if Swift derives the same raw value from the name.
  var assignment: String
  var key: String
  /// ` { "value" }`, on several lines if it doesn't fit on one.
  var accessor = ""

  static let fields: [TemplateField<Self>] = [
    .text("accessor", "The body of the static property that returns the value.") { $0.accessor },
    .text("name", "Its name in Swift.") { $0.name },
    .text("doc", "Its comment.") { $0.doc },
    .text("assignment", "The raw value with ` = ` before it; empty if it equals the case's name.") { $0.assignment },
    .text("key", "The value as a literal.") { $0.key },
  ]
}

/// A typed field of a response.
struct FieldModel: TemplateModel {
  var name: String
  var type: String
  var doc: String
  var value: String

  static let fields: [TemplateField<Self>] = [
    .text("name", "Its name.") { $0.name },
    .text("type", "Its type.") { $0.type },
    .text("doc", "Its comment.") { $0.doc },
    .text("value", "The expression that reads it.") { $0.value },
  ]
}

/// A Boolean argument of `signOut`.
package struct FlagModel: TemplateModel {
  package var name: String
  var key: String
  var doc: String

  package static let fields: [TemplateField<Self>] = [
    .text("name", "Its name.") { $0.name },
    .text("key", "The parameter as a literal.") { $0.key },
    .text("doc", "Its entry in the list of parameters.") { $0.doc },
  ]
}
