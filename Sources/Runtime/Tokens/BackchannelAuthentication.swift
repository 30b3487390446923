import Foundation

/// A sign-in that waits until the user approves it on their device (OpenID CIBA Core 1.0 §7.3).
public struct BackchannelAuthentication: Sendable, Hashable {
  /// The time at which the request expires.
  public let expiresAt: Date
  /// The ID that the client polls with, `auth_req_id`. Never show it.
  let requestID: Secret
  /// The interval between two polls.
  let interval: Duration

  /// The longest `auth_req_id`, in bytes. It's sent with each poll.
  private static let maximumLength = 4096

  /// - Parameter requested: The lifetime that the client requested, for a response without one.
  init(
    _ response: JSONValue, requested: Duration?, status: Int, now: Date
  ) throws(StepFailure) {
    let endpoint = Endpoint.backchannelAuthentication
    guard let id = response.object?["auth_req_id"]?.string, !id.isEmpty else {
      throw .response(.missingField("auth_req_id", endpoint: endpoint, status: status))
    }
    guard id.utf8.count <= Self.maximumLength else {
      throw .response(.unexpectedValue("auth_req_id", endpoint: endpoint))
    }
    requestID = Secret(id)
    let lifetime = response.seconds(at: "expires_in", within: 1...86_400) ?? requested?.seconds ?? 300
    expiresAt = now.addingTimeInterval(lifetime)
    // Five seconds if the server doesn't state an interval.
    interval = .seconds(response.seconds(at: "interval", within: 1...300) ?? 5)
  }
}
