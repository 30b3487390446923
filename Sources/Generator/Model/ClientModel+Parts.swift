/// A place where the provider runs.
struct EnvironmentModel: TemplateModel {
  var name: String
  var doc: String
  var assignment: String
  /// What differs from the configuration, a statement a line.
  var statements: String

  static let fields: [TemplateField<Self>] = [
    .text("name", "Its case.") { $0.name },
    .text("doc", "Its comment.") { $0.doc },
    .text("assignment", "The raw value with ` = ` before it, where it is not the case's name.") { $0.assignment },
    .text("statements", "What differs from the configuration; `break` when nothing does.") { $0.statements },
  ]
}

/// Something that a caller says.
package protocol TypedArgument: TemplateModel {
  /// Its type, with a default value where it has one.
  var type: String { get }
}

extension TypedArgument {
  /// Whoever calls has to say it.
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
    .text("type", "Its type, with a default value where it has one.") { $0.type },
    .text("doc", "Its entry in the list of parameters.") { $0.doc },
    .text("comma", "What stands behind it: nothing where no argument follows.") { $0.comma },
  ]
}

/// Whether the initializer takes a client secret.
package struct SecretModel: TemplateModel {
  package var isPossible: Bool
  package var isRequired: Bool

  package static let fields: [TemplateField<Self>] = [
    .flag("isPossible", "A client may have one.") { $0.isPossible },
    .flag("isRequired", "Every client has one.") { $0.isRequired },
  ]
}

/// An argument of `signIn`, or of what stands in its place.
package struct ParameterModel: TypedArgument {
  package var name: String
  package var type: String
  var doc: String
  var statement: String

  package static let fields: [TemplateField<Self>] = [
    .text("name", "Its name.") { $0.name },
    .text("type", "Its type, with a default value where it has one.") { $0.type },
    .text("doc", "Its entry in the list of parameters.") { $0.doc },
    .text("statement", "Puts it into `parameters`.") { $0.statement },
  ]
}

/// A type of words.
struct EnumerationModel: TemplateModel {
  var type: String
  var doc: String
  var isOpen: Bool
  var cases: [CaseModel]

  static let fields: [TemplateField<Self>] = [
    .text("type", "Its name.") { $0.type },
    .text("doc", "Its comment.") { $0.doc },
    .flag("isOpen", "Words that are not listed are possible too.") { $0.isOpen },
    .list("cases", "The words.") { $0.cases },
  ]
}

/// A word with a name.
struct CaseModel: TemplateModel {
  var name: String
  var doc: String
  /// ` = "select_account"`, or nothing where Swift makes the same raw value of the name.
  var assignment: String
  var key: String
  /// ` { "word" }`, broken where the line would be too long.
  var accessor = ""

  static let fields: [TemplateField<Self>] = [
    .text("accessor", "The body of a static property that gives the word.") { $0.accessor },
    .text("name", "Its name in Swift.") { $0.name },
    .text("doc", "Its comment.") { $0.doc },
    .text("assignment", "The raw value with ` = ` before it, where it is not the case's name.") { $0.assignment },
    .text("key", "The word as a literal.") { $0.key },
  ]
}

/// A typed member of an answer.
struct FieldModel: TemplateModel {
  var name: String
  var type: String
  var doc: String
  var value: String

  static let fields: [TemplateField<Self>] = [
    .text("name", "Its name.") { $0.name },
    .text("type", "Its type.") { $0.type },
    .text("doc", "Its comment.") { $0.doc },
    .text("value", "Reads it.") { $0.value },
  ]
}

/// A switch of `signOut`.
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
