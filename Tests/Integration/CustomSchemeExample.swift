#if os(Linux)
  import AuthRuntime
  import Foundation
  import ReferenceClients

  // The examples of the article on stores and browsers, compiled. ``DocumentationTests`` compares them with the
  // article.

  private func setting(_ name: String, example: String) -> String { example }

  func storeExample() async {
    // store begins
    let folder = FileManager.default.homeDirectoryForCurrentUser.appending(path: ".hello")
    do {
      let key = try EncryptionKey(file: folder.appending(path: "sessions.key"), createIfMissing: true)
      let store = EncryptedFileStore(folder: folder.appending(path: "sessions"), key: key)
      let client = Auth0.Client(
        domain: setting("AUTH_DOMAIN", example: "acme.eu.auth0.com"),
        clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
        redirect: .loopback(), environment: AuthEnvironment(store: store))
      if let user = try await client.user() {
        print("still signed in as \(user.subject)")
      } else {
        let user = try await client.signIn(scopes: [.openid, .offlineAccess])
        print("signed in as \(user.subject)")
      }
    } catch {
      print("sign-in failed: \(error)")
      exit(1)
    }
    // store ends
  }

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
