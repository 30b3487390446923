#if os(Linux)
  import AuthRuntime
  import Foundation
  import ReferenceClients

  // The examples of the article on stores and browsers, compiled. ``DocumentationTests`` compares them with the
  // article.

  func ownBrowserExample() {
    // browser begins
    struct PrintingBrowser: Browser {
      func open(_ url: URL) async throws(BrowserFailure) {
        print("open this page:", url)
      }
    }

    let client = Auth0.Client(
      domain: "acme.eu.auth0.com", clientID: "abc123", redirect: .loopback(),
      environment: AuthEnvironment(browser: PrintingBrowser()))
    // browser ends
    _ = client
  }

  func customSchemeExample(_ client: Auth0.Client) async throws {
    // scheme begins
    let handOff = CallbackHandOff(scheme: "com.example.app")
    if await handOff.deliver(CommandLine.arguments) == .delivered { return }
    try SchemeRegistration(scheme: "com.example.app", name: "Example").install()

    let callbacks = try handOff.listen()
    Task { for await callback in callbacks { await callback.handle { try await client.handle($0) } } }
    let user = try await client.signIn(scopes: [.openid])
    // scheme ends
    print(user.subject)
  }
#endif
