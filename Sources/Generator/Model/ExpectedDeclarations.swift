/// What the built-in templates must declare for a model, and nothing else.
enum ExpectedDeclarations {
  static func of(_ model: ClientModel) -> [DeclaredName] {
    imports(model) + provider(model) + user(model) + enumerations(model) + scopes(model) + client(model)
  }

  private static func imports(_ model: ClientModel) -> [DeclaredName] {
    [DeclaredName("import", "AuthRuntime")] + (model.needsFoundation ? [DeclaredName("import", "Foundation")] : [])
  }

  private static func provider(_ model: ClientModel) -> [DeclaredName] {
    [
      DeclaredName("enum", model.type),
      DeclaredName("typealias", model.type, "Client"),
      DeclaredName("typealias", model.type, "Failure"),
      DeclaredName("typealias", model.type, "Scope"),
      DeclaredName("let", model.type, "configuration"),
    ]
  }

  private static func user(_ model: ClientModel) -> [DeclaredName] {
    [
      DeclaredName("struct", model.type, "User"),
      DeclaredName("let", model.type, "User", "claims"),
      DeclaredName("init", model.type, "User", "init"),
      DeclaredName("parameter", model.type, "User", "init", "claims"),
    ] + model.claims.map { DeclaredName("let", model.type, "User", $0.name) }
  }

  private static func enumerations(_ model: ClientModel) -> [DeclaredName] {
    let errors = [DeclaredName(model.errors.isEmpty ? "typealias" : "enum", model.type, "ErrorCode")]
    let errorCases = model.errors.map { DeclaredName("case", model.type, "ErrorCode", $0.name) }
    return errors + errorCases
      + model.enumerations.flatMap { enumeration in
        [DeclaredName("enum", model.type, enumeration.type)]
          + enumeration.cases.map { DeclaredName("case", model.type, enumeration.type, $0.name) }
      }
  }

  private static func scopes(_ model: ClientModel) -> [DeclaredName] {
    if model.scopes.isEmpty { return [] }
    return [DeclaredName("extension", "AuthScope")]
      + model.scopes.map { DeclaredName("var", "AuthScope", $0.name) }
  }

  private static func client(_ model: ClientModel) -> [DeclaredName] {
    let initializer =
      model.variables.map(\.name) + ["clientID"] + (model.secret.isPossible ? ["clientSecret"] : [])
      + ["redirect", "environment"]
    let signIn = ["scopes"] + model.parameters.map(\.name) + ["timeout"]
    let signOut = model.flags.map(\.name) + ["timeout"]
    return [DeclaredName("extension", "AuthClient")]
      + function("init", "init", initializer, locals: [])
      + function("func", "signIn", signIn, locals: model.parameters.isEmpty ? [] : ["parameters"])
      + (model.flags.isEmpty ? [] : function("func", "signOut", signOut, locals: ["flags"]))
  }

  private static func function(
    _ kind: String, _ name: String, _ parameters: [String], locals: [String]
  ) -> [DeclaredName] {
    [DeclaredName(kind, "AuthClient", name)]
      + parameters.map { DeclaredName("parameter", "AuthClient", name, $0) }
      + locals.map { DeclaredName("var", "AuthClient", name, $0) }
  }
}
