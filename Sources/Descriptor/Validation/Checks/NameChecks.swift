import AuthConfiguration

/// The rules for Swift names: they must be identifiers, and they must be unique.
enum NameChecks {
  /// The generator checks for keywords, because it uses Swift's own parser.
  @Sendable static func identifiers(_ context: CheckContext) -> [Diagnostic] {
    NamedDeclaration.all(in: context.descriptor).flatMap { scope in
      scope.things.compactMap { thing -> Diagnostic? in
        if thing.swiftName.isPlainIdentifier, thing.swiftName.first?.isLowercase == true { return nil }
        let message =
          "'\(thing.swiftName)' isn't a valid Swift name; use a lowercase letter followed by letters and digits"
        let location = context.tree.location(of: thing.path)
        return Diagnostic(.names.invalidIdentifier, message, at: location, note: scope.advice)
      }
    }
  }

  @Sendable static func conflicts(_ context: CheckContext) -> [Diagnostic] {
    NamedDeclaration.all(in: context.descriptor).flatMap { scope in
      var owners: [String: NamedDeclaration] = [:]
      return scope.things.compactMap { thing -> Diagnostic? in
        let location = context.tree.location(of: thing.path)
        let name = thing.name
        if scope.reserved.contains(thing.swiftName) {
          let message = "'\(name)' would become '\(thing.swiftName)', which is already a name in \(scope.name)"
          return Diagnostic(.names.nameConflict, message, at: location, note: scope.advice)
        }
        // Another rule reports a repeated value.
        guard let owner = owners.updateValue(thing, forKey: thing.swiftName), owner.name != name else { return nil }
        let message = "'\(owner.name)' and '\(name)' would both become '\(thing.swiftName)' in \(scope.name)"
        let isInherited = context.tree.entry(at: thing.path)?.location.isBuiltIn == true
        let place = isInherited ? context.tree.location(of: owner.path) : location
        return Diagnostic(.names.nameConflict, message, at: place, note: scope.advice)
      }
    } + nestedTypes(context)
  }

  private static func nestedTypes(_ context: CheckContext) -> [Diagnostic] {
    let closed = context.descriptor.parameters.filter(\.isClosed)
    let taken = ReservedNames.types.union([context.descriptor.swiftType])
    return closed.filter { taken.contains(SwiftName.upperCamel($0.name)) }.map { parameter in
      let message =
        "'\(parameter.name)' would become the type '\(SwiftName.upperCamel(parameter.name))', which already exists"
      return context.finding(.names.nameConflict, message, at: "authorize", "parameters", parameter.name)
    }
  }
}

/// A declaration with a Swift name, grouped by the scope in which names must be unique.
struct NamedDeclaration: Sendable {
  struct Scope: Sendable {
    var name: String
    var things: [NamedDeclaration]
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
        things: descriptor.variables.filter { $0.rule.source == .app }.map {
          NamedDeclaration(swiftName: $0.swiftName, path: ["variables", $0.name])
        }
          + descriptor.settings.map {
            NamedDeclaration(swiftName: $0.swiftName, path: ["client", "settings", $0.name])
          },
        reserved: ReservedNames.initializer),
      Scope(
        name: "signIn",
        things: descriptor.variables.filter { $0.rule.source == .request }.map {
          NamedDeclaration(swiftName: $0.swiftName, path: ["variables", $0.name])
        }
          + descriptor.scopeGroups.map {
            NamedDeclaration(swiftName: $0.swiftName, path: ["scopes", "groups", $0.name])
          }
          + descriptor.parameters.map {
            NamedDeclaration(swiftName: $0.swiftName, path: ["authorize", "parameters", $0.name])
          }, reserved: ReservedNames.signIn.union(descriptor.hasDeviceFlow ? ReservedNames.device : [])),
      Scope(
        name: "signOut",
        things: descriptor.flags.map {
          NamedDeclaration(swiftName: $0.swiftName, path: ["logout", "flags", $0.name])
        }, reserved: ReservedNames.signOut),
      Scope(
        name: "Scope",
        things: descriptor.scopes.values.map {
          NamedDeclaration(swiftName: $0.caseName, path: ["scopes", "values", $0.name])
        }, reserved: ReservedNames.scopes),
      Scope(
        name: "TokenFields",
        things: descriptor.tokenFields.map {
          NamedDeclaration(swiftName: $0.swiftName, path: ["token", "response", "fields", $0.swiftName])
        }, reserved: ReservedNames.fields, advice: "use another key, because a field's key is its Swift name"),
      Scope(
        name: "CallbackFields",
        things: descriptor.callbackFields.map {
          NamedDeclaration(swiftName: $0.swiftName, path: ["callback", "fields", $0.key])
        }, reserved: ReservedNames.fields),
      Scope(
        name: "Environment",
        things: descriptor.environments.map {
          NamedDeclaration(swiftName: $0.swiftName, path: ["environments", $0.name])
        }, reserved: ReservedNames.cases),
      Scope(
        name: "User",
        things: claims.custom.map {
          NamedDeclaration(swiftName: $0.swiftName, path: ["claims", "custom", $0.swiftName])
        }, reserved: user, advice: "use another key, because a claim's key is its Swift name"),
      Scope(
        name: "ErrorCode",
        things: descriptor.errors.map { NamedDeclaration(swiftName: $0.caseName, path: ["errors", $0.code]) },
        reserved: ReservedNames.cases),
    ]
    return fixed + descriptor.parameters.filter { !$0.values.isEmpty }.map(values)
      + descriptor.variables.filter { !$0.values.isEmpty }.map(values) + descriptor.scopeGroups.map(values)
  }

  private static func values(of variable: ProviderDescriptor.Variable) -> Scope {
    Scope(
      name: SwiftName.upperCamel(variable.name),
      things: variable.values.map {
        NamedDeclaration(swiftName: $0.caseName, path: ["variables", variable.name, "enum", $0.rawValue])
      }, reserved: ReservedNames.cases)
  }

  private static func values(of group: ProviderDescriptor.Scopes) -> Scope {
    Scope(
      name: "the scopes of '\(group.name)'",
      things: group.values.map {
        NamedDeclaration(swiftName: $0.caseName, path: ["scopes", "groups", group.name, "values", $0.name])
      }, reserved: ReservedNames.scopes)
  }

  private static func values(of parameter: ProviderDescriptor.Parameter) -> Scope {
    Scope(
      name: SwiftName.upperCamel(parameter.name),
      things: parameter.values.map {
        NamedDeclaration(
          swiftName: $0.caseName, path: ["authorize", "parameters", parameter.name, "values", $0.rawValue])
      }, reserved: ReservedNames.cases)
  }
}
