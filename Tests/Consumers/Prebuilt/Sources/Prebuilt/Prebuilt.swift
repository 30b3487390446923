import AuthRuntime
import Foundation

/// Its client is made by a tool that was built before.
@main
enum Prebuilt {
  static func main() {
    guard let callback = URL(string: "com.example.app:/callback") else { return }
    let client = Auth0.Client(domain: "acme.eu.auth0.com", clientID: "abc123", redirect: .url(callback))
    print(Auth0.configuration.id, type(of: client))
  }
}
