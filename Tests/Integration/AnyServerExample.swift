import AuthRuntime
import Foundation
import ReferenceClients

// The examples of the article on any server, compiled. ``DocumentationTests`` compares them with the article.

func anyServerExample() async {
  // sign-in begins
  let client = AuthClient<DynamicProvider>(
    issuer: "https://id.acme.com/realms/staff", clientID: "abc123", redirect: .loopback(port: 8765).perIssuer)
  do {
    let user = try await client.signIn()
    print("hello", user.name ?? user.subject)
    let (response, _) = try await client.data(from: "https://api.acme.com/me")
    print(response.count)
    try await client.signOut()
  } catch {
    print("couldn't continue:", error, "→", error.recovery)
  }
  // sign-in ends
}

func refreshExample(_ client: AuthClient<DynamicProvider>) async throws {
  // refresh begins
  let user = try await client.signIn(
    scopes: ["openid", "profile", "offline_access"], parameters: AuthorizationParameters())
  let credential = try await client.refresh()
  print(user.subject, credential.expiresAt?.description ?? "no expiry")
  // refresh ends
}

func parametersExample(_ client: AuthClient<DynamicProvider>) async throws {
  // parameters begins
  var parameters = AuthorizationParameters()
  parameters.set("max_age", .seconds(300))
  parameters.set("prompt", ["login"])
  parameters.set("login_hint", "ada@acme.com")
  parameters.set("ui_locales", ["de", "en"])
  parameters.set("acr_values", ["phr"])
  parameters.set("claims", #"{"id_token":{"acr":{"essential":true}}}"#)
  let user = try await client.signIn(scopes: ["openid"], parameters: parameters)
  // parameters ends
  print(user.subject)
}

func silentExample(_ client: AuthClient<DynamicProvider>) async throws {
  // silent begins
  let known = try await client.credential()
  var silent = AuthorizationParameters()
  silent.set("prompt", ["none"])
  silent.set("id_token_hint", known?.idToken?.reveal())
  do {
    let user = try await client.signIn(scopes: ["openid"], parameters: silent)
    print("still", user.subject)
  } catch {
    guard case .server(let code?, _) = error, code.rawValue == "login_required" else { throw error }
    print("the user has to sign in")
  }
  // silent ends
}

func requestsExample() {
  // requests begins
  let client = AuthClient<DynamicProvider>(
    issuer: "https://id.acme.com", clientID: "abc123", redirect: .loopback().perIssuer
  ) { it in
    it.authorization.parameters.append(.init("resource", .url))
    it.token.parameters["resource"] = "https://api.acme.com"
    it.refresh?.parameters["resource"] = "https://api.acme.com"
    it.authorization.parameters.append(.init("audience", .string, requests: [.authorization, .device]))
    it.authorization.parameters.removeAll { $0.name == "prompt" }
    it.authorization.parameters.append(.init("prompt", .set(["none", "login", "consent", "setup"])))
    it.logout.parameters["ui_locales"] = "de"
  }
  // requests ends
  _ = client
}

func profilesExample(_ secret: Secret) {
  // profiles begins
  let client = AuthClient<DynamicProvider>(
    issuer: "https://id.acme.com", clientID: "abc123", clientSecret: secret, redirect: .loopback().perIssuer
  ) { it in
    it.authorization.responseType = .codeIDToken
    it.authorization.responseMode = .formPost
    it.client.authentication = [.clientSecretPost]
    it.userInfo.sources = [.idToken]
    it.idToken?.algorithms = [.ps256]
    it.authorization.parameters.append(.init("audience", .string))
  }
  // profiles ends
  _ = client
}

func assertionExample(_ pem: Secret) {
  // assertion begins
  let client = AuthClient<DynamicProvider>(
    issuer: "https://id.acme.com", clientID: "abc123", settings: ["key": pem], redirect: .loopback().perIssuer
  ) { it in
    it.client.settings = [.init(name: "key", isSecret: true)]
    it.client.authentication = [.privateKeyJWT]
    it.client.assertion = .init(keyID: "2026-11", key: "{settings.key}")
  }
  // assertion ends
  _ = client
}

func otherFlowsExample(_ client: AuthClient<DynamicProvider>) async throws {
  // flows begins
  let user = try await client.signInOnAnotherDevice(scopes: ["openid"]) { code in
    print("open \(code.verificationURI) and type \(code.userCode)")
  }
  let credential = try await client.clientCredential(scopes: ["read:reports"], parameters: ["audience": "reports"])
  let token = try await client.introspect(credential.accessToken)
  print(user.subject, token.isActive)
  // flows ends
}

func webExample(secret: Secret, send: (URL) async -> Void, callback: () async -> String) async throws {
  // web begins
  let server = BackendExchange<DynamicProvider>(
    issuer: "https://id.acme.com", clientID: "abc123", clientSecret: secret)
  let pending = try await server.start(
    redirectURI: try server.callbackURL(below: "https://app.acme.example/callback"),
    scopes: ["openid", "profile", "email"])
  await send(pending.url)
  let grant = try await server.verifiedGrant(from: callback(), for: pending)
  let signedIn = try await server.exchange(grant)
  print("hello", signedIn.user?.subject ?? "-", signedIn.credential.scopes)
  // web ends
}

func logoutExample(logoutToken: String, query: String) async throws {
  // logout begins
  let server = BackendExchange<DynamicProvider>(issuer: "https://id.acme.com", clientID: "abc123")
  let ended = try await server.verifyLogoutToken(logoutToken)
  print(ended.subject ?? "-", ended.sessionID ?? "all sessions")
  let page = try await server.frontChannelLogout(query: query)
  print(page.sessionID ?? "all sessions of this browser")
  // logout ends
}

func endOfTheBrowserSessionExample(
  _ credential: Credential, send: (URL) async -> Void, callback: () async -> String
) async throws {
  // end begins
  let server = BackendExchange<DynamicProvider>(issuer: "https://id.acme.com", clientID: "abc123")
  let pending = try await server.startSignOut(of: credential, returningTo: "https://app.acme.com/signed-out")
  await send(pending.url)
  let query = await callback()
  try server.finishSignOut(query: query, for: pending)
  // end ends
}

func failureExample(_ auth0: Auth0.Client) async {
  // failure begins
  do {
    let user = try await auth0.signIn()
    print("hello", user.name ?? user.subject)
  } catch {
    switch error.recovery {
    case .retry(let delay): print("try again", delay.map { "in \($0)" } ?? "now")
    case .reauthenticate, .requestConsent: print("sign in again")
    case .fixConfiguration(let advice): print("for the developer:", advice)
    case .contactAdministrator, .contactUser, .updateApp: print(error.recovery)
    }
  }
  // failure ends
}

func wordsExample(_ recovery: Recovery) -> String {
  // words begins
  let german = ["retryAfter": "in {seconds} s noch einmal versuchen", "signIn": "neu anmelden"]
  let text = recovery.text { german[$0.name] }
  // words ends
  return text
}

func registrationExample() {
  // registration begins
  let client = AuthClient<DynamicProvider>(
    issuer: "https://id.acme.com/realms/staff", registration: .dynamic, redirect: .loopback(port: 8765).perIssuer)
  // registration ends
  _ = client
}

func bankExample(_ privateKey: Secret) {
  // bank begins
  let bank = AuthClient<DynamicProvider>(
    issuer: "https://id.bank.example", clientID: "abc123", settings: ["key": privateKey],
    redirect: .loopback(port: 8765).perIssuer
  ) { it in
    it.client.settings = [.init(name: "key", isSecret: true)]
    it.client.authentication = [.privateKeyJWT]
    it.client.assertion = .init(keyID: "2026-11", key: "{settings.key}", lifetime: .seconds(60))
    it.authorization.par = .required
    it.authorization.requestObject = .byReference
    it.authorization.responseMode = .jwt
  }
  // bank ends
  _ = bank
}

func boundExample() {
  // bound begins
  let client = AuthClient<DynamicProvider>(
    issuer: "https://id.acme.com/realms/staff", clientID: "abc123", redirect: .loopback(port: 8765).perIssuer
  ) { it in
    it.client.dpop.use = .required
  }
  // bound ends
  _ = client
}

func keyExample(_ pem: Secret) {
  // key begins
  let client = AuthClient<DynamicProvider>(
    issuer: "https://id.acme.com", clientID: "abc123", key: .pem(pem, keyID: "2026-11"), redirect: .loopback().perIssuer
  )
  // key ends
  _ = client
}
