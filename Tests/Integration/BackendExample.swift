import AuthRuntime
import Foundation
import ReferenceClients

// The examples of the article on the app's own server, compiled. The suite of the documentation's code compares them.

/// The app: the user signs in, and the server gets what the sign-in brought.
func backendExampleOfTheApp(post: (Data) async -> Void) async {
  // app begins
  let github = GitHub.Client(clientID: "abc123", redirect: .loopback())
  do {
    let grant = try await github.authorize(scopes: [.readUser, .userEmail])
    await post(grant.encoded())
  } catch {
    print("failed:", error, "→", error.recovery)
  }
  // app ends
}

/// The server: it has the secret, and finds out who the user is.
func backendExampleOfTheServer(secret: String, body: Data) async {
  // server begins
  let backend = GitHub.Backend(clientID: "abc123", clientSecret: Secret(secret))
  guard let grant = AuthorizationGrant(encoded: body) else { return }
  do {
    let signedIn = try await backend.exchange(grant)
    print("hello", signedIn.user?.id ?? "-", signedIn.credential.scopes)
  } catch {
    print("failed:", error, "→", error.recovery)
  }
  // server ends
}

/// A web app. Its server redirects the browser and receives the callback.
func backendExampleOfTheWebApp(
  backend: GitHub.Backend, send: (URL) async -> Void, callback: () async -> String
) async throws(GitHub.Failure) {
  // web begins
  let pending = try await backend.start(
    scopes: [.readUser, .userEmail], redirectURI: "https://app.acme.example/github/callback")
  await send(pending.url)
  let query = await callback()
  let grant = try await backend.verifiedGrant(from: query, for: pending)
  let signedIn = try await backend.exchange(grant)
  print("hello", signedIn.user?.id ?? "-")
  // web ends
}

/// A web app whose requests may reach another process.
func backendExampleOfTheSession(
  pending: PendingAuthorization, save: (Data) -> Void, take: () -> Data
) throws -> PendingAuthorization {
  // session begins
  save(try JSONEncoder().encode(pending))
  let kept = try JSONDecoder().decode(PendingAuthorization.self, from: take())
  // session ends
  return kept
}

/// A web app that ends the browser's session at the provider, too.
func backendExampleOfTheSignOut(
  credential: Credential, send: (URL) async -> Void, callback: () async -> String
) async throws {
  // sign-out begins
  let server = BackendExchange<DynamicProvider>(issuer: "https://id.acme.com", clientID: "abc123")
  let pending = try await server.startSignOut(of: credential, returningTo: "https://app.acme.example/signed-out")
  await send(pending.url)
  let query = await callback()
  try server.finishSignOut(query: query, for: pending)
  // sign-out ends
}
