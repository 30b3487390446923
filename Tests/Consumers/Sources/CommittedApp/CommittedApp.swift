import AuthRuntime

/// Commits its client, so that building it needs no generator.
@main
enum CommittedApp {
  static func main() {
    print(Keycloak.configuration.id, Keycloak.Scope.openid.rawValue)
  }
}
