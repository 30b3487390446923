import AuthRuntime
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
