extension ProviderConfiguration {
  /// A way in which a client authenticates; the standard ones by their RFC 7591 names.
  ///
  /// A case and its row in `facts` declare a method. Everything else is derived from these two.
  public enum ClientAuthenticationMethod: String, Sendable, Hashable, CaseIterable {
    /// Nothing but the client's id.
    case none
    /// HTTP Basic; both parts form-urlencoded first (RFC 6749 §2.3.1).
    case clientSecretBasic = "client_secret_basic"
    /// `client_id` and `client_secret` in the request body.
    case clientSecretPost = "client_secret_post"
    /// A JWT that the client's secret signs, with HS256 (RFC 7523 §2.2; OpenID Connect Core 1.0 §9).
    case clientSecretJWT = "client_secret_jwt"
    /// A JWT that the client's private key signs: that of ``ClientRules/secretJWT`` (the same sections).
    case privateKeyJWT = "private_key_jwt"
    /// HTTP Basic with the secret as the user name.
    case secretBasicUser = "secret_basic_user"
    /// `client_secret` in the body, without an id.
    case secretPostOnly = "secret_post_only"
    /// The secret in a header of its own.
    case secretHeader = "secret_header"

    /// The method that a server supports if its metadata lists none (RFC 8414 §2).
    public static let standard = Self.clientSecretBasic

    /// The table of the methods: what they send, where, and whether servers can announce them.
    package var facts: Facts {
      switch self {
      case .none: Facts(.nothing, in: .body)
      case .clientSecretBasic: Facts(.secret, in: .authorizationHeader)
      case .clientSecretPost: Facts(.secret, in: .body)
      case .clientSecretJWT: Facts(.assertion(signedBy: .secret(.hs256)), in: .body)
      case .privateKeyJWT: Facts(.assertion(signedBy: .privateKey), in: .body)
      case .secretBasicUser: Facts(.secret, in: .authorizationHeader, isRegistered: false)
      case .secretPostOnly: Facts(.secret, in: .body, isRegistered: false)
      case .secretHeader: Facts(.secret, in: .ownHeader, isRegistered: false)
      }
    }

    /// The registered methods that this version doesn't support.
    package static let unsupported = ["tls_client_auth", "self_signed_tls_client_auth"]

    /// The registered methods that need a client secret and nothing else.
    package static let ofSecrets = allCases.filter { method in
      switch method.facts.credential {
      case .secret, .assertion(signedBy: .secret): method.facts.isRegistered
      case .nothing, .assertion(signedBy: .privateKey): false
      }
    }
  }
}

extension ProviderConfiguration.ClientAuthenticationMethod {
  /// A row of the table.
  package struct Facts: Sendable, Hashable {
    /// What the client sends to authenticate.
    package let credential: Credential
    /// The part of the request that carries it.
    package let place: Place
    /// Whether the IANA registry "OAuth Token Endpoint Authentication Methods" lists it.
    package let isRegistered: Bool

    init(_ credential: Credential, in place: Place, isRegistered: Bool = true) {
      (self.credential, self.place, self.isRegistered) = (credential, place, isRegistered)
    }
  }

  /// What a client sends to authenticate.
  package enum Credential: Sendable, Hashable {
    case nothing
    /// The client secret.
    case secret
    /// A JWT that is signed for one request (RFC 7523 §2.2).
    case assertion(signedBy: AssertionKey)

    /// The parameter that carries it in a body (RFC 6749 §2.3.1, RFC 7521 §4.2).
    package var parameter: String? {
      switch self {
      case .nothing: nil
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
    /// The private key of `client.secret_from.jwt`, which names the algorithm.
    case privateKey
  }

  /// The part of a request that carries a credential.
  package enum Place: Sendable, Hashable {
    case body
    /// The field `Authorization`.
    case authorizationHeader
    /// The field that `client.secret_header` names.
    case ownHeader
  }
}
