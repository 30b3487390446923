import AuthRuntime

/// Uses a committed client, so that the build doesn't need the generator.
@main
enum CommittedApp {
  static func main() {
    print(Keycloak.configuration.id, Keycloak.Scope.openid.rawValue)
  }
}
