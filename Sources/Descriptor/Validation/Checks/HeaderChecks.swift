import AuthConfiguration

/// The rules for header fields of a client's requests.
enum HeaderChecks {
  /// Headers that determine where a request begins or ends (RFC 9112 §6).
  private static let ofHTTP: Set<String> = [
    "connection", "content-length", "host", "te", "trailer", "transfer-encoding",
  ]

  /// A name must be a token (RFC 9110 §5.1). Names are compared case-insensitively, and the headers of HTTP itself
  /// aren't allowed.
  @Sendable static func names(_ context: CheckContext) -> [Diagnostic] {
    let ofMaps = headers(context).map { ($0.entry.key, $0.entry.location) }
    let others = context.strings(.headerName).map { ($0.node.text ?? "", $0.node.location) }
    return (ofMaps + others).compactMap { name, location in
      if !isToken(name) {
        let message =
          "'\(name)' isn't a valid header name; use letters, digits, and any of ! # $ % & ' * + - . ^ _ ` | ~"
        return Diagnostic(.names.invalidWireName, message, at: location)
      }
      guard ofHTTP.contains(name.lowercased()) else { return nil }
      return Diagnostic(.names.protocolParameter, "'\(name)' is part of HTTP; a descriptor can't set it", at: location)
    } + repeated(context)
  }

  private static func repeated(_ context: CheckContext) -> [Diagnostic] {
    let groups = Dictionary(grouping: headers(context)) { "\($0.map) \($0.entry.key.lowercased())" }
    return groups.values.flatMap { $0.dropFirst() }.map { header in
      let message = "'\(header.entry.key)' is already in '\(header.path.dotted)', with different capitalization"
      return Diagnostic(.names.parameterConflict, message, at: header.entry.location)
    }
  }

  /// A line break in a value would start another header.
  @Sendable static func values(_ context: CheckContext) -> [Diagnostic] {
    let prefixes = context.strings(.headerValue).map(\.node)
    return (headers(context).map(\.entry.value) + prefixes).compactMap { node in
      let isPlain = (node.text ?? "").unicodeScalars.allSatisfy { $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F }
      return isPlain
        ? nil
        : Diagnostic(
          .names.invalidWireName, "the value of a header must not contain a control character, such as a line break",
          at: node.location)
    }
  }

  /// The headers with the client's credentials or its token must not be replaced.
  @Sendable static func ofTheClient(_ context: CheckContext) -> [Diagnostic] {
    let configuration = context.configuration
    let proof = proofs(configuration)
    let revocation = (configuration.revocation.authentication.map { proofs(configuration, [$0]) } ?? proof)
    let ofUserInfo = header(of: configuration.userInfo.request.token)
    let ofAPI = header(of: configuration.resources.token)
    let taken = [
      "headers": proof.union(ofUserInfo).union(ofAPI),
      "token.headers": proof, "refresh.headers": proof,
      "revocation.headers": revocation.union(header(of: configuration.revocation.presentation ?? .none)),
      "userinfo.headers": ofUserInfo, "userinfo.further_requests.headers": ofUserInfo,
      "api.headers": ofAPI,
    ]
    // The client doesn't authenticate in a GET request, whose URL may be logged.
    let steps = configuration.firstParty.all.filter { $0.method == .post }.map(\.name)
    let replaced = headers(context).filter { header in
      let isStep = header.path.first == "first_party" && steps.contains(header.path.dropLast().last ?? "")
      return (isStep ? proof : taken[header.path.dotted] ?? []).contains(header.entry.key.lowercased())
    }
    return replaced.map { header in
      let message =
        "'\(header.entry.key)' in '\(header.path.dotted)' would replace a header that the client sends"
      return Diagnostic(.names.parameterConflict, message, at: header.entry.location)
    }
  }

  /// The app chooses the URLs that receive these headers. Unlike an access token, the client secret never belongs there.
  @Sendable static func clientSecret(_ context: CheckContext) -> [Diagnostic] {
    headers(context).filter { ["headers", "api.headers"].contains($0.path.dotted) }.flatMap { header in
      let names = TextTemplate(header.entry.value.text ?? "").placeholders
      return names.filter { SecretsInURLs.reveals("client_secret", $0, context, depth: 0) }.map { name in
        let message =
          "'{\(name)}' contains the client secret, but the client sends '\(header.path.dotted)' to every URL that the "
          + "app passes; use the headers of a request, such as 'token.headers'"
        return Diagnostic(.security.secretInAPIHeader, message, at: header.entry.location)
      }
    }
  }

  private static func proofs(
    _ configuration: ProviderConfiguration, _ methods: [ProviderConfiguration.ClientAuthenticationMethod]? = nil
  ) -> Set<String> {
    Set(
      (methods ?? configuration.client.authentication).compactMap { method in
        switch method.facts.place {
        case .authorizationHeader: "authorization"
        case .ownHeader: configuration.client.secretHeader?.lowercased()
        case .body, .tls: nil
        }
      })
  }

  private static func header(of token: ProviderConfiguration.TokenPresentation) -> Set<String> {
    switch token {
    case .bearer, .scheme: ["authorization"]
    case .header(let name, _): [name.lowercased()]
    case .query, .none: []
    }
  }

  /// A header with the map that contains it.
  private struct Header {
    var path: [String]
    var map: SourceLocation
    var entry: LocatedNode.Entry
  }

  private static func headers(_ context: CheckContext) -> [Header] {
    context.values(.headerFields).flatMap { map in
      (map.node.entries ?? []).map { Header(path: map.path, map: map.node.location, entry: $0) }
    }
  }

  private static func isToken(_ name: String) -> Bool {
    (1...64).contains(name.count) && name.utf8.allSatisfy(\.isHeaderToken)
  }
}
