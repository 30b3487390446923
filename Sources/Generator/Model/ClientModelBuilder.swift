import AuthConfiguration
import AuthDescriptor

/// Builds the model of a client from a descriptor.
package struct ClientModelBuilder {
  typealias Descriptor = ProviderDescriptor

  let descriptor: ProviderDescriptor
  let access: AccessLevel
  var text: SwiftText

  /// - Throws: All strings of the descriptor that can't be converted to Swift.
  package static func model(of source: LoadedDescriptor, access: AccessLevel) throws(DiagnosticsError) -> ClientModel {
    var builder = ClientModelBuilder(descriptor: source.descriptor, access: access, text: SwiftText(source))
    let model = builder.build()
    let types = (model.enumerations + model.scopeGroups).map(\.type) + model.details.map(\.type)
    builder.text.rejectRepetitions(of: types, "authorize", "parameters")
    guard builder.text.findings.isEmpty else { throw DiagnosticsError(builder.text.findings) }
    return model
  }

  private mutating func build() -> ClientModel {
    ClientModel(
      type: text.identifier(descriptor.swiftType, "swift", "type"),
      access: access.prefix,
      name: text.inline(descriptor.name, "name"),
      doc: typeDoc(),
      exampleArguments: exampleArguments,
      exampleCall: isSignIn ? "let user = try await client.signIn()" : "let grant = try await client.authorize()",
      conformances: conformances.joined(separator: "\n"),
      opening: conformances.count == 1 ? " {" : "\n{",
      configuration: configuration(),
      environments: environments(),
      arguments: arguments(with: descriptor.settings.filter(isNeeded)),
      variables: variablesExpression,
      settings: settingsExpression(descriptor.settings.filter(isNeeded)),
      secret: secret,
      credentials: descriptor.usesBackend ? [] : credentials,
      clientID: ClientIDModel(isOptional: registration.registersItself, isURL: registration == .document),
      isBackend: descriptor.usesBackend,
      hasBackend: hasBackend,
      identifiesUser: descriptor.identifiesUser,
      backendArguments: hasBackend ? arguments(with: descriptor.settings) : [],
      backendSettings: settingsExpression(descriptor.settings),
      needsBackendSecret: descriptor.usesClientSecret,
      isBackendSecretOptional: !credentials.isEmpty,
      backendCredentials: hasBackend ? credentials : [],
      hasResources: descriptor.hasResources,
      resourceArguments: descriptor.hasResources ? arguments(with: []) : [],
      mayIntrospect: descriptor.canIntrospect,
      mustIntrospect: descriptor.configuration.accessToken.format == .opaque,
      isSigned: descriptor.hooks.contains(.signTokenRequest),
      hooks: descriptor.hooks.map(\.argument),
      isImplicit: !descriptor.configuration.authorization.responseType.includesCode,
      method: isSignIn ? "signIn" : "authorize",
      scopeWords: descriptor.configuration.scopes == nil ? "[]" : "scopes.map(\\.rawValue)",
      defaultEnvironment: descriptor.environments.first(where: \.isDefault)?.swiftName ?? "",
      hasScopes: descriptor.configuration.scopes != nil,
      hasOpenScopes: descriptor.scopes.isOpen,
      defaultScopes: defaultScopes,
      parameters: parameters(),
      hasDeviceFlow: descriptor.hasDeviceFlow,
      deviceMethod: descriptor.identifiesUser ? "signInOnAnotherDevice" : "authorizeOnAnotherDevice",
      deviceParameters: descriptor.hasDeviceFlow ? parameters(of: .device) : [],
      hasBackchannelFlow: descriptor.hasBackchannelFlow,
      backchannelParameters: descriptor.hasBackchannelFlow ? parameters(of: .backchannel) : [],
      hasFirstPartyFlow: descriptor.hasFirstPartyFlow,
      firstPartyParameters: descriptor.hasFirstPartyFlow ? parameters(of: .firstParty) : [],
      hasClientCredentials: descriptor.hasClientCredentials,
      credentialArguments: descriptor.hasClientCredentials ? credentialArguments() : [],
      credentialParameters: descriptor.hasClientCredentials ? parameters(of: .clientCredentials) : [],
      requests: requests(),
      hasServiceAccounts: descriptor.hasJWTBearer,
      accountArguments: descriptor.hasJWTBearer ? accountArguments() : [],
      accountComma: descriptor.hasJWTBearer && !accountArguments().isEmpty ? "," : "",
      accountScopes: accountHasScopes ? "scopes.map(\\.rawValue)" : "[]",
      accountSubject: descriptor.configuration.jwtBearer.subject == .none ? "nil" : "subject",
      detailTypes: detailTypes(),
      details: details(),
      enumerations: enumerations(),
      scopeGroups: scopeGroups(),
      userConformances: (["AuthUser"] + descriptor.claims.standard.map(\.protocolName)).joined(separator: ", "),
      claims: claims(),
      tokenFields: fields(descriptor.tokenFields, at: ["token", "response", "fields"]),
      callbackFields: fields(descriptor.callbackFields, at: ["callback", "fields"]),
      tokenSets: tokenSets(),
      errors: errors(),
      scopes: scopes(),
      flags: flags(),
      signOutDoc: text.doc(
        "Signs the user out: revokes tokens if \(descriptor.name) can, clears local state, and ends the browser session.",
        indentation: 2, "name")
    )
  }

  /// The comment of the type. It warns if a security feature is weaker than the standards require, and why.
  private mutating func typeDoc() -> String {
    let purpose = descriptor.identifiesUser ? "Sign-in with" : "Access to"
    let doc = text.doc("\(purpose) \(descriptor.name).", indentation: 0, "name")
    guard let reason = descriptor.provenance.reason else { return doc }
    return doc + "\n///\n" + text.doc(reason, indentation: 0, first: "- Warning: ", "provenance", "reason")
  }

  /// The protocols of the type.
  private var protocols: [String] {
    let place = descriptor.usesBackend ? "Backend" : "Direct"
    var names = ["DescribedProvider", place + (descriptor.identifiesUser ? "SignIn" : "Authorization")]
    if descriptor.canRefresh { names.append(descriptor.canChooseAudience ? "AudienceChoosing" : "TokenRefreshing") }
    if descriptor.canRevoke { names.append("TokenRevoking") }
    if descriptor.canEndSession { names.append("SessionEnding") }
    if descriptor.hasDeviceFlow { names.append("DeviceAuthorizing") }
    if descriptor.hasBackchannelFlow { names.append("BackchannelAuthenticating") }
    if descriptor.hasFirstPartyFlow { names.append("FirstPartyAuthenticating") }
    if descriptor.hasClientCredentials { names.append("ClientCredentialsGranting") }
    if !descriptor.exchanges.isEmpty { names.append("TokenExchanging") }
    if descriptor.hasJWTBearer { names.append("JWTBearerGranting") }
    if descriptor.canIntrospect { names.append("TokenIntrospecting") }
    if !descriptor.details.isEmpty { names.append("DetailRequesting") }
    if descriptor.hasUserInfo { names.append("UserInfoProviding") }
    return names
  }

  /// The protocols, in as few lines as possible.
  private var conformances: [String] {
    let names = protocols
    let start = access.prefix.count + "enum \(descriptor.swiftType): ".count
    return names.dropFirst().reduce(into: [names[0]]) { lines, name in
      let line = "\(lines[lines.count - 1]), \(name)"
      if ExpressionLayout.fits(line + " {", column: lines.count == 1 ? start : 0) {
        lines[lines.count - 1] = line
      } else {
        lines[lines.count - 1] += ","
        lines.append("  " + name)
      }
    }
  }

  /// Whether a server can be the client. It needs a code: a server doesn't receive the fragment of a URL.
  private var hasBackend: Bool {
    descriptor.clientTypes.contains(.confidential)
      && descriptor.configuration.authorization.responseType.includesCode
  }

  /// Whether one method of the client signs a user in.
  private var isSignIn: Bool { descriptor.identifiesUser && !descriptor.usesBackend }

  private func configuration() -> String {
    let configuration = descriptor.configuration
    let statements = text.source.assignments.map { $0.formatted(indentation: 4) }
    let identity = SwiftExpression.call(
      "ProviderConfiguration",
      [
        .init(label: "id", value: .string(configuration.id)),
        .init(label: "name", value: .string(configuration.name)),
      ])
    let start = access.prefix.count + "  static let configuration = ".count + " { it in".count
    let head = identity.formatted(column: start, indentation: 2) + " { it in"
    return ([head] + statements.map { "    " + $0 } + ["  }"]).joined(separator: "\n")
  }

  /// The variables that the app supplies once, followed by these settings.
  private mutating func arguments(with settings: [Descriptor.Setting]) -> [ArgumentModel] {
    var models: [ArgumentModel] = []
    for variable in descriptor.variables where variable.isAskedOnce {
      models.append(
        ArgumentModel(
          name: text.identifier(variable.swiftName, "variables", variable.name),
          type: variable.swiftType(in: descriptor.swiftType),
          doc: text.parameterDoc(variable.fullDoc, of: variable.swiftName, "variables", variable.name, "doc")))
    }
    for setting in settings {
      models.append(
        ArgumentModel(
          name: text.identifier(setting.swiftName, "client", "settings", setting.name),
          type: setting.swiftType,
          doc: text.parameterDoc(
            setting.fullDoc, of: setting.swiftName, "client", "settings", setting.name))
      )
    }
    return models
  }

  /// Whether the client needs a setting. A client on a device doesn't need its server's secrets.
  func isNeeded(_ setting: Descriptor.Setting) -> Bool { !descriptor.usesBackend || !setting.isSecret }

  private var registration: ProviderConfiguration.RegistrationRules.Kind {
    descriptor.configuration.client.registration.kind
  }

  /// A client that registers itself gets its secret from the server. A document that everyone can read contains none.
  private var secret: SecretModel {
    let isUsed = descriptor.usesClientSecret && !descriptor.usesBackend
    let isPossible = descriptor.clientTypes.contains(.confidential) && isUsed && registration != .document
    return SecretModel(
      isPossible: isPossible,
      isRequired: descriptor.clientTypes == [.confidential] && isUsed && registration == .preregistered
        && credentials.isEmpty)
  }

  /// The arguments in the example, one per line if they don't fit on a single line.
  private var exampleArguments: String {
    let arguments = examples
    let line = arguments.joined(separator: ", ")
    let start = "/// let client = \(descriptor.swiftType).Client(".count
    if ExpressionLayout.fits(line, column: start) { return line }
    return "\n///   " + arguments.joined(separator: ",\n///   ") + "\n/// "
  }

  /// An example of each argument that a client needs.
  private var examples: [String] {
    var arguments = descriptor.variables.filter { $0.isAskedOnce && $0.rule.defaultValue == nil }.map { variable in
      let word = variable.values.first.map { ".\($0.caseName)" }
      let example = variable.isClosed ? word ?? "…" : SwiftLiteral.string(variable.rule.example)
      return "\(variable.swiftName): \(example)"
    }
    switch registration {
    case .preregistered: arguments.append("clientID: \"…\"")
    case .document: arguments.append("clientID: \"https://app.example.com/client.json\"")
    case .dynamic, .custom: break
    }
    if secret.isRequired { arguments.append("clientSecret: secret") }
    if !descriptor.usesBackend { arguments += credentialExamples }
    arguments += descriptor.settings.filter { isNeeded($0) && !$0.isOptional }.map {
      "\($0.swiftName): \($0.swiftName)"
    }
    // With a back end, the app's server sends the requests.
    if !descriptor.usesBackend { arguments += descriptor.hooks.map { "\($0.rawValue): \($0.exampleName)" } }
    arguments.append("redirect: \(ExampleRedirect.of(descriptor.configuration))")
    return arguments
  }
}
