import Foundation
import HTTPTypes

/// A type that changes token requests as a descriptor can't express, for example by signing them (`hooks:
/// [signTokenRequest]`).
public protocol TokenRequestSigning: Sendable {
  /// Changes a request as the server requires. The request contains secrets, so never log it.
  ///
  /// - Throws: Any error. The sign-in then fails with ``ConfigurationFailure/unsignedRequest``.
  func sign(_ request: inout HTTPRequest, body: inout Data?) async throws
}

/// A type that changes requests about the user as a descriptor can't express, for example by signing them (`hooks:
/// [signUserInfoRequest]`).
///
/// The client passes the requests to the userinfo endpoint and those of `userinfo.further_requests`. It sends each signed request
/// only once.
public protocol UserInfoRequestSigning: Sendable {
  /// Changes a request as the server requires. The request contains the access token, so never log it.
  ///
  /// - Throws: Any error. The call then fails with ``ConfigurationFailure/unsignedRequest``.
  func sign(_ request: inout HTTPRequest, body: inout Data?) async throws
}
