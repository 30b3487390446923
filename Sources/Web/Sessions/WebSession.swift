import AuthRuntime
import Foundation
import HTTPTypes

/// The session of a signed-in user, for one request.
public struct WebSession<Provider: UserIdentifying>: Sendable {
  /// The error type of all methods.
  public typealias Failure = AuthFailure<Provider.ErrorCode>

  /// The signed-in user.
  public let user: Provider.User
  /// The app's own account, if ``WebSignIn/account`` determines one.
  public let account: String?
  /// The time of the sign-in.
  public let createdAt: Date
  /// The time at which the session ends even if it's used.
  public let expiresAt: Date
  /// The session's CSRF token. Forms send it in the field `csrf_token`, and scripts in the header field `X-CSRF-Token`.
  public let csrfToken: String
  /// The granted scopes.
  public var scopes: [String] { credential.scopes }
  /// The session in the store.
  public let id: SessionIDHash

  let credential: Credential
  let client: WebSessionClient
  let handle: SessionHandle<Provider>
  let now: @Sendable () -> Date

  /// A client with the session's tokens, for calls that ``WebSession`` doesn't have, such as a token exchange. It renews the
  /// tokens like ``accessToken(validFor:)``. It can't sign a user in.
  public var tokens: AuthClient<Provider> { handle.client }

  /// Returns an access token that stays valid for at least the given time, and renews it if necessary.
  ///
  /// All servers that share the store send one request in total.
  ///
  /// - Parameter duration: As in ``/AuthRuntime/AuthClient/accessToken(validFor:)``.
  /// - Throws: ``Failure``. The session has ended if it is ``/AuthRuntime/AuthFailure/notSignedIn``, or ``/AuthRuntime/AuthFailure/session(_:)`` with
  ///   ``/AuthRuntime/SessionFailure/ended(_:)``.
  public func accessToken(validFor duration: Duration? = nil) async throws(Failure) -> Secret {
    try await handle.client.accessToken(validFor: duration)
  }

  /// Gets a resource with the session's access token, like ``/AuthRuntime/AuthClient/data(from:)-(String)``.
  ///
  /// - Throws: The errors of ``/AuthRuntime/AuthClient/data(from:)-(String)``.
  public func data(from url: String) async throws(Failure) -> (Data, HTTPResponse) {
    try await handle.client.data(from: url)
  }

  /// Sends a request with the session's access token, like ``/AuthRuntime/AuthClient/data(for:body:options:)``.
  ///
  /// - Throws: The errors of ``/AuthRuntime/AuthClient/data(for:body:options:)``.
  public func data(
    for request: HTTPRequest, body: Data? = nil, options: TransportOptions = TransportOptions()
  ) async throws(Failure) -> (Data, HTTPResponse) {
    try await handle.client.data(for: request, body: body, options: options)
  }
}
