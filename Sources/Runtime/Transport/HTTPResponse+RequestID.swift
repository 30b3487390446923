import HTTPTypes

extension HTTPResponse {
  /// The request's identifier in the provider's logs.
  var requestID: String? {
    Self.requestIDs.lazy.compactMap { HTTPField.Name($0).flatMap { headerFields[$0] } }.first
  }

  private static let requestIDs = [
    "x-request-id", "x-ms-request-id", "x-auth0-requestid", "x-okta-request-id", "x-correlation-id", "request-id",
  ]
}
