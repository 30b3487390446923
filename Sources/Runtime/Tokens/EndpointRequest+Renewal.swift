extension EndpointRequest {
  /// Returns this request with other parameters. Those that replace this request later have them, too.
  func changingParameters(
    _ change: @escaping @Sendable ([(name: String, value: String)]) -> [(name: String, value: String)]
  ) -> EndpointRequest {
    var request = self
    request.parameters = change(parameters)
    if let otherKey {
      request.otherKey = OtherKey(index: otherKey.index) { () async throws(StepFailure) in
        change(try await otherKey.parameters())
      }
    }
    if let renewed {
      request.renewed = { () async throws(StepFailure) -> EndpointRequest in
        try await renewed().changingParameters(change)
      }
    }
    return request
  }

  /// Returns this request with the authentication of another key.
  func authenticated(by other: OtherKey) async throws(StepFailure) -> EndpointRequest {
    var request = self
    (request.parameters, request.otherKey) = (try await other.parameters(), nil)
    request.renewed = { [request] () async throws(StepFailure) -> EndpointRequest in
      var again = request
      again.parameters = try await other.parameters()
      return again
    }
    return request
  }
}
