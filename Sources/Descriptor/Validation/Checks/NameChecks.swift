import AuthConfiguration

/// The rules for Swift names: they must be identifiers, and they must be unique.
enum NameChecks {
  /// The generator checks for keywords, because it uses Swift's own parser.
  @Sendable static func identifiers(_ context: CheckContext) -> [Diagnostic] {
    NamedDeclaration.all(in: context.descriptor).flatMap { scope in
      scope.declarations.compactMap { declaration -> Diagnostic? in
        if declaration.swiftName.isPlainIdentifier, declaration.swiftName.first?.isLowercase == true { return nil }
        let message =
          "'\(declaration.swiftName)' isn't a valid Swift name; use a lowercase letter followed by letters and digits"
        let location = context.tree.location(of: declaration.path)
        return Diagnostic(.names.invalidIdentifier, message, at: location, note: scope.advice)
      }
    }
  }

  @Sendable static func conflicts(_ context: CheckContext) -> [Diagnostic] {
    NamedDeclaration.all(in: context.descriptor).flatMap { scope in
      var owners: [String: NamedDeclaration] = [:]
      return scope.declarations.compactMap { declaration -> Diagnostic? in
        let name = declaration.name
        if scope.reserved.contains(declaration.swiftName) {
          let message = "'\(name)' would become '\(declaration.swiftName)', which is already a name in \(scope.name)"
          let location = context.tree.location(of: declaration.path)
          return Diagnostic(.names.nameConflict, message, at: location, note: scope.advice)
        }
        // Another rule reports a repeated value.
        guard let owner = owners.updateValue(declaration, forKey: declaration.swiftName), owner.name != name else {
          return nil
        }
        let message = "'\(owner.name)' and '\(name)' would both become '\(declaration.swiftName)' in \(scope.name)"
        let isInherited = context.tree.entry(at: declaration.path)?.location.isBuiltIn == true
        let location = context.tree.location(of: isInherited ? owner.path : declaration.path)
        return Diagnostic(.names.nameConflict, message, at: location, note: scope.advice)
      }
    } + nestedTypes(context)
  }

  private static func nestedTypes(_ context: CheckContext) -> [Diagnostic] {
    let descriptor = context.descriptor
    let parameters = descriptor.parameters.filter { $0.isClosed && !$0.isConstant }.map { parameter in
      (parameter.name, parameter.swiftName, ["authorize", "parameters", parameter.name])
    }
    let variables = descriptor.variables.filter { !$0.values.isEmpty && $0.rule.pattern == nil }.map { variable in
      (variable.name, variable.swiftName, ["variables", variable.name])
    }
    let taken = ReservedNames.types.subtracting(ReservedNames.allowedNestedTypes).union([descriptor.swiftType])
    return (parameters + variables).compactMap { name, swiftName, path in
      let type = SwiftName.type(for: name, named: swiftName)
      guard taken.contains(type) else { return nil }
      let message = "'\(name)' would become the type '\(type)', which already exists"
      let location = context.tree.location(of: path)
      return Diagnostic(.names.nameConflict, message, at: location, note: "set another name with 'case:'")
    }
  }
}

/// A declaration with a Swift name, grouped by the scope in which names must be unique.
struct NamedDeclaration: Sendable {
  struct Scope: Sendable {
    var name: String
    var declarations: [NamedDeclaration]
    var reserved: Set<String>
    /// Advice for an invalid name.
    var advice = "set another name with 'case:'"
  }

  var swiftName: String
  var path: [String]
  /// The key in the descriptor.
  var name: String { path[path.count - 1] }

  static func all(in descriptor: ProviderDescriptor) -> [Scope] {
    let claims = descriptor.claims
    let user = claims.standard.reduce(ReservedNames.userOfEveryProvider) { $0.union(ReservedNames.user($1)) }
    let fixed = [
      Scope(
        name: "the initializer",
        declarations: variables(of: descriptor, from: .app)
          + named(descriptor.settings, \.swiftName, ["client", "settings"], \.name),
        reserved: ReservedNames.initializer(of: descriptor)),
      Scope(
        name: "signIn",
        declarations: variables(of: descriptor, from: .request)
          + named(descriptor.scopeGroups, \.swiftName, ["scopes", "groups"], \.name)
          + named(descriptor.parameters, \.swiftName, ["authorize", "parameters"], \.name),
        reserved: ReservedNames.signIn.union(descriptor.hasDeviceFlow ? ReservedNames.device : [])
          .union(descriptor.details.isEmpty ? [] : ReservedNames.details)
          .union(descriptor.configuration.authorization.resources == .none ? [] : ReservedNames.resources)),
      Scope(
        name: "signInOverBackchannel",
        declarations: named(
          descriptor.parameters.filter { $0.requests.contains(.backchannel) }, \.swiftName,
          ["authorize", "parameters"], \.name),
        reserved: descriptor.hasBackchannelFlow ? ReservedNames.backchannel : []),
      Scope(
        name: "signOut", declarations: named(descriptor.flags, \.swiftName, ["logout", "flags"], \.name),
        reserved: ReservedNames.signOut),
      Scope(
        name: "Scope", declarations: named(descriptor.scopes.values, \.caseName, ["scopes", "values"], \.name),
        reserved: ReservedNames.scopes),
      Scope(
        name: "TokenFields",
        declarations: named(descriptor.tokenFields, \.swiftName, ["token", "response", "fields"], \.swiftName),
        reserved: ReservedNames.fields, advice: "use another key, because a field's key is its Swift name"),
      Scope(
        name: "CallbackFields",
        declarations: named(descriptor.callbackFields, \.swiftName, ["callback", "fields"], \.key),
        reserved: ReservedNames.fields),
      Scope(
        name: "Environment", declarations: named(descriptor.environments, \.swiftName, ["environments"], \.name),
        reserved: ReservedNames.cases),
      Scope(
        name: "User", declarations: named(claims.custom, \.swiftName, ["claims", "custom"], \.swiftName),
        reserved: user, advice: "use another key, because a claim's key is its Swift name"),
      Scope(
        name: "ErrorCode", declarations: named(descriptor.errors, \.caseName, ["errors"], \.code),
        reserved: ReservedNames.cases),
    ]
    return fixed + descriptor.parameters.filter { !$0.values.isEmpty }.map(values)
      + descriptor.variables.filter { !$0.values.isEmpty }.map(values) + descriptor.scopeGroups.map(values)
      + details(of: descriptor) + requestFunctions(of: descriptor) + firstParty(of: descriptor)
  }

  /// Returns the declarations for the entries of the map at a path.
  static func named<Entry>(
    _ entries: [Entry], _ swiftName: (Entry) -> String, _ path: [String], _ key: (Entry) -> String
  ) -> [NamedDeclaration] {
    entries.map { NamedDeclaration(swiftName: swiftName($0), path: path + [key($0)]) }
  }

  private static func variables(
    of descriptor: ProviderDescriptor, from source: ProviderConfiguration.Variable.Source
  ) -> [NamedDeclaration] {
    named(descriptor.variables.filter { $0.rule.source == source }, \.swiftName, ["variables"], \.name)
  }

  private static func values(of variable: ProviderDescriptor.Variable) -> Scope {
    Scope(
      name: SwiftName.type(for: variable.name, named: variable.swiftName),
      declarations: named(variable.values, \.caseName, ["variables", variable.name, "values"], \.rawValue),
      reserved: ReservedNames.cases)
  }

  private static func values(of group: ProviderDescriptor.Scopes) -> Scope {
    Scope(
      name: "the scopes of '\(group.name)'",
      declarations: named(group.values, \.caseName, ["scopes", "groups", group.name, "values"], \.name),
      reserved: ReservedNames.scopes)
  }

  private static func values(of parameter: ProviderDescriptor.Parameter) -> Scope {
    Scope(
      name: SwiftName.type(for: parameter.name, named: parameter.swiftName),
      declarations: named(
        parameter.values, \.caseName, ["authorize", "parameters", parameter.name, "values"], \.rawValue),
      reserved: ReservedNames.cases)
  }
}
