import AuthRuntime

/// Uses a provider of the catalog. `Auth0.auth.yaml` has one line.
@main
enum CatalogApp {
  static func main() {
    let client = Auth0.Client(domain: "acme.eu.auth0.com", clientID: "abc123", redirect: .loopback())
    print(Auth0.configuration.id, Auth0.Scope.offlineAccess.rawValue, type(of: client))
  }
}
