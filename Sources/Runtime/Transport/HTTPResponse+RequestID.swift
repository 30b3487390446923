import HTTPTypes

extension HTTPResponse {
  /// The request's identifier in the provider's logs. Many providers put their own prefix before the header's name, such as
  /// `x-acme-request-id`. A request ID takes precedence over a correlation ID. Of several names, the shortest is used, so the
  /// order of the headers doesn't matter.
  var requestID: String? {
    for ending in Self.requestIDs {
      let names = headerFields.map(\.name).filter { $0.canonicalName.hasSuffix(ending) }
      let shortest = names.min {
        ($0.canonicalName.utf8.count, $0.canonicalName) < ($1.canonicalName.utf8.count, $1.canonicalName)
      }
      if let shortest { return headerFields[shortest] }
    }
    return nil
  }

  /// The ends of such names in lowercase, by precedence.
  private static let requestIDs = ["request-id", "requestid", "correlation-id"]
}
