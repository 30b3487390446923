import AuthRuntime

/// Describes its provider itself, and adds to every client what its template says.
@main
enum OwnProvider {
  static func main() {
    let client = Acme.Client(domain: "login.acme.example", clientID: "abc123", redirect: .loopback())
    print(Acme.buttonTitle, Acme.ScreenHint.signup.rawValue, type(of: client))
  }
}
