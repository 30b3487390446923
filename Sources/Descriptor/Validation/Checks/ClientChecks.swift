import AuthConfiguration

/// The rules for client authentication and callback URLs.
enum ClientChecks {
  /// A client with a secret needs an authentication method.
  @Sendable static func authentication(_ context: CheckContext) -> [Diagnostic] {
    let types = context.descriptor.clientTypes
    let client = context.configuration.client
    if types.isEmpty {
      return [context.finding(.values.clientAuthentication, "'client.types' must not be empty", at: "client", "types")]
    }
    if types.contains(.confidential), client.authentication.isEmpty {
      let message = "a confidential client requires 'client.authentication'"
      return [context.finding(.values.clientAuthentication, message, at: "client", "types")]
    }
    let others = [
      context.configuration.revocation.authentication, context.configuration.device.authentication,
      context.configuration.backchannel.authentication,
    ]
    let methods = client.authentication + others.compactMap(\.self)
    let needsHeader = methods.contains { $0.facts.place == .ownHeader }
    if needsHeader != (client.secretHeader != nil) {
      let message = "'client.secret_header' and the authentication method 'secret_header' require each other"
      return [context.finding(.values.clientAuthentication, message, at: "client", "secret_header")]
    }
    let signsRequests =
      context.configuration.authorization.requestObject != .none || context.configuration.backchannel.isSigned
    if client.assertion != nil, !signsRequests, !methods.contains(where: \.facts.credential.isAssertion) {
      let message =
        "'client.assertion' is ignored because 'client.authentication' doesn't contain 'private_key_jwt'"
      return [context.finding(.values.withoutEffect, message, at: "client", "assertion")]
    }
    return []
  }

  /// A private key must come from a secret setting, so that it's never in generated code, logs, or messages.
  @Sendable static func keys(_ context: CheckContext) -> [Diagnostic] {
    let client = context.configuration.client
    let secrets = client.settings.filter(\.isSecret).map { "settings.\($0.name)" }
    let jwts = [(["client", "assertion"], client.assertion), (["client", "secret_from", "jwt"], client.secretJWT)]
    return jwts.compactMap { path, jwt in
      guard let jwt else { return nil }
      let names = jwt.key.placeholders
      if jwt.key.text.isEmpty {
        // The client secret, or the key that the app passes, signs assertions.
        guard path.count > 2 else { return nil }
        let message = "'\(path.dotted).key' is missing; add a setting of type pem, and refer to it as {settings.NAME}"
        return Diagnostic(.language.missingKey, message, at: context.tree.location(of: path))
      }
      guard names.isEmpty || !names.allSatisfy(secrets.contains) else { return nil }
      let known =
        secrets.isEmpty ? "add a setting of type pem" : "use \(secrets.map { "{\($0)}" }.joined(separator: " or "))"
      let message = "a private key must be a secret setting; \(known)"
      return Diagnostic(.values.clientAuthentication, message, at: context.tree.location(of: path + ["key"]))
    }
  }

  /// A secret in an app on a device isn't secret (RFC 8252 §8.5). Only apps have custom schemes. A loopback URL may
  /// also belong to a tool on the machine of the secret's owner.
  @Sendable static func nativeSecret(_ context: CheckContext) -> [Diagnostic] {
    let client = context.configuration.client
    // A client that registers itself has a different secret on each device (RFC 8252 §8.4).
    guard context.descriptor.clientTypes == [.confidential], client.exchange == .direct,
      !client.registration.kind.registersItself
    else { return [] }
    // The app's own key isn't part of the app: each installation can create one, or use that of its hardware.
    guard !context.descriptor.hasOnlyOwnCredentials else { return [] }
    let forbidden = "set 'exchange: backend', or 'callbacks: { %: forbidden }' if it never runs on a device"
    if client.callbacks.customScheme.isAllowed {
      let message = "a confidential client with a native callback URL would put its secret on devices"
      let note = forbidden.replacing("%", with: "custom_scheme")
      return [context.finding(.security.confidentialNative, message, at: "client", "types", note: note)]
    }
    guard client.callbacks.loopback.isAllowed, context.explanation("reason", of: ["client", "types"]) == nil else {
      return []
    }
    let message = "a confidential client with a loopback callback URL may put its secret on devices"
    let note = forbidden.replacing("%", with: "loopback") + "; if it does, explain the reason in 'provenance.reason'"
    return [context.finding(.security.confidentialNative, message, at: "client", "types", note: note)]
  }

  /// Only the app's own server needs a secret for the exchange.
  @Sendable static func backend(_ context: CheckContext) -> [Diagnostic] {
    let isBackend = context.configuration.client.exchange == .backend
    var findings: [Diagnostic] = []
    if isBackend, !context.descriptor.clientTypes.contains(.confidential) {
      let message = "'exchange: backend' requires confidential clients"
      findings.append(context.finding(.values.withoutEffect, message, at: "client", "exchange"))
    }
    let canTakeForms = context.configuration.client.callbacks.loopback.isAllowed
    if !isBackend, !canTakeForms, context.configuration.authorization.responsePlace == .formPost {
      let location = context.tree.location(of: formPost.path)
      findings.append(Diagnostic(.language.notSupported, formPost.message, at: location))
    }
    return findings
  }

  /// A value that only some clients support: its key, and the message for the others.
  static let formPost = (
    path: ["authorize", "response_mode"],
    message: "'form_post' requires a server; allow loopback callback URLs, or set 'client.exchange: backend'"
  )

  /// At least one kind of callback URL must be allowed, and the forbidden scope groups must exist.
  @Sendable static func callbacks(_ context: CheckContext) -> [Diagnostic] {
    let kinds = context.configuration.client.callbacks
    let named = [("custom_scheme", kinds.customScheme), ("https", kinds.https), ("loopback", kinds.loopback)]
    if !named.contains(where: \.1.isAllowed) {
      return [
        context.finding(
          .values.withoutEffect, "at least one kind of callback URL must be allowed", at: "client", "callbacks")
      ]
    }
    let groups = context.descriptor.scopeGroups.map { "scopes.\($0.name)" }
    return named.flatMap { name, kind in
      kind.forbidden.filter { !groups.contains($0) }.map { text in
        let suggestion = SpellingSuggestion.suggestion(for: text, among: groups)
        let message = "'\(text)' isn't a scope group\(suggestion)"
        return context.finding(.names.unknownScope, message, at: "client", "callbacks", name, "forbids")
      }
    }
  }
}
