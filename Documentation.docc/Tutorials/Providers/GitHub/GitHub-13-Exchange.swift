import AuthRuntime
import Foundation

/// The back end of the sign-in, which has the secret. A route of your server calls it.
struct SignInServer {
  private let backend = GitHub.Backend(
    clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
    clientSecret: Secret(setting("AUTH_CLIENT_SECRET", example: "a-secret"))
  )

  /// Exchanges the app's grant. Returns `nil` if the bytes aren't a grant.
  func signIn(_ body: Data) async throws(GitHub.Failure) -> GitHub.Backend.SignedIn? {
    guard let grant = AuthorizationGrant(encoded: body) else { return nil }
    return try await backend.exchange(grant)
  }
}

/// Reads a value of your registration from the environment, so that the code doesn't contain a secret.
private func setting(_ name: String, example: String) -> String {
  if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
  fatalError("\(name) is not set; an example is \(name)='\(example)'")
}
