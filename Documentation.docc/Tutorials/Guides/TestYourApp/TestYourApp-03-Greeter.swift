import AuthRuntime

/// The app: signs a user in and greets them.
struct Greeter {
  var auth: Auth0.Client

  func greeting() async -> String {
    do {
      let user = try await auth.signIn(scopes: [.openid, .profile, .offlineAccess], audience: "https://api.acme.com")
      return "hello \(user.name ?? "you")"
    } catch {
      return "sorry: \(error)"
    }
  }
}
