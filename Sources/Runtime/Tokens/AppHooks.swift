import Foundation
import HTTPTypes

/// The app's code for behavior that a descriptor can't express (`hooks`).
struct AppHooks: Sendable {
  var signTokenRequest: (any TokenRequestSigning)?
  var signUserInfoRequest: (any UserInfoRequestSigning)?
  var decodeResponse: (any ResponseDecoding)?
}

extension TransportRequest {
  /// Lets the app's code change this request. The result must still go to a secure URL.
  ///
  /// - Parameter sign: The app's code, or `nil` if it's missing.
  mutating func change(
    with sign: ((inout HTTPRequest, inout Data?) async throws -> Void)?
  ) async throws(StepFailure) {
    guard let sign else { throw .configuration(.unsignedRequest) }
    do { try await sign(&head, &body) } catch {
      throw Task.isCancelled ? .cancelled : .configuration(.unsignedRequest)
    }
    try SecureURL.check(head)
  }
}

extension ResponseDecoding {
  /// Returns the response with the JSON in it, or the unchanged response if that reports an error in plain text.
  fileprivate func decoded(
    _ response: TransportResponse, from endpoint: Endpoint
  ) async throws(StepFailure) -> TransportResponse? {
    do {
      var head = response.head
      let json = try await decode(response.body, head: head, from: endpoint)
      head.headerFields[.contentType] = "application/json"
      return TransportResponse(head, json)
    } catch {
      if Task.isCancelled { throw .cancelled }
      guard (200..<300).contains(response.status) else { return nil }
      throw .response(.notDecoded(endpoint: endpoint, status: response.status))
    }
  }
}

extension TokenEndpoint {
  /// Throws a failure if the app's decoder is missing. Otherwise, the tokens in the response would be lost.
  func checkDecoder() throws(StepFailure) {
    guard !configuration.decodesResponses || hooks.decodeResponse != nil else {
      throw .configuration(.missingDecoder)
    }
  }

  /// Lets the app convert a response to JSON if the descriptor requires it.
  ///
  /// - Parameter rules: The rules for reading the response. If the app converts it, its format is JSON.
  func decoded(
    _ response: TransportResponse, as rules: ProviderConfiguration.ResponseRules, from endpoint: Endpoint
  ) async throws(StepFailure) -> (TransportResponse, ProviderConfiguration.ResponseRules) {
    guard configuration.decodesResponses, let decoder = hooks.decodeResponse,
      let json = try await decoder.decoded(response, from: endpoint)
    else { return (response, rules) }
    var rules = rules
    (rules.format, rules.prefix) = (.json, nil)
    return (json, rules)
  }
}
