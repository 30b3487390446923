import AuthRuntime

/// Uses the runtime without any generated code or descriptor.
@main
enum RuntimeOnly {
  static func main() {
    print(PKCE().codeChallenge.count, Secret("not shown"))
  }
}
