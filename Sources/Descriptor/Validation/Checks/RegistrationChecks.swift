import AuthConfiguration

/// The rules for clients that register themselves, and for clients whose ID is a URL.
enum RegistrationChecks {
  private typealias Kind = ProviderConfiguration.RegistrationRules.Kind

  /// A client can only register itself at an endpoint.
  @Sendable static func endpoint(_ context: CheckContext) -> [Diagnostic] {
    let (configuration, kind) = (context.configuration, context.configuration.client.registration.kind)
    // Without discovery, another rule requires every endpoint that's needed.
    guard kind.registersItself, configuration.discovery.mode != .none, !configuration.mayHave(.registration) else {
      return []
    }
    let message = "'registration: \(kind.rawValue)' requires 'server.registration_endpoint', which can't be discovered"
    return [context.finding(.urls.missingEndpoint, message, at: "client", "registration")]
  }

  /// The app and its server must be the same client, but each installation registers another one.
  @Sendable static func backend(_ context: CheckContext) -> [Diagnostic] {
    let client = context.configuration.client
    guard client.registration.kind.registersItself, client.exchange == .backend else { return [] }
    let message =
      "'registration: \(client.registration.kind.rawValue)' registers each installation of the app, but with "
      + "'exchange: backend' the app and its server must be the same client; use 'preregistered' or 'document'"
    return [context.finding(.values.clientAuthentication, message, at: "client", "registration")]
  }

  /// A key that only another kind of registration uses.
  @Sendable static func unusedKeys(_ context: CheckContext) -> [Diagnostic] {
    let kind = context.configuration.client.registration.kind
    let entries = context.tree["client"]?["registration"]?.entries ?? []
    return entries.filter { $0.key != "kind" && context.isOwn($0.location) }.compactMap { entry in
      let users = users(of: entry.key)
      guard !users.contains(kind) else { return nil }
      let expected = users.map { "'\($0.rawValue)'" }.joined(separator: " or ")
      let message =
        "'client.registration.\(entry.key)' is ignored with the kind '\(kind.rawValue)'; it requires \(expected)"
      return Diagnostic(.values.withoutEffect, message, at: entry.location)
    }
  }

  /// A document that everyone can read contains no secret.
  @Sendable static func documentSecret(_ context: CheckContext) -> [Diagnostic] {
    let client = context.configuration.client
    guard client.registration.kind == .document, context.descriptor.clientTypes == [.confidential],
      client.authentication.allSatisfy(ProviderConfiguration.ClientAuthenticationMethod.ofSecrets.contains)
    else { return [] }
    let message =
      "a client with a metadata document has no secret; add 'public' to 'client.types', or authenticate with "
      + "'private_key_jwt'"
    return [context.finding(.values.clientAuthentication, message, at: "client", "types")]
  }

  /// Without the callback URL, the provider can't know where to send the browser.
  @Sendable static func customRequest(_ context: CheckContext) -> [Diagnostic] {
    let rules = context.configuration.client.registration
    let names = rules.parameters.values.flatMap(\.placeholders)
    guard rules.kind == .custom, !names.contains("redirect_uri"), !names.contains("redirect_uris") else { return [] }
    let message =
      "a custom registration requires the callback URL: use '{redirect_uris}' or '{redirect_uri}' in one of "
      + "'client.registration.parameters'"
    return [context.finding(.language.missingKey, message, at: "client", "registration")]
  }

  /// The standard's request has its own keys for these members, or the client determines them (RFC 7591 §2).
  @Sendable static func protocolMembers(_ context: CheckContext) -> [Diagnostic] {
    guard context.configuration.client.registration.kind == .dynamic else { return [] }
    let entries = context.tree[["client", "registration", "parameters"]]?.entries ?? []
    return entries.filter { ofTheClient.contains($0.key) || ofMetadata.contains($0.key) }.map { entry in
      let remedy =
        ofMetadata.contains(entry.key)
        ? "; use 'client.registration.metadata.\(entry.key)'"
        : entry.key == "software_statement" ? "; use 'client.registration.software_statement'" : ""
      let message =
        "'\(entry.key)' is part of the protocol; 'client.registration.parameters' can't send it\(remedy)"
      return Diagnostic(.names.protocolParameter, message, at: entry.location)
    }
  }

  private static let ofMetadata = Set(ProviderConfiguration.ClientMetadata.table.keys.map(\.name))

  private static let ofTheClient: Set<String> = [
    "redirect_uris", "post_logout_redirect_uris", "application_type", "jwks", "jwks_uri", "software_statement",
    "client_id", "client_secret", "registration_access_token", "registration_client_uri",
  ]

  /// A confidential client registers a method that a server can know, with a credential that the server issues.
  @Sendable static func confidential(_ context: CheckContext) -> [Diagnostic] {
    let client = context.configuration.client
    guard client.registration.isConfidential, !client.authentication.isEmpty else { return [] }
    let stated = client.registration.metadata.authenticationMethod
    if stated == ProviderConfiguration.ClientAuthenticationMethod.none, !client.authentication.contains(.none) {
      let message =
        "'client.types' are confidential, but the client would register as a public one; remove "
        + "'token_endpoint_auth_method', or add 'public' to 'client.types'"
      return [
        context.finding(
          .values.clientAuthentication, message, at: "client", "registration", "metadata", "token_endpoint_auth_method")
      ]
    }
    guard stated == nil, !client.authentication.contains(where: { canRegister($0, client) }) else { return [] }
    let names = client.authentication.map { "'\($0.rawValue)'" }.joined(separator: " or ")
    let message =
      "a confidential client can't register \(names) by the standard; use a method with a secret that the server issues, "
      + "such as 'client_secret_basic', or 'registration: preregistered'"
    return [context.finding(.values.clientAuthentication, message, at: "client", "authentication")]
  }

  /// The request can't contain the public key of a private key in a setting.
  private static func canRegister(
    _ method: ProviderConfiguration.ClientAuthenticationMethod, _ client: ProviderConfiguration.ClientRules
  ) -> Bool {
    guard method.facts.isRegistered else { return false }
    return method.facts.credential != .assertion(signedBy: .privateKey) || client.assertion?.key.text.isEmpty != false
  }

  private static func users(of key: String) -> [Kind] {
    switch key {
    case "method", "encoding", "response": [.custom]
    case "software_statement", "metadata": [.dynamic]
    default: [.dynamic, .custom]
    }
  }
}
