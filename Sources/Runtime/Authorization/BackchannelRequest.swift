import Foundation

/// A request for a sign-in that the user approves on their device (OpenID CIBA Core 1.0 §7.1).
///
/// ```swift
/// let user = try await bank.signInOverBackchannel(as: .login("ada@example.com"), bindingMessage: "W4SCT")
/// ```
public struct BackchannelRequest: Sendable {
  /// The user who is to approve the sign-in. A request has exactly one hint (CIBA Core 1.0 §7.1).
  public enum Hint: Sendable, Hashable {
    /// A name that the server knows, such as an email address, a phone number, or the `sub` of the user.
    case login(String)
    /// A token that names the user. Its format is an agreement between the client and the server.
    case loginToken(Secret)
    /// An ID token that the server issued to this client earlier. The sign-in fails if another user approves it.
    case idToken(Secret)
  }

  /// The user who is to approve the sign-in.
  public var hint: Hint
  /// A short text that both devices show, so that the user can recognize the sign-in, or `nil` for none.
  public var bindingMessage: String?
  /// The code that the user chose at the server to prevent sign-ins that others start, or `nil` for none.
  public var userCode: Secret?
  /// The requested authentication contexts, in order of preference.
  public var acrValues: [String] = []
  /// The requested lifetime of the request in whole seconds, or `nil` for the server's own.
  public var requestedExpiry: Duration?

  /// The longest hint and the longest binding message, in bytes. Tokens may be long, and messages must be short.
  static let maximumLength = (hint: 16 << 10, message: 1 << 10)

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - hint: The user who is to approve the sign-in.
  ///   - bindingMessage: A short text that both devices show. Servers reject long ones.
  ///   - userCode: The code that the user chose at the server.
  ///   - acrValues: The requested authentication contexts, in order of preference.
  ///   - requestedExpiry: The requested lifetime of the request, in whole seconds.
  public init(
    _ hint: Hint, bindingMessage: String? = nil, userCode: Secret? = nil, acrValues: [String] = [],
    requestedExpiry: Duration? = nil
  ) {
    (self.hint, self.bindingMessage, self.userCode) = (hint, bindingMessage, userCode)
    (self.acrValues, self.requestedExpiry) = (acrValues, requestedExpiry)
  }
}

extension BackchannelRequest {
  /// Checks the values that the app passes, before a request is sent.
  func validate() throws(StepFailure) {
    let (name, hint) = hint.parameter
    guard !hint.isEmpty, hint.utf8.count <= Self.maximumLength.hint, hint.isPlain else {
      throw .configuration(.invalidParameter(name, expected: "a nonempty string without control characters"))
    }
    if let bindingMessage {
      guard !bindingMessage.isEmpty, bindingMessage.utf8.count <= Self.maximumLength.message, bindingMessage.isPlain
      else {
        throw .configuration(.invalidParameter("binding_message", expected: "a short line of text"))
      }
    }
    guard userCode.map({ !$0.reveal().isEmpty }) ?? true else {
      throw .configuration(.invalidParameter("user_code", expected: "a nonempty string"))
    }
    guard acrValues.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isWhitespace) }) else {
      throw .configuration(.invalidParameter("acr_values", expected: "a list of values without spaces"))
    }
    guard requestedExpiry.map({ (1...86_400).contains($0.components.seconds) }) ?? true else {
      throw .configuration(.invalidParameter("requested_expiry", expected: "1 to 86400 seconds"))
    }
  }

  /// The parameters of the request (§7.1).
  ///
  /// - Parameters:
  ///   - issuer: The issuer for a hint that contains it.
  ///   - format: The format of a login hint.
  func parameters(
    issuer: String?, _ format: ProviderConfiguration.BackchannelRules.LoginHintFormat
  ) -> [(name: String, value: String)] {
    var (name, value) = hint.parameter
    if case .login(let login) = hint, format == .issuerAndSubject {
      value = RequestedAccess.text(
        of: .object(["format": "iss_sub", "iss": .string(issuer ?? ""), "sub": .string(login)]))
    }
    let others: [(name: String, value: String?)] = [
      ("acr_values", acrValues.isEmpty ? nil : acrValues.joined(separator: " ")),
      ("binding_message", bindingMessage), ("user_code", userCode?.reveal()),
      ("requested_expiry", requestedExpiry.map { String($0.components.seconds) }),
    ]
    return [(name: name, value: value)] + others.compactMap { pair in pair.value.map { (pair.name, $0) } }
  }

  /// The `sub` that the ID token must have, if the hint states it.
  func expectedSubject(_ format: ProviderConfiguration.BackchannelRules.LoginHintFormat) -> String? {
    switch hint {
    case .login(let login): format == .issuerAndSubject ? login : nil
    case .loginToken: nil
    case .idToken(let token): token.claimsOfJWT["sub"].flatMap(String.init(claim:))
    }
  }

  /// The values that no message may contain.
  var secrets: [Secret] {
    var all = [userCode].compactMap(\.self)
    switch hint {
    case .login(let login): all.append(Secret(login))
    case .loginToken(let token), .idToken(let token): all.append(token)
    }
    return all
  }
}

extension BackchannelRequest.Hint {
  fileprivate var parameter: (name: String, value: String) {
    switch self {
    case .login(let login): ("login_hint", login)
    case .loginToken(let token): ("login_hint_token", token.reveal())
    case .idToken(let token): ("id_token_hint", token.reveal())
    }
  }
}

extension String {
  /// Whether the string contains no control characters, such as line breaks.
  fileprivate var isPlain: Bool {
    unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
