import Foundation
import HTTPTypes

/// An OAuth error as the server sent it (RFC 6749 §4.1.2.1 and §5.2).
public struct ServerError: Sendable, Hashable {
  /// The `error` code, such as `access_denied`.
  public let code: String
  /// The endpoint that responded. For an error in a callback, it is the authorization endpoint.
  public let endpoint: Endpoint
  /// The server's `error_description`, meant for developers.
  public let text: String?
  /// The server's `error_uri`: a page about the error, for developers.
  public let uri: URL?
  /// The ID with which the provider's support can find the request.
  public let requestID: String?
  /// The HTTP status, or `nil` if the error was in a callback.
  public let status: Int?
  /// The descriptor's entry for the code.
  public let known: ProviderConfiguration.KnownError?
  /// The delay that the server requested.
  public let retryAfter: Duration?
  /// The setting that causes the error, such as `Grant Types in the Auth0 Dashboard`, if the descriptor names it.
  public let setting: String?
  /// The new `auth_session` in the response (draft-ietf-oauth-first-party-apps §6.2).
  var authSession: Secret?

  /// Creates an error. Strings are shortened and stripped of control characters.
  public init(
    code: String, endpoint: Endpoint, text: String? = nil, uri: URL? = nil, requestID: String? = nil,
    status: Int? = nil,
    known: ProviderConfiguration.KnownError? = nil,
    retryAfter: Duration? = nil, setting: String? = nil
  ) {
    self.code = code.plainText(limit: .max)
    self.endpoint = endpoint
    self.text = text?.plainText()
    self.uri = uri
    self.requestID = requestID?.plainText(limit: 80)
    self.status = status
    self.known = known
    self.retryAfter = retryAfter
    self.setting = setting
  }
}

extension ServerError: FailureReason {
  var caseName: String { known?.caseName ?? code.plainText(limit: 64) }

  var explanation: String {
    let note = text.map { " (\($0.plainText()))" } ?? ""
    let page = uri.map { ", see \($0.absoluteString.plainText(limit: 200))" } ?? ""
    let request = requestID.map { ", request \($0.plainText(limit: 80))" } ?? ""
    return "\(known?.summary ?? "\(endpoint) returned an error") [\(code.plainText(limit: 64))]\(note)\(page)\(request)"
  }

  var recovery: Recovery {
    switch known?.recovery {
    case .retry?: .retry(after: retryAfter)
    case .retryLater?: .retry(after: retryAfter ?? .seconds(30))
    case .reauthenticate?: .reauthenticate
    case .fixConfiguration?: configuration
    case .contactAdministrator?: .contactAdministrator
    case .contactUser?: .contactUser
    case .requestConsent?: .requestConsent
    case .updateApp?: .updateApp
    // The API doesn't accept the access token (RFC 6750 §3.1).
    case nil where endpoint == .userInfo && status == 401: .reauthenticate
    case nil: setting == nil ? .retry(after: retryAfter) : configuration
    }
  }

  private var configuration: Recovery {
    let reason = known?.summary ?? code.plainText(limit: 64)
    guard let setting else { return .fix(.clientSettings, ["reason": reason]) }
    return .fix(.clientSetting, ["setting": setting, "reason": reason])
  }
}
