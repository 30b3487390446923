import AuthRuntime

/// Uses its own descriptor, and a template that extends every client.
@main
enum OwnProvider {
  static func main() {
    let client = Acme.Client(domain: "login.acme.example", clientID: "abc123", redirect: .loopback())
    print(Acme.buttonTitle, Acme.ScreenHint.signup.rawValue, type(of: client))
  }
}
