extension ProviderConfiguration {
  /// A method of client authentication. Standard methods have their RFC 7591 names.
  ///
  /// To declare a method, add a case and its row in `facts`. Everything else is derived from these two.
  public enum ClientAuthenticationMethod: String, Sendable, Hashable, CaseIterable {
    /// Only the client ID.
    case none
    /// HTTP Basic. The ID and the secret are form-urlencoded first (RFC 6749 §2.3.1).
    case clientSecretBasic = "client_secret_basic"
    /// `client_id` and `client_secret` in the request body.
    case clientSecretPost = "client_secret_post"
    /// A JWT signed with the client secret, using HS256 (RFC 7523 §2.2; OpenID Connect Core 1.0 §9).
    case clientSecretJWT = "client_secret_jwt"
    /// A JWT signed with the client's private key (the same sections). ``ClientRules/assertion`` describes the JWT.
    case privateKeyJWT = "private_key_jwt"
    /// The client's certificate, which an authority issued, in the TLS connection (RFC 8705 §2.1).
    case tlsClientAuth = "tls_client_auth"
    /// The client's own certificate, which is registered with the provider, in the TLS connection (RFC 8705 §2.2).
    case selfSignedTLSClientAuth = "self_signed_tls_client_auth"
    /// HTTP Basic with the secret as the user name.
    case secretBasicUser = "secret_basic_user"
    /// `client_secret` in the body, without a client ID.
    case secretPostOnly = "secret_post_only"
    /// The secret in a separate header.
    case secretHeader = "secret_header"

    /// The method that a server supports if its metadata doesn't list any (RFC 8414 §2).
    public static let standard = Self.clientSecretBasic

    /// The table of the methods: what each sends, in which part of the request, whether the client ID is sent too, and whether
    /// a server's metadata can list it.
    package var facts: Facts {
      switch self {
      case .none: Facts(.nothing, in: .body)
      case .clientSecretBasic: Facts(.secret, in: .authorizationHeader)
      case .clientSecretPost: Facts(.secret, in: .body)
      case .clientSecretJWT: Facts(.assertion(signedBy: .secret(.hs256)), in: .body)
      case .privateKeyJWT: Facts(.assertion(signedBy: .privateKey), in: .body)
      case .tlsClientAuth, .selfSignedTLSClientAuth: Facts(.certificate, in: .tls)
      case .secretBasicUser: Facts(.secret, in: .authorizationHeader, hasClientID: false, isRegistered: false)
      case .secretPostOnly: Facts(.secret, in: .body, hasClientID: false, isRegistered: false)
      case .secretHeader: Facts(.secret, in: .ownHeader, isRegistered: false)
      }
    }

    /// The registered methods that require only a client secret.
    package static let ofSecrets = allCases.filter { method in
      switch method.facts.credential {
      case .secret, .assertion(signedBy: .secret): method.facts.isRegistered
      case .nothing, .assertion(signedBy: .privateKey), .certificate: false
      }
    }

    /// Whether the method proves that the client has a private key, instead of sending or sharing a secret.
    package var provesPossession: Bool {
      switch facts.credential {
      case .assertion(signedBy: .privateKey), .certificate: true
      case .nothing, .secret, .assertion(signedBy: .secret): false
      }
    }

    /// The methods that a client can register. `private_key_jwt` needs a key, and mutual TLS a certificate.
    package static let registrable = allCases.filter(\.facts.isRegistered)
  }
}

extension ProviderConfiguration.ClientAuthenticationMethod {
  /// A row of the table.
  package struct Facts: Sendable, Hashable {
    /// The credential that the client sends.
    package let credential: Credential
    /// The part of the request that contains the credential.
    package let place: Place
    /// Whether the request contains the client ID.
    package let hasClientID: Bool
    /// Whether the IANA registry "OAuth Token Endpoint Authentication Methods" lists it.
    package let isRegistered: Bool

    init(_ credential: Credential, in place: Place, hasClientID: Bool = true, isRegistered: Bool = true) {
      (self.credential, self.place) = (credential, place)
      (self.hasClientID, self.isRegistered) = (hasClientID, isRegistered)
    }
  }

  /// A credential that a client sends to authenticate.
  package enum Credential: Sendable, Hashable {
    case nothing
    /// The client secret.
    case secret
    /// A JWT that is signed for one request (RFC 7523 §2.2).
    case assertion(signedBy: AssertionKey)
    /// The certificate of the connection (RFC 8705 §2).
    case certificate

    /// The parameter that contains the credential in a body (RFC 6749 §2.3.1, RFC 7521 §4.2).
    package var parameter: String? {
      switch self {
      case .nothing, .certificate: nil
      case .secret: "client_secret"
      case .assertion: "client_assertion"
      }
    }

    package var isAssertion: Bool { if case .assertion = self { true } else { false } }
  }

  /// The key that signs an assertion.
  package enum AssertionKey: Sendable, Hashable {
    /// The client secret, with an HMAC algorithm.
    case secret(SignatureAlgorithm)
    /// The key that the app passes, or that of `client.assertion`.
    case privateKey
  }

  /// The part of a request that contains a credential.
  package enum Place: Sendable, Hashable {
    case body
    /// The `Authorization` field.
    case authorizationHeader
    /// The field that `client.secret_header` specifies.
    case ownHeader
    /// The TLS handshake. The body contains only the client ID (RFC 8705 §2).
    case tls
  }
}
