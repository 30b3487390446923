import Crypto
import Foundation

extension ClientCore {
  /// Exchanges a code, verifies the ID token, and determines the user's identity.
  ///
  /// - Parameter appParameters: The parameters that the caller requires. They take precedence over those of the grant.
  func exchange(
    _ grant: AuthorizationGrant, expecting appParameters: AuthorizationParameters = AuthorizationParameters()
  ) async throws(StepFailure) -> Credential {
    let values = try values(for: grant)
    try check(grant, values)
    let requested = try requestedParameters(for: grant, appParameters, values)
    let codeHash = grant.code.map { hash(of: $0, in: grant) }
    if let codeHash, environment.sentCodes.contains(codeHash) { throw .callback(.codeAlreadyUsed) }
    let front = try await frontChannelClaims(of: grant, requested)
    guard let code = grant.code, let codeHash else { return try await implicitCredential(of: grant, front) }
    // While the endpoint can't be found, the code isn't spent.
    _ = try await metadata.url(.token, values)
    let key = try await sessionKey(for: grant)
    guard environment.sentCodes.note(codeHash) else { throw .callback(.codeAlreadyUsed) }
    let response = try await tokens.bound(to: key).exchange(code, of: grant, values)
    let variables = try variables(of: response, after: grant.variables)
    var credential = Credential(response, claims: nil, after: grant, variables: variables)
    // Without its claims, the grant's ID token isn't verified.
    if credential.idToken == nil, front != nil { credential.idToken = grant.idToken }
    credential.sessionKey = response.isBoundToKey ? key : nil
    credential.authSession = configuration.firstParty.authSession(in: response.all)
    credential.maximumAge = requested.maximumAge ?? grant.maximumAge
    credential.claims = try await discardingOnFailure(credential) { () async throws(StepFailure) in
      try checkBinding(of: response)
      let verified = try await verifiedClaims(of: response, to: grant, requested, front)
      let user = UserGathering(
        core: self, response: response, callback: grant.fields, variables: variables, redirectURI: grant.redirectURI,
        scope: values.value("scope") ?? "", key: credential.sessionKey)
      return try await user.claims(verified)
    }
    credential.idToken = try signed(credential.idToken)
    return credential
  }

  /// Returns the hash that represents a code in the log of sent codes. The log never contains the code itself.
  private func hash(of code: Secret, in grant: AuthorizationGrant) -> String {
    let parts = [provider.authority, provider.clientID, grant.codeVerifier?.reveal() ?? "", code.reveal()]
    return Hex.encode(SHA256.hash(data: Data(parts.lengthPrefixed.utf8)))
  }

  /// Validates a grant, which may come from a device, before the client's secret is sent.
  private func check(_ grant: AuthorizationGrant, _ values: TemplateValues) throws(StepFailure) {
    let rules = configuration.pkce
    let isBound =
      rules.method == .none || grant.code == nil || grant.codeVerifier.map { PKCE(codeVerifier: $0) != nil } ?? false
    // A grant must not contain hosts that are taken from the token response.
    let isEarly = configuration.variables.allSatisfy { variable in
      if case .token = variable.source { grant.variables[variable.name] == nil } else { true }
    }
    guard isBound, isEarly, isProven(grant) else { throw .configuration(.unusableGrant) }
    for resource in grant.resources { try RequestedAccess.validate(resource: resource) }
    guard grant.resources.count <= RequestedAccess.maximumCount else { throw .configuration(.unusableGrant) }
    try CallbackCheck(rules: configuration.callback, values: values).check(grant)
  }

  /// Without a code, only an ID token proves that the tokens belong to this sign-in.
  private func isProven(_ grant: AuthorizationGrant) -> Bool {
    guard grant.code == nil else { return true }
    guard !configuration.authorization.responseType.includesCode else { return false }
    return !grant.isDecoded || provider.browserResponseIncludesIDToken
  }

  private func values(for grant: AuthorizationGrant) throws(StepFailure) -> TemplateValues {
    let delimiter = configuration.scopes?.delimiter ?? " "
    return try provider.values(with: grant.variables)
      .adding("redirect_uri", try provider.sentRedirectURI(grant.redirectURI)).adding(
        "scope", grant.scopes.joined(separator: delimiter)
      )
      .adding("state", grant.state).adding("code", grant.code?.reveal()).adding(
        "code_verifier", grant.codeVerifier?.reveal()
      )
      .adding(tree: .object(grant.fields.mapValues(JSONValue.string)), as: "callback")
  }

  /// Returns the variables of the token response. Hosts are checked before a request is sent to them.
  func variables(
    of response: TokenResponse, after known: [String: String]
  ) throws(StepFailure) -> [String: String] {
    var variables = known
    for variable in configuration.variables {
      guard case .token(let path) = variable.source, let value = response.all.value(at: FieldPath(path))?.spelling
      else {
        continue
      }
      guard variable.problem(with: value) == nil else {
        throw .response(.unexpectedValue(path, endpoint: .token))
      }
      variables[variable.name] = value
    }
    return variables
  }

  /// Returns the parameters that the ID token's claims are compared with. Those of the grant have the lowest
  /// precedence, because a device may have set them.
  private func requestedParameters(
    for grant: AuthorizationGrant, _ appParameters: AuthorizationParameters, _ values: TemplateValues
  ) throws(StepFailure) -> [String: String] {
    var requested = grant.parameters
    for pair in appParameters.pairs { requested[pair.name] = pair.value }
    for parameter in configuration.authorization.parameters where parameter.requests.contains(.authorization) {
      guard let constant = parameter.constant, let text = try? values.text(constant) else { continue }
      requested[parameter.name] = text
    }
    return requested
  }

  private func verifiedClaims(
    of response: TokenResponse, to grant: AuthorizationGrant, _ requested: [String: String], _ front: Claims?
  ) async throws(StepFailure) -> Claims? {
    guard let rules = configuration.idToken, let verifier else { return nil }
    guard let idToken = response.idToken else {
      guard !rules.required || front != nil else { throw .idToken(.missingIDToken) }
      return front
    }
    // A grant may come from elsewhere. Without the nonce, nothing binds the ID token to it.
    guard rules.nonce == .none || grant.nonce != nil else { throw .idToken(.nonceMismatch) }
    // Both ID tokens must be from the same issuer and for the same user (OpenID Connect Core 1.0 §3.3.3.6).
    let expectation = IDTokenVerifier.Expectation(
      nonce: grant.nonce, maximumAge: requested.maximumAge ?? grant.maximumAge,
      issuer: front?.issuer, subject: front?.subject, parameters: requested, accessToken: response.accessTokenOfIDToken,
      code: grant.code)
    return try await verifier.verify(idToken, expecting: expectation)
  }
}
