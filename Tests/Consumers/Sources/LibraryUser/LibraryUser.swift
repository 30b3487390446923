import PublicLibrary

/// Uses the public client of the library and its scopes.
@main
enum LibraryUser {
  static func main() {
    let client = workforceClient(environmentHost: "acme.scalekit.com", clientID: "abc123")
    let scope: Workforce.Scope = .offlineAccess
    print(scope.rawValue, type(of: client))
  }
}
