import Foundation
import HTTPTypes

/// An API's demand for another sign-in, from the challenge in its response. Nothing else in the response has an effect.
struct StepUpDemand: Sendable, Hashable {
  private static let maximumValues = 64
  private static let maximumValueLength = 256
  /// Ten years, in seconds.
  private static let maximumAge = 315_360_000

  /// The scopes that the token lacks (RFC 6750 §3).
  let scopes: [String]
  /// The ways to authenticate, in order of preference (RFC 9470 §3).
  let acrValues: [String]
  /// The maximum time since the authentication, in seconds (RFC 9470 §3).
  let maxAge: Int?

  /// Returns `nil` if the response demands nothing that a sign-in could change, or if its challenge is malformed.
  init?(_ response: HTTPResponse) {
    guard response.status == .unauthorized || response.status == .forbidden else { return nil }
    let challenges = response.headerFields[values: .wwwAuthenticate].prefix(8).flatMap(AuthenticationChallenge.all)
    guard let challenge = challenges.first(where: \.demandsStepUp) else { return nil }
    let isAboutScopes = challenge.error == "insufficient_scope"
    guard let scopes = Self.words(isAboutScopes ? challenge.parameters["scope"] : nil),
      let acrValues = Self.words(isAboutScopes ? nil : challenge.parameters["acr_values"])
    else { return nil }
    let stated = isAboutScopes ? nil : challenge.parameters["max_age"]
    maxAge = stated.flatMap { Int($0) }
    guard stated == nil || (0...Self.maximumAge).contains(maxAge ?? -1) else { return nil }
    (self.scopes, self.acrValues) = (scopes, acrValues)
    guard !scopes.isEmpty || !acrValues.isEmpty || maxAge != nil else { return nil }
  }

  /// Returns the words of a list without repetitions, or `nil` if the list is too long or has an invalid character
  /// (RFC 6749 §3.3).
  static func words(_ list: String?) -> [String]? {
    var words: [String] = []
    for word in (list ?? "").split(separator: " ", maxSplits: maximumValues).map(String.init) {
      guard word.utf8.count <= maximumValueLength, word.utf8.allSatisfy(\.isScopeCharacter) else { return nil }
      if !words.contains(word) { words.append(word) }
    }
    return words
  }

  /// Checks before a sign-in that it could satisfy the API, and that the app allows it.
  ///
  /// - Parameter listed: The scopes that the app allows the API to demand.
  func checkScopes(of session: Credential, listed: [String]) throws(StepFailure) {
    let missing = scopes.filter { !session.scopes.contains($0) }
    // The session has the scopes that the API demands, so new tokens would be like the present ones.
    guard scopes.isEmpty || !missing.isEmpty else { throw .stepUp(.stillInsufficient) }
    let unlisted = missing.filter { !listed.contains($0) }
    guard unlisted.isEmpty else { throw .stepUp(.unlistedScopes(unlisted)) }
  }

  /// The parameters of a sign-in that satisfies the demand (RFC 9470 §4).
  var parameters: [(name: String, value: String)] {
    let values = [("acr_values", acrValues.joined(separator: " ")), ("max_age", maxAge.map { String($0) } ?? "")]
    return values.compactMap { $0.1.isEmpty ? nil : (name: $0.0, value: $0.1) }
  }

  /// Checks the tokens of the new sign-in, which must be of the same user. An ID token may omit `acr`. Then the API
  /// decides.
  func check(_ credential: Credential, after before: Credential) throws(StepFailure) {
    guard credential.claims?.isSameUser(as: before.claims) ?? false else { throw .stepUp(.anotherUser) }
    let missing = scopes.filter { !credential.scopes.contains($0) }
    guard missing.isEmpty else { throw .stepUp(.missingScopes(missing)) }
    guard !acrValues.isEmpty, let acr = credential.claims?["acr"]?.string else { return }
    guard acrValues.contains(where: acr.isExactly) else { throw .stepUp(.otherAuthentication) }
  }
}

extension AuthenticationChallenge {
  fileprivate var demandsStepUp: Bool {
    ["bearer", "dpop"].contains(scheme)
      && ["insufficient_scope", "insufficient_user_authentication"].contains(error ?? "")
  }
}
