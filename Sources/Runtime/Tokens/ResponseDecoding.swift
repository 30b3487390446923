import Foundation
import HTTPTypes

/// A type that converts the provider's responses to JSON, for example by decrypting them (`hooks: [decodeResponse]`).
///
/// The client passes the responses of the token endpoint, including those of refreshes, and of the userinfo endpoint. It reads
/// the JSON with the descriptor's other rules, as if the server had sent it.
public protocol ResponseDecoding: Sendable {
  /// Returns the JSON in a response.
  ///
  /// If the response is signed, verify the signature. The client verifies only the result: an ID token, or the signed userinfo
  /// of `userinfo.format: jwt`.
  ///
  /// - Parameters:
  ///   - body: The bytes of the response. They may contain tokens, so never log them.
  ///   - head: The status and the header fields.
  ///   - endpoint: ``Endpoint/token`` for token requests and refreshes, or ``Endpoint/userInfo`` for requests about the user.
  /// - Returns: JSON, or with `userinfo.format: jwt` the signed token of the userinfo endpoint.
  /// - Throws: Any error, which the client discards because it may contain secrets. The call then fails with
  ///   ``ResponseRejection/notDecoded(endpoint:status:)``. If the status is an error, the client reads the body as it arrived,
  ///   because servers and proxies often send errors in plain text.
  func decode(_ body: Data, head: HTTPResponse, from endpoint: Endpoint) async throws -> Data
}
