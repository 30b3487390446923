import AuthRuntime
import ReferenceClients

// The examples of the article on any server, compiled. ``DocumentationTests`` compares the texts.

func anyServerExample() async {
  // sign-in begins
  let client = AuthClient<DynamicProvider>(
    issuer: "https://id.acme.com/realms/staff", clientID: "abc123", redirect: .loopback())
  do {
    let user = try await client.signIn()
    print("hello", user.name ?? user.subject)
    let (answer, _) = try await client.data(from: "https://api.acme.com/me")
    print(answer.count)
    try await client.signOut()
  } catch {
    print("could not go on:", error, "→", error.recovery)
  }
  // sign-in ends
}

func parametersExample(_ client: AuthClient<DynamicProvider>) async throws {
  // parameters begins
  var parameters = AuthorizationParameters()
  parameters.set("max_age", .seconds(300))
  parameters.set("prompt", ["login"])
  parameters.set("claims", #"{"id_token":{"acr":{"essential":true}}}"#)
  let user = try await client.signIn(scopes: ["openid"], parameters: parameters)
  // parameters ends
  print(user.subject)
}

func profilesExample(_ secret: Secret) {
  // profiles begins
  let client = AuthClient<DynamicProvider>(
    issuer: "https://id.acme.com", clientID: "abc123", clientSecret: secret, redirect: .loopback()
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
    issuer: "https://id.acme.com", clientID: "abc123", settings: ["key": pem], redirect: .loopback()
  ) { it in
    it.client.settings = [.init(name: "key", isSecret: true)]
    it.client.authentication = [.privateKeyJWT]
    it.client.secretJWT = .init(algorithm: .es256, keyID: "2026-11", key: "{settings.key}", lifetime: .seconds(60))
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

func logoutExample(form: String, query: String) async throws {
  // logout begins
  let server = BackendExchange<DynamicProvider>(issuer: "https://id.acme.com", clientID: "abc123")
  let ended = try await server.verifyLogoutToken(form)
  print(ended.subject ?? "-", ended.sessionID ?? "all sessions")
  let page = try await server.frontChannelLogout(query: query)
  print(page.sessionID ?? "all sessions of this browser")
  // logout ends
}

func failureExample(_ auth0: Auth0.Client) async {
  // failure begins
  do {
    let user = try await auth0.signIn()
    print("hello", user.name ?? user.subject)
  } catch {
    switch error.recovery {
    case .retry(let delay): print("once more", delay.map { "in \($0)" } ?? "now")
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
