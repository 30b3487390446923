#if os(Linux)
  import AuthRuntime
  import Foundation
  import ReferenceClients

  /// The example of the article on stores and browsers, compiled. ``Documentation`` compares the texts.
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
