import Foundation
import HTTPTypes

/// Finds the authorization server of a resource, and keeps the client there.
final class ResourceConnector: Sendable {
  typealias Sending<Body> =
    (any HTTPTransport, TransportRequest) async throws(TransportFailure) -> (Body, HTTPResponse)

  /// What is known about a resource and its authorization server.
  struct Found: Sendable {
    let summary: ResourceDiscovery
  }

  init(
    resource: String, identity: ResourceClientIdentity, redirect: Redirect, policy: ResourcePolicy,
    environment: AuthEnvironment
  ) throws(StepFailure) {
    _ = try SecureURL.endpoint(resource)
  }

  func account(_ name: String) -> ResourceConnector { self }
  func discover(_ challenge: HTTPResponse?) async throws(StepFailure) -> Found { throw .notSignedIn }
  func signIn(
    scopes: [String], challenge: HTTPResponse?, timeout: Duration
  ) async throws(StepFailure) -> AccessGrant { throw .notSignedIn }
  func connection() async throws(StepFailure) -> ResourceConnection? { nil }
  func credential() async throws(StepFailure) -> Credential? { nil }
  func client() async throws(StepFailure) -> AuthClient<DynamicProvider>? { nil }
  func send<Body>(
    _ request: TransportRequest, _ signIn: ResourceSignIn, by sending: Sending<Body>
  ) async throws(StepFailure) -> (Body, HTTPResponse) { throw .notSignedIn }
  func signOut(forgetsRegistration: Bool) async throws(StepFailure) {}
  func handle(_ callbackURL: URL) async throws(StepFailure) {}
}
