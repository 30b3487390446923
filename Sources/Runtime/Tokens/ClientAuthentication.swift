import Foundation

/// How a client shows who it is in a request to the server (RFC 6749 §2.3).
struct ClientAuthentication: Sendable {
  let clientID: String
  let secret: Secret?
  let method: ProviderConfiguration.ClientAuthenticationMethod

  init(clientID: String, secret: Secret?, rules: ProviderConfiguration.ClientRules) {
    self.clientID = clientID
    self.secret = secret
    // RFC 8414 §2: client_secret_basic is what a server takes when nothing is said.
    self.method = rules.authentication.first ?? .clientSecretBasic
  }

  /// Adds what is needed to a body's parameters, and returns what is needed in the header.
  func apply(to parameters: inout [(name: String, value: String)]) -> [String: String] {
    guard let secret else {
      parameters.append(("client_id", clientID))
      return [:]
    }
    switch method {
    case .clientSecretPost:
      parameters += [("client_id", clientID), ("client_secret", secret.reveal())]
      return [:]
    case .clientSecretBasic:
      // Both parts are form-urlencoded first, so that a colon cannot shift the border (RFC 6749 §2.3.1).
      let pair = FormEncoding.escape(clientID) + ":" + FormEncoding.escape(secret.reveal())
      return ["Authorization": "Basic " + Data(pair.utf8).base64EncodedString()]
    }
  }
}
