import AuthConfiguration

/// The rules for sign-ins that the user approves on their device (OpenID CIBA Core 1.0).
enum BackchannelChecks {
  /// The parameters that the client sends in an authentication request (§7.1).
  static let parameters: Set<String> = [
    "scope", "client_notification_token", "acr_values", "login_hint_token", "id_token_hint", "login_hint",
    "binding_message", "user_code", "requested_expiry", "request",
  ]

  /// The client must authenticate (§7.1), and the response always contains an ID token (§10.1.1).
  @Sendable static func requirements(_ context: CheckContext) -> [Diagnostic] {
    guard context.descriptor.hasBackchannelFlow else { return [] }
    let place = context.tree["flows"]?.list?.first { $0.text == ProviderDescriptor.Flow.ciba.rawValue }?.location
    let flows = place ?? context.tree.location(of: ["flows"])
    var findings: [Diagnostic] = []
    if !context.descriptor.clientTypes.contains(.confidential) {
      let message = "ciba requires clients that authenticate, but 'client.types' doesn't contain 'confidential'"
      findings.append(Diagnostic(.values.clientAuthentication, message, at: flows))
    }
    if context.configuration.backchannel.authentication == ClientAuthenticationMethod.none {
      let message = "ciba requires clients that authenticate; use another method than 'none'"
      findings.append(context.finding(.values.clientAuthentication, message, at: "ciba", "client"))
    }
    if context.configuration.idToken == nil || !context.descriptor.identifiesUser {
      let message = "ciba requires ID tokens, which identify the user who approved the sign-in; describe 'id_token'"
      findings.append(Diagnostic(.values.withoutEffect, message, at: flows))
    }
    return findings
  }

  /// The app passes the standard parameters as arguments, so a declared one would be sent twice.
  @Sendable static func distinctParameters(_ context: CheckContext) -> [Diagnostic] {
    context.descriptor.parameters.filter { parameter in
      parameter.requests.contains(.backchannel) && parameters.contains(parameter.name)
    }.map { parameter in
      let message = "the request 'ciba' already contains '\(parameter.name)', which is an argument of its method"
      return context.finding(
        .names.protocolParameter, message, at: "authorize", "parameters", parameter.name, "requests")
    }
  }

  /// A signed request needs the client's private key (§7.1.1).
  @Sendable static func signatures(_ context: CheckContext) -> [Diagnostic] {
    let (client, rules) = (context.configuration.client, context.configuration.backchannel)
    guard rules.isSigned, client.assertion?.key.text.isEmpty ?? true,
      !(client.authentication + [rules.authentication].compactMap(\.self)).contains(.privateKeyJWT)
    else { return [] }
    let message = """
      'signed' requires the client's private key; describe it in 'client.assertion.key', or let the app pass it with \
      'client.authentication: private_key_jwt'
      """
    return [context.finding(.messages.requestWithoutKey, message, at: "ciba", "signed")]
  }

  /// Clients poll, because a server can't reach an app on a device (§5).
  @Sendable static func delivery(_ context: CheckContext) -> [Diagnostic] {
    let modes = context.configuration.server.backchannelDeliveries
    guard context.descriptor.hasBackchannelFlow, !modes.isEmpty, !modes.contains(.poll) else { return [] }
    let message = "the server doesn't support 'poll', the only mode of ciba that clients support"
    return [
      context.finding(.values.withoutEffect, message, at: "server", "backchannel_token_delivery_modes_supported")
    ]
  }

  private typealias ClientAuthenticationMethod = ProviderConfiguration.ClientAuthenticationMethod
}
