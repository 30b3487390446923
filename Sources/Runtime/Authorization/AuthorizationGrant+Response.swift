extension AuthorizationGrant {
  init(
    _ response: AuthorizationResponse, to request: AuthorizationRequest, variables: [String: String], isSigned: Bool
  ) {
    code = response.code
    idToken = response.idToken
    accessToken = response.tokens?.accessToken
    tokens = response.tokens
    codeVerifier = request.pkce.codeVerifier
    redirectURI = request.redirectURI
    nonce = request.nonce
    scopes = response.scopes ?? request.scopes
    fields = response.fields
    signed = isSigned ? response.all : [:]
    self.variables = variables
    maximumAge = request.maximumAge
    parameters = request.sent
    resources = request.resources
    state = request.state
    isDecoded = false
    requestedScopes = request.scopes
    sessionKey = request.sessionKey
    keyThumbprint = request.sessionKey?.signer?.thumbprint
  }
}
