/// What the built-in templates must declare for a model, and nothing else.
enum ExpectedDeclarations {
  static func of(_ model: FileModel) -> [DeclaredName] {
    [DeclaredName("import", "AuthRuntime")] + (model.needsFoundation ? [DeclaredName("import", "Foundation")] : [])
      + model.clients.flatMap(of)
  }

  static func of(_ model: ClientModel) -> [DeclaredName] {
    provider(model) + environments(model) + user(model) + fields(model) + words(model) + scopes(model) + client(model)
      + backend(model) + resource(model)
  }

  private static func provider(_ model: ClientModel) -> [DeclaredName] {
    let aliases = ["Client", "Failure"] + (model.isBackend ? ["Backend"] : []) + (model.hasResources ? ["API"] : [])
    return [DeclaredName("enum", model.type)] + aliases.map { DeclaredName("typealias", model.type, $0) } + [
      DeclaredName("let", model.type, "configuration"), DeclaredName("closure", model.type, "{}"),
    ]
  }

  private static func environments(_ model: ClientModel) -> [DeclaredName] {
    if model.environments.isEmpty { return [] }
    return enumeration(model.type, "Environment", model.environments.map(\.name)) + [
      DeclaredName("func", model.type, "configuration"),
      DeclaredName("parameter", model.type, "configuration", "environment"),
      DeclaredName("var", model.type, "configuration", "configuration"),
    ]
  }

  private static func user(_ model: ClientModel) -> [DeclaredName] {
    structure(model.type, "User", "claims", model.claims.map(\.name))
      + [DeclaredName("let", model.type, "User", "claims")]
  }

  private static func fields(_ model: ClientModel) -> [DeclaredName] {
    let all = [("TokenFields", model.tokenFields), ("CallbackFields", model.callbackFields)]
    return all.filter { !$1.isEmpty }.flatMap { structure(model.type, $0, "fields", $1.map(\.name)) }
  }

  private static func structure(
    _ type: String, _ name: String, _ argument: String, _ members: [String]
  ) -> [DeclaredName] {
    [
      DeclaredName("struct", type, name), DeclaredName("init", type, name, "init"),
      DeclaredName("parameter", type, name, "init", argument),
    ] + members.map { DeclaredName("let", type, name, $0) }
  }

  private static func words(_ model: ClientModel) -> [DeclaredName] {
    let errors =
      model.errors.isEmpty
      ? [DeclaredName("typealias", model.type, "ErrorCode")]
      : enumeration(model.type, "ErrorCode", model.errors.map(\.name))
    let sets =
      model.tokenSets.isEmpty ? [] : enumeration(model.type, "TokenSet", model.tokenSets.map(\.name))
    return errors + sets
      + model.enumerations.flatMap { enumeration(model.type, $0.type, $0.cases.map(\.name)) }
      + model.scopeGroups.flatMap { group($0, in: model.type) }
  }

  private static func group(_ group: EnumerationModel, in type: String) -> [DeclaredName] {
    if !group.isOpen { return enumeration(type, group.type, group.cases.map(\.name)) }
    return [
      DeclaredName("struct", type, group.type), DeclaredName("let", type, group.type, "rawValue"),
      DeclaredName("init", type, group.type, "init"),
      DeclaredName("parameter", type, group.type, "init", "rawValue"),
    ] + group.cases.map { DeclaredName("var", type, group.type, $0.name) }
  }

  private static func enumeration(_ type: String, _ name: String, _ cases: [String]) -> [DeclaredName] {
    [DeclaredName("enum", type, name)] + cases.map { DeclaredName("case", type, name, $0) }
  }

  private static func scopes(_ model: ClientModel) -> [DeclaredName] {
    if !model.hasScopes { return [] }
    if !model.hasOpenScopes { return enumeration(model.type, "Scope", model.scopes.map(\.name)) }
    let alias = [DeclaredName("typealias", model.type, "Scope")]
    if model.scopes.isEmpty { return alias }
    return alias + [DeclaredName("extension", "AuthScope")]
      + model.scopes.map { DeclaredName("var", "AuthScope", $0.name) }
  }

  private static func client(_ model: ClientModel) -> [DeclaredName] {
    let initializer =
      (model.environments.isEmpty ? [] : ["site"]) + model.arguments.map(\.name) + ["clientID"]
      + (model.secret.isPossible ? ["clientSecret"] : [])
      + (model.isSigned && !model.isBackend ? ["signTokenRequest"] : [])
      + ["redirect", "environment"]
    let signIn = (model.hasScopes ? ["scopes"] : []) + model.parameters.map(\.name) + ["timeout"]
    let signOut = model.flags.map(\.name) + ["timeout"]
    let locals = model.parameters.isEmpty ? [] : ["parameters"]
    return [DeclaredName("extension", "AuthClient")]
      + function("AuthClient", "init", "init", initializer, locals: [])
      + function("AuthClient", "func", model.isBackend ? "authorize" : "signIn", signIn, locals: locals)
      + (model.isImplicit
        ? [DeclaredName("attribute", "AuthClient", model.isBackend ? "authorize" : "signIn", model.deprecation)] : [])
      + device(model) + (model.isBackend ? [] : credential(model, of: "AuthClient"))
      + (model.flags.isEmpty ? [] : function("AuthClient", "func", "signOut", signOut, locals: ["flags"]))
      + (model.isBackend ? [] : readers(model, of: "AuthClient", fields: [], callback: [], sets: []))
  }

  private static func device(_ model: ClientModel) -> [DeclaredName] {
    guard model.hasDeviceFlow else { return [] }
    let parameters = (model.hasScopes ? ["scopes"] : []) + model.deviceParameters.map(\.name) + ["show"]
    let locals = model.deviceParameters.isEmpty ? [] : ["parameters"]
    return function("AuthClient", "func", "signInOnAnotherDevice", parameters, locals: locals)
      + ["@escaping", "@Sendable"].map { DeclaredName("attribute", "AuthClient", "signInOnAnotherDevice", $0) }
  }

  private static func credential(_ model: ClientModel, of type: String) -> [DeclaredName] {
    guard model.hasClientCredentials else { return [] }
    let locals = model.credentialParameters.isEmpty ? [] : ["parameters"]
    return function(type, "func", "clientCredential", model.credentialArguments.map(\.name), locals: locals)
  }

  private static func backend(_ model: ClientModel) -> [DeclaredName] {
    guard model.isBackend else { return [] }
    let initializer =
      (model.environments.isEmpty ? [] : ["site"]) + model.backendArguments.map(\.name) + ["clientID"]
      + (model.needsBackendSecret ? ["clientSecret"] : []) + (model.isSigned ? ["signTokenRequest"] : []) + [
        "environment"
      ]
    return [DeclaredName("extension", "BackendExchange")]
      + function("BackendExchange", "init", "init", initializer, locals: [])
      + credential(model, of: "BackendExchange")
      + readers(model, of: "BackendExchange", fields: ["credential"], callback: ["grant"], sets: ["credential"])
  }

  private static func resource(_ model: ClientModel) -> [DeclaredName] {
    guard model.hasResources else { return [] }
    let initializer =
      (model.environments.isEmpty ? [] : ["site"]) + model.resourceArguments.map(\.name) + ["audiences"]
      + (model.mayIntrospect ? ["client"] : []) + ["cache", "environment"]
    return [DeclaredName("extension", "ResourceServer")]
      + function("ResourceServer", "init", "init", initializer, locals: [])
  }

  /// What reads the typed members, with the arguments that say of what.
  private static func readers(
    _ model: ClientModel, of type: String, fields: [String], callback: [String], sets: [String]
  ) -> [DeclaredName] {
    (model.tokenFields.isEmpty ? [] : function(type, "func", "tokenFields", fields, locals: []))
      + (model.callbackFields.isEmpty ? [] : function(type, "func", "callbackFields", callback, locals: []))
      + (model.tokenSets.isEmpty ? [] : function(type, "func", "accessToken", ["set"] + sets, locals: []))
  }

  private static func function(
    _ type: String, _ kind: String, _ name: String, _ parameters: [String], locals: [String]
  ) -> [DeclaredName] {
    [DeclaredName(kind, type, name)] + parameters.map { DeclaredName("parameter", type, name, $0) }
      + locals.map { DeclaredName("var", type, name, $0) }
  }
}
