/// The app's identity at authorization servers that it may not know in advance.
///
/// At each authorization server, the client uses the first that applies:
/// 1. the client that the app registered with this issuer: ``registered``,
/// 2. the app's metadata document, if the server supports it: ``document``,
/// 3. a dynamic registration, if the server has the endpoint: ``registration``.
///
/// ```swift
/// var identity = ResourceClientIdentity.document("https://app.example.com/client.json")
/// identity.registered["https://login.acme.example"] = ClientCredentials(id: "abc123")
/// ```
public struct ResourceClientIdentity: Sendable {
  /// The clients that the app registered in advance, by issuer. The issuer must be exactly as the server spells it.
  public var registered: [String: ClientCredentials]
  /// The `https` URL of a document with the client's metadata (OAuth Client ID Metadata Document). The document must
  /// list the redirect URI.
  public var document: String?
  /// The key of the client in ``document``, if the document names `private_key_jwt`.
  public var key: ClientKey?
  /// The request that registers the client, or `nil` if the client doesn't register itself. The registration is kept in
  /// the store, one for each issuer.
  public var registration: ProviderConfiguration.RegistrationRules?

  /// Creates an identity.
  ///
  /// - Parameters:
  ///   - registered: The clients that the app registered in advance, by issuer.
  ///   - document: The `https` URL of a document with the client's metadata.
  ///   - key: The key of the client in the document, if it authenticates with `private_key_jwt`.
  ///   - registration: The request that registers the client, or `nil` to never register.
  public init(
    registered: [String: ClientCredentials] = [:], document: String? = nil, key: ClientKey? = nil,
    registration: ProviderConfiguration.RegistrationRules? = .dynamic
  ) {
    self.registered = registered
    self.document = document
    self.key = key
    self.registration = registration
  }

  /// An app that registers itself at each authorization server.
  ///
  /// - Parameter name: The name that users see, or `nil` for the name of the process.
  public static func dynamic(name: String? = nil) -> Self {
    var rules = ProviderConfiguration.RegistrationRules.dynamic
    if let name { rules.metadata.clientName = .literal(name) }
    return Self(registration: rules)
  }

  /// An app with a metadata document. At servers that don't support such documents, it registers itself.
  ///
  /// - Parameters:
  ///   - url: The `https` URL of the document.
  ///   - key: The client's key, if the document names `private_key_jwt`.
  public static func document(_ url: String, key: ClientKey? = nil) -> Self {
    Self(document: url, key: key)
  }

  /// An app that is registered with one authorization server, and doesn't use others.
  ///
  /// - Parameters:
  ///   - client: The client ID, and the secret or the key.
  ///   - issuer: The issuer, exactly as the server spells it.
  public static func registered(_ client: ClientCredentials, at issuer: String) -> Self {
    Self(registered: [issuer: client], registration: nil)
  }
}
