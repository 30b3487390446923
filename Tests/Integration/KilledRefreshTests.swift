import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import session_probe

extension `Generated clients at a real server` {
  /// The server rotates refresh tokens without an overlap, and ends the session if an old token is used again. It then
  /// responds with 400 and no OAuth error. That isn't a clear rejection, so the client keeps the session, and its state
  /// shows that a response was lost.
  @Test func `A killed refresh loses the session only if the response was lost, and reports that`() async throws {
    let server = try IdentityServers.server(.auth0)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let key = EncryptionKey()
    let digits = SessionProbe.digits(of: key)

    func signIn() async throws {
      let client = AuthClient<DynamicProvider>(
        configuration: SessionProbe.configuration(at: server.issuer), variables: [:], clientID: "native-app",
        redirect: .loopback(),
        environment: AuthEnvironment(
          transport: try server.transport(), browser: try HeadlessBrowser(trusting: server),
          store: EncryptedFileStore(folder: folder, key: key)
        ).withOwnRedirects)
      _ = try await client.signIn(scopes: ["offline_access"], parameters: .init())
    }
    func refresh(_ exitPoint: ExitPoint?) async throws -> Command.Outcome {
      try await Command.run(
        Command.built("session-probe"),
        [server.issuer, "native-app", folder.path, digits, "refresh"] + [exitPoint?.rawValue].compactMap(\.self),
        environment: ["AUTH_TRUST_ROOT": server["CA_FILE"]])
    }

    try await signIn()
    // A refresh doesn't return an ID token here, so it doesn't store claims.
    for exitPoint in ExitPoint.allCases where ![.beforeClaims, .afterClaims].contains(exitPoint) {
      #expect(try await refresh(exitPoint).status == 128 + 9)
      let next = try await refresh(nil).output
      if [.afterResponse, .beforeTokens].contains(exitPoint) {
        #expect(next.hasPrefix("kept, a response was lost: "), "\(exitPoint): \(next)")
        try await signIn()
      } else {
        #expect(next.hasPrefix("ok"), "\(exitPoint): \(next)")
      }
    }
  }
}
