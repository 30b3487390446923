/// Everything that the client's template may say about one provider.
///
/// Every `String` here is a Swift literal, identifier or comment line made by `Syntax/`; none is raw YAML text.
struct ClientModel: TemplateModel {
  var type: String
  /// The descriptor's file name, for the first line.
  var source: String
  var name: String
  var doc: [String]
  var exampleArguments: String
  var conformances: String
  var needsFoundation: Bool
  var configuration: ConfigurationModel
  var variables: [VariableModel]
  var secret: SecretModel
  var parameters: [ParameterModel]
  var enumerations: [EnumerationModel]
  var userConformances: String
  var claims: [ClaimModel]
  var errors: [CaseModel]
  var scopes: [ScopeModel]
  var flags: [FlagModel]

  static let fields: [TemplateField<Self>] = [
    .text("type") { $0.type },
    .text("source") { $0.source },
    .text("name") { $0.name },
    .lines("doc") { $0.doc },
    .text("exampleArguments") { $0.exampleArguments },
    .text("conformances") { $0.conformances },
    .flag("needsFoundation") { $0.needsFoundation },
    .model("configuration") { $0.configuration },
    .list("variables") { $0.variables },
    .model("secret") { $0.secret },
    .list("parameters") { $0.parameters },
    .list("enumerations") { $0.enumerations },
    .text("userConformances") { $0.userConformances },
    .list("claims") { $0.claims },
    .list("errors") { $0.errors },
    .list("scopes") { $0.scopes },
    .list("flags") { $0.flags },
  ]
}

/// An argument of the client's initializer.
struct VariableModel: TemplateModel {
  var name: String
  var key: String
  /// Lines of the `- Parameters:` section.
  var doc: [String]
  var comma: String

  static let fields: [TemplateField<Self>] = [
    .text("name") { $0.name },
    .text("key") { $0.key },
    .lines("doc") { $0.doc },
    .text("comma") { $0.comma },
  ]
}

/// Whether the initializer takes a client secret.
struct SecretModel: TemplateModel {
  var isPossible: Bool
  var isRequired: Bool

  static let fields: [TemplateField<Self>] = [
    .flag("isPossible") { $0.isPossible },
    .flag("isRequired") { $0.isRequired },
  ]
}

/// An argument of `signIn`.
struct ParameterModel: TemplateModel {
  var name: String
  var key: String
  var type: String
  var defaultValue: String
  var doc: [String]

  static let fields: [TemplateField<Self>] = [
    .text("name") { $0.name },
    .text("key") { $0.key },
    .text("type") { $0.type },
    .text("defaultValue") { $0.defaultValue },
    .lines("doc") { $0.doc },
  ]
}

/// The words of a parameter.
struct EnumerationModel: TemplateModel {
  var type: String
  var doc: [String]
  var cases: [CaseModel]

  static let fields: [TemplateField<Self>] = [
    .text("type") { $0.type },
    .lines("doc") { $0.doc },
    .list("cases") { $0.cases },
  ]
}

/// A case with its word on the wire.
struct CaseModel: TemplateModel {
  var name: String
  var doc: [String]
  /// ` = "select_account"`, or nothing where Swift makes the same raw value of the name.
  var assignment: String

  static let fields: [TemplateField<Self>] = [
    .text("name") { $0.name },
    .lines("doc") { $0.doc },
    .text("assignment") { $0.assignment },
  ]
}

/// A typed claim of the user.
struct ClaimModel: TemplateModel {
  var name: String
  var key: String
  var type: String
  var accessor: String
  var doc: [String]
  var isLong: Bool

  static let fields: [TemplateField<Self>] = [
    .text("name") { $0.name },
    .text("key") { $0.key },
    .text("type") { $0.type },
    .text("accessor") { $0.accessor },
    .lines("doc") { $0.doc },
    .flag("isLong") { $0.isLong },
  ]
}

/// A scope with a name of its own.
struct ScopeModel: TemplateModel {
  var name: String
  var key: String
  var doc: [String]
  var isLong: Bool

  static let fields: [TemplateField<Self>] = [
    .text("name") { $0.name },
    .text("key") { $0.key },
    .lines("doc") { $0.doc },
    .flag("isLong") { $0.isLong },
  ]
}

/// A switch of `signOut`.
struct FlagModel: TemplateModel {
  var name: String
  var key: String
  var doc: [String]

  static let fields: [TemplateField<Self>] = [
    .text("name") { $0.name },
    .text("key") { $0.key },
    .lines("doc") { $0.doc },
  ]
}
