import Foundation
import HTTPTypes

/// What a provider demands of token requests that a descriptor cannot say, such as a signature (`hooks: [signTokenRequest]`).
public protocol TokenRequestSigning: Sendable {
  /// Changes a request to what the server expects. It holds secrets: never log it.
  ///
  /// - Throws: Anything; the sign-in then fails with ``ConfigurationFailure/unsignedRequest``.
  func sign(_ request: inout HTTPRequest, body: inout Data?) async throws
}
