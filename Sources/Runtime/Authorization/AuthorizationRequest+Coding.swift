import Foundation

// The encoded form contains the values that bind the callback to the request. It doesn't contain the client secret.
extension AuthorizationRequest: Codable {
  private enum Member: String, CodingKey {
    case url
    case redirectURI = "redirect_uri"
    case state, nonce
    case codeVerifier = "code_verifier"
    case scopes
    case maximumAge = "max_age"
    case variables
    case sent = "parameters"
    case drawn, resources
    case expiresAt = "expires_at"
    case sessionKey = "session_key"
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    try members.encode(url, forKey: .url)
    try members.encode(redirectURI, forKey: .redirectURI)
    try members.encodeIfPresent(state, forKey: .state)
    try members.encodeIfPresent(nonce, forKey: .nonce)
    try members.encode(pkce.codeVerifier.reveal(), forKey: .codeVerifier)
    try members.encode(scopes, forKey: .scopes)
    try members.encodeIfPresent(maximumAge?.components.seconds, forKey: .maximumAge)
    try members.encode(variables, forKey: .variables)
    try members.encode(sent, forKey: .sent)
    try members.encode(drawn, forKey: .drawn)
    try members.encodeIfPresent(expiresAt, forKey: .expiresAt)
    try members.encodeIfPresent(sessionKey?.encoded.object?.compactMapValues(\.string), forKey: .sessionKey)
    if !resources.isEmpty { try members.encode(resources, forKey: .resources) }
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    let verifier = Secret(try members.decode(String.self, forKey: .codeVerifier))
    guard let pkce = PKCE(codeVerifier: verifier) else {
      throw DecodingError.dataCorruptedError(
        forKey: .codeVerifier, in: members, debugDescription: "expected 43 to 128 unreserved characters")
    }
    self.pkce = pkce
    url = try members.decode(URL.self, forKey: .url)
    redirectURI = try members.decode(String.self, forKey: .redirectURI)
    state = try members.decodeIfPresent(String.self, forKey: .state)
    nonce = try members.decodeIfPresent(String.self, forKey: .nonce)
    scopes = try members.decode([String].self, forKey: .scopes)
    maximumAge = try members.decodeIfPresent(Int64.self, forKey: .maximumAge).map { .seconds($0) }
    variables = try members.decode([String: String].self, forKey: .variables)
    sent = try members.decode([String: String].self, forKey: .sent)
    drawn = try members.decode([String: String].self, forKey: .drawn)
    expiresAt = try members.decodeIfPresent(Date.self, forKey: .expiresAt)
    sessionKey = try members.decodeIfPresent([String: String].self, forKey: .sessionKey)
      .map { SessionKey(encoded: .object($0.mapValues(JSONValue.string))) }
    resources = try members.decodeIfPresent([String].self, forKey: .resources) ?? []
    (known, pairs) = (nil, [])
  }
}
