import AuthDescriptor

/// The program of a web app.
extension NewProgram {
  /// The reason why no web app can be generated, or `nil` if one can.
  var webObstacle: String? {
    guard client.hasBackend else { return "its clients can't be servers" }
    guard client.identifiesUser else { return "it doesn't identify users" }
    return nil
  }

  var webText: String {
    """
    import AuthHummingbird
    import AuthRuntime
    import AuthWeb
    import Foundation
    import Hummingbird

    /// Signs users in to a web app.
    @main
    enum \(Self.type) {
      static func main() async throws {
        let backend = \(client.type).Backend(
    \(settingArguments.map { "      \($0)" }.joined(separator: ",\n")))
        // The key and the sessions are in memory, so users sign in again after a restart.
        let web = \(client.type).Web(
          backend, origin: ProcessInfo.processInfo.environment["APP_ORIGIN"] ?? "http://localhost:8080",
          keys: WebKeys(EncryptionKey()), sessions: MemorySessionStore())
        try web.checkConfiguration()

        let router = Router(context: BasicWebRequestContext<\(client.type)>.self)
        web.mount(on: router.group("auth"))
        router.add(middleware: web.authenticator())
        router.get("/") { _, context in "Hello \\(context.identity?.id ?? "stranger")" }
        router.group("me").add(middleware: web.requireSignedIn()).get { _, context in
          "Signed in as \\(context.identity?.id ?? "")"
        }
        let app = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8080)))
        try await app.runService()
      }

    \(settingFunction)
    }

    """
  }

  var webReadMe: String {
    """
    # \(name)

    Signs users in to a web app with \(client.name).

    Register a web application with \(client.name), and enter these URLs:

    - Callback URL: `http://localhost:8080/auth/callback`
    - Logout URL: `http://localhost:8080/auth/signed-out`

    If \(client.name) requires `https`, set `APP_ORIGIN` to the origin of a proxy that forwards to port 8080, and enter its URLs.

    Then run:

    ```
    \(assignments)swift run \(name)
    ```

    Open <http://localhost:8080/me>. The article "Sign in on a web server" explains sign-out, policies, and stores.

    `Sources/\(name)/\(client.type).auth.yaml` describes the provider. The build generates `\(client.type).Web` from it.

    """
  }
}
