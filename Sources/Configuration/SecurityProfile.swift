/// A security profile: requirements for clients that a standard defines together.
///
/// To declare a profile, add a case and its requirements. The descriptor's key, its check, and
/// ``ProviderConfiguration/follow(_:)`` are derived from them.
public enum SecurityProfile: String, Sendable, Hashable, CaseIterable {
  /// The FAPI 2.0 Security Profile (Final, February 2025), for banks and other APIs that need high security.
  case fapi2Security = "fapi2_security"

  /// The requirements for a client's configuration, in the order of the descriptor language's keys.
  package var requirements: [Requirement] {
    switch self {
    case .fapi2Security: Self.fapi2Requirements
    }
  }
}

extension SecurityProfile {
  /// A requirement for a configuration.
  package struct Requirement: Sendable {
    /// The key of a descriptor that the requirement is about, such as `authorize.par`.
    package let key: String
    /// The required value, such as `must be 'required'`.
    package let demand: String
    /// The section of the profile, or `nil` if the profile doesn't state the requirement, and its tests do.
    package let section: String?
    /// Whether a configuration meets the requirement.
    package let isMet: @Sendable (ProviderConfiguration) -> Bool
    /// Changes a configuration so that it meets the requirement. `nil` if only the descriptor's author can do that.
    package let meet: (@Sendable (inout ProviderConfiguration) -> Void)?

    init(
      _ key: String, _ demand: String, _ section: String?,
      meet: (@Sendable (inout ProviderConfiguration) -> Void)? = nil,
      isMet: @escaping @Sendable (ProviderConfiguration) -> Bool
    ) {
      (self.key, self.demand, self.section, self.isMet, self.meet) = (key, demand, section, isMet, meet)
    }

    /// Creates a requirement for exactly one value.
    static func value<Value: Equatable & Sendable>(
      _ key: String, _ path: any WritableKeyPath<ProviderConfiguration, Value> & Sendable, _ value: Value,
      called name: String, _ section: String?
    ) -> Requirement {
      Requirement(
        key, "must be \(name)", section, meet: { $0[keyPath: path] = value }, isMet: { $0[keyPath: path] == value })
    }

    /// Creates a requirement for a list that may contain only the profile's signature algorithms.
    static func algorithms(
      _ key: String, _ path: any WritableKeyPath<ProviderConfiguration, [SignatureAlgorithm]> & Sendable
    ) -> Requirement {
      Requirement(
        key, "must be a list of \(SecurityProfile.fapi2Algorithms.map(\.rawValue).joined(separator: ", "))", "§5.4.1",
        meet: { $0[keyPath: path] = $0[keyPath: path].ofFAPI2 },
        isMet: { !$0[keyPath: path].isEmpty && $0[keyPath: path].ofFAPI2 == $0[keyPath: path] })
    }
  }

  /// The signature algorithms that FAPI 2.0 allows (§5.4.1). EdDSA means the curve Ed25519.
  fileprivate static let fapi2Algorithms: [SignatureAlgorithm] = [.ps256, .es256, .edDSA, .ed25519]

  private static let fapi2Requirements: [Requirement] = [
    Requirement("server", "must contain only the 'issuer', because its metadata contains the endpoints", "§5.3.3.1") {
      it in
      it.server.issuer != nil && it.discovery.mode == .runtime
        && it.server.mutualTLSAliases.isEmpty
        && Endpoint.announced.allSatisfy { $0 == .discovery || it.server[$0] == nil }
    },
    .value(
      "server.authorization_response_iss_parameter_supported", \.server.promisesIssuerParameter, true, called: "true",
      "§5.3.3.2"),
    .value("pkce", \.pkce.method, .s256, called: "S256", "§5.3.3.2"),
    Requirement(
      "client.authentication", "must be private_key_jwt, tls_client_auth, or self_signed_tls_client_auth", "§5.3.3.1",
      meet: { it in
        let kept = it.client.authentication.filter(\.provesPossession)
        it.client.authentication = kept.isEmpty ? [.privateKeyJWT] : kept
      }
    ) { it in
      !it.client.authentication.isEmpty && it.client.authentication.allSatisfy(\.provesPossession)
    },
    Requirement("client.secret_from", "isn't allowed, because clients don't have a secret", "§5.3.3.1") { it in
      it.client.secretJWT == nil
    },
    Requirement(
      "client.assertion", "must use PS256, ES256, or EdDSA, and the issuer as the audience", "§5.3.3.1",
      meet: { it in
        let methods = it.client.authentication
        guard it.client.assertion != nil || methods.contains(.privateKeyJWT) else { return }
        var jwt = it.client.assertion ?? .standard
        jwt.algorithms = jwt.algorithms.ofFAPI2
        jwt.audience = .issuer
        it.client.assertion = jwt
      }
    ) { it in
      guard let jwt = it.client.assertion else { return !it.client.authentication.contains(.privateKeyJWT) }
      return jwt.audience == .issuer && !jwt.algorithms.isEmpty && jwt.algorithms.ofFAPI2 == jwt.algorithms
        && jwt.claims["aud"] == nil
    },
    Requirement(
      "client.dpop", "must be 'required', unless 'client.certificate_bound_tokens' is true", "§5.3.3.1",
      meet: { it in if !it.client.certificateBoundTokens { it.client.dpop.use = .required } }
    ) { it in it.client.dpop.use == .required || it.client.certificateBoundTokens },
    .algorithms("client.dpop", \.client.dpop.algorithms),
    .value("authorize.response_type", \.authorization.responseType, .code, called: "code", "§5.3.3.2"),
    .value("authorize.par", \.authorization.par, .required, called: "required", "§5.3.3.2"),
    Requirement("authorize.omit", "must not contain parameters of the protocol", "§5.3.3.2") {
      $0.authorization.omitted.isEmpty
    },
    Requirement("token.omit", "must not contain parameters of the protocol", "§5.3.3.2") { $0.token.omitted.isEmpty },
    .value("authorize.state", \.authorization.state, .required, called: "required", nil),
    Requirement(
      "userinfo.token", "must be in the Authorization header", "§5.3.3.1", meet: { $0.userInfo.request.token = .bearer }
    ) {
      $0.userInfo.request.token == .bearer
    },
    Requirement("api.token", "must be in the Authorization header", "§5.3.3.1", meet: { $0.resources.token = .bearer })
    {
      $0.resources.token == .bearer
    },
    Requirement(
      "id_token.algorithms", "must be a list of PS256, ES256, EdDSA", "§5.4.1",
      meet: { it in
        let algorithms = it.idToken?.algorithms ?? []
        it.idToken?.algorithms = algorithms.ofFAPI2
      }
    ) { it in
      guard let rules = it.idToken else { return true }
      return !rules.algorithms.isEmpty && rules.algorithms.ofFAPI2 == rules.algorithms
    },
    Requirement("id_token.nonce", "must be exact", nil, meet: { $0.idToken?.nonce = .exact }) { it in
      it.idToken.map { $0.nonce == .exact } ?? true
    },
    .algorithms("access_token.algorithms", \.accessToken.algorithms),
  ]
}

extension [SignatureAlgorithm] {
  /// The allowed algorithms of this list, or all allowed ones if there are none.
  fileprivate var ofFAPI2: Self {
    let allowed = filter(SecurityProfile.fapi2Algorithms.contains)
    return allowed.isEmpty ? SecurityProfile.fapi2Algorithms : allowed
  }
}

extension ProviderConfiguration {
  /// Changes this configuration so that clients meet a security profile.
  ///
  /// ```swift
  /// let bank = AuthClient(issuer: "https://bank.example", clientID: "abc", key: key, redirect: .loopback()) { it in
  ///   it.follow(.fapi2Security)
  /// }
  /// ```
  ///
  /// Keep the endpoints of ``server`` empty: the profile requires those of the issuer's metadata.
  public mutating func follow(_ profile: SecurityProfile) {
    for requirement in profile.requirements { requirement.meet?(&self) }
  }
}
