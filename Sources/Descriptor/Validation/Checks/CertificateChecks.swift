import AuthConfiguration

/// The rules for client certificates (RFC 8705) and for keys that the app passes.
enum CertificateChecks {
  /// An alias belongs to an endpoint to which a client can present a certificate, and only such clients use it.
  @Sendable static func aliases(_ context: CheckContext) -> [Diagnostic] {
    let entries = context.tree["server"]?[aliasKey]?.entries ?? []
    let known = Endpoint.aliased.map(\.rawValue)
    let unknown = entries.filter { !known.contains($0.key) }.map { entry in
      let suggestion = SpellingSuggestion.suggestion(for: entry.key, among: known)
      let message =
        "'\(entry.key)' isn't an endpoint to which clients present a certificate\(suggestion); use \(known.joined(separator: ", "))"
      return Diagnostic(.language.unknownKey, message, at: entry.location)
    }
    guard unknown.isEmpty, let first = entries.first, context.descriptor.certificateUse == .none,
      context.isOwn(first.location)
    else { return unknown }
    let message =
      "'server.\(aliasKey)' has no effect, because the client presents no certificate; add 'tls_client_auth' or "
      + "'self_signed_tls_client_auth' to 'client.authentication', or set 'client.certificate_bound_tokens: true'"
    return [context.finding(.values.withoutEffect, message, at: "server", aliasKey)]
  }

  /// Only the party that receives the tokens can bind them to its certificate. An app's own server presents another
  /// certificate, or none.
  @Sendable static func bindings(_ context: CheckContext) -> [Diagnostic] {
    let client = context.configuration.client
    guard client.certificateBoundTokens, !context.configuration.authorization.responseType.includesCode else {
      return []
    }
    let message =
      "'client.certificate_bound_tokens' requires a response type with 'code', because the browser can't present the "
      + "client's certificate"
    return [context.finding(.values.clientAuthentication, message, at: "client", "certificate_bound_tokens")]
  }

  private static let aliasKey = "mtls_endpoint_aliases"
}
