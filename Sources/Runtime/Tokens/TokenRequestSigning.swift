/// What a provider demands of token requests that a descriptor cannot say, such as a signature (`hooks: [signTokenRequest]`).
public protocol TokenRequestSigning: Sendable {
  /// The request as it shall be sent. It holds secrets: never log it.
  ///
  /// - Throws: Anything; the sign-in then fails with ``ConfigurationFailure/unsignedRequest``.
  func sign(_ request: HTTPRequest) async throws -> HTTPRequest
}
