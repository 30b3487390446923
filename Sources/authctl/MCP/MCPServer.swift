import AuthRuntime

/// The saved options of a login at an MCP server.
struct MCPServer: SavedEntry {
  /// The issuer at which ``clientID`` is registered.
  var issuer: String?
  var clientID: String?
  /// The URL of a client ID metadata document.
  var document: String?
  /// Whether to use an authorization server whose metadata doesn't state that it supports PKCE.
  var acceptsUnadvertisedPKCE = false
  var options = SavedOptions()

  /// The redirect of the sign-in. Each issuer has a separate callback URL.
  var redirect: Redirect { options.redirect(.loopback(signedOutPath: nil), isPerIssuer: true) }

  /// The options, except those for a particular client and authorization server.
  var withoutClient: MCPServer {
    var server = self
    (server.issuer, server.clientID, server.options.clientSecretFile, server.document) = (nil, nil, nil, nil)
    server.acceptsUnadvertisedPKCE = false
    return server
  }

  /// The identity of this command at authorization servers.
  func identity() throws(ReportedFailure) -> ResourceClientIdentity {
    if let clientID, let issuer {
      return .registered(ClientCredentials(id: clientID, secret: try options.clientSecret()), at: issuer)
    }
    var identity = ResourceClientIdentity.dynamic(name: "authctl")
    identity.document = document
    return identity
  }
}

extension MCPServer {
  static var ownFields: [SavedField<MCPServer>] {
    [
      .text("issuer", \.issuer), .text("client_id", \.clientID), .text("document", \.document),
      .flag("accepts_unadvertised_pkce", \.acceptsUnadvertisedPKCE),
    ]
  }

  func check(at place: FilePlace) throws(ReportedFailure) {
    guard clientID == nil || issuer != nil else { throw place.failure("needs 'issuer' for its 'client_id'") }
  }
}
