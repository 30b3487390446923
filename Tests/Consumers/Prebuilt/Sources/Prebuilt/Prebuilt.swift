import AuthRuntime
import Foundation

/// Uses a client that a prebuilt tool generated.
@main
enum Prebuilt {
  static func main() {
    guard let callback = URL(string: "com.example.app:/callback") else { return }
    let client = Auth0.Client(domain: "acme.eu.auth0.com", clientID: "abc123", redirect: .url(callback))
    print(Auth0.configuration.id, type(of: client))
  }
}
