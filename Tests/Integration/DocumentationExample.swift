import AuthRuntime
import Foundation
import ReferenceClients

/// The example of the README and of the documentation, compiled. ``Documentation`` compares them.
func documentationExample() async {
  // example begins
  let auth0 = Auth0.Client(
    domain: "acme.eu.auth0.com", clientID: "abc123", redirect: .loopback())
  do {
    let user = try await auth0.signIn(
      scopes: [.openid, .profile, .email, .offlineAccess, "read:timesheets"],
      audience: "https://api.acme.com", organization: "org_42")
    print("hello", user.name ?? user.subject, user.organizationID ?? "-")
    let (timesheets, _) = try await auth0.data(from: "https://api.acme.com/timesheets")
    print(timesheets.count)
    try await auth0.signOut(federated: true)
  } catch {
    print("failed:", error, "→", error.recovery)
  }
  // example ends
}

/// The program in the article on Auth0. There, it has `@main`.
enum SignInWithAuth0Example {
  // program begins
  enum App {
    static func main() async {
      let settings = ProcessInfo.processInfo.environment
      let auth0 = Auth0.Client(
        domain: setting("AUTH_DOMAIN", example: "acme.eu.auth0.com"),
        clientID: setting("AUTH_CLIENT_ID", example: "abc123"), redirect: .loopback())
      do {
        let user = try await auth0.signIn(
          scopes: [.openid, .profile, .email, .offlineAccess, "read:timesheets"],
          audience: settings["AUTH_AUDIENCE"], organization: settings["AUTH_ORGANIZATION"])
        print("hello", user.name ?? user.subject, user.organizationID ?? "-")
        if let address = settings["API_URL"] {
          let (timesheets, _) = try await auth0.data(from: address)
          print(timesheets.count)
        }
        try await auth0.signOut(federated: true)
      } catch {
        print("failed:", error, "→", error.recovery)
        exit(1)
      }
    }

    /// Reads a value of your registration from the environment.
    private static func setting(_ name: String, example: String) -> String {
      if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
      print("Set \(name), for example: \(name)=\(example)")
      exit(1)
    }
  }
  // program ends
}
