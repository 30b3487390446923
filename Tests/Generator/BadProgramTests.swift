import TestSupport
import Testing

/// Programs that use unsupported features don't compile. The programs are in two files, so that two runs of the
/// compiler check all of them. The valid ones prove that the setup works.
@Suite struct `The compiler` {
  @Test func `The compiler accepts programs that use supported features`() async throws {
    let errors = try await TypeCheck.errors(of: Self.good)
    #expect(errors == Self.good.map { _ in [] })
  }

  @Test func `The compiler rejects programs that use unsupported features`() async throws {
    let errors = try await TypeCheck.errors(of: Self.bad.map(\.program))
    for (bad, errors) in zip(Self.bad, errors) {
      #expect(errors.contains { $0.contains(bad.message) }, "\(bad.program): \(errors)")
    }
  }

  /// Each program is the body of a function that has a client of every provider.
  private static let good = [
    "try await auth0.signOut(federated: true); try await auth0.refresh(); try await auth0.revokeTokens()",
    "_ = try await google.signIn(scopes: [.openid, \"anything\"], prompt: [.consent])",
    "_ = try await GitHub.Backend(clientID: \"a\", clientSecret: secret).exchange(gitHub.authorize()).user",
    "_ = try await slack.signIn(scopes: [.usersRead], botScopes: [.chatWrite])",
    "_ = try await slack.accessToken(of: .bot)",
    "_ = try await apple.authorize(scopes: [.email])",
    "_ = try await shopify.authorize(shop: \"acme\", accessMode: .online)",
    "_ = SignInWithApple.Backend(teamID: \"t\", keyID: \"k\", privateKey: secret, clientID: \"a\")",
    "do { _ = try await auth0.signIn() } catch { if case .server(.tooManyAttempts, _) = error {} }",
    "let user = try await auth0.signIn(audience: \"x\", maxAge: .seconds(5)); _ = user.organizationID",
  ]

  private static let bad: [(program: String, message: String)] = [
    (
      "try await google.signOut(federated: true, timeout: .seconds(1))",
      "'signOut(federated:timeout:)' on 'AuthClient' requires the types 'Google' and 'Auth0' be equivalent"
    ),
    ("try await google.signOut()", "no exact matches in call to instance method 'signOut'"),
    (
      "try await discord.signOut(flags: [], timeout: .seconds(1))",
      "requires that 'Discord' conform to 'SessionEnding'"
    ),
    (
      "_ = try await GitHub.Backend(clientID: \"a\", clientSecret: secret).exchange(gitHub.authorize()).user?.idToken",
      "value of type 'GitHub.User' has no member 'idToken'"
    ),
    ("_ = gitHubUser.emailVerified", "value of type 'GitHub.User' has no member 'emailVerified'"),
    ("_ = try await gitHub.signIn()", "no exact matches in call to instance method 'signIn'"),
    (
      "_ = try await gitHub.signIn(scopes: [], parameters: .init())",
      "requires that 'GitHub' conform to 'DirectSignIn'"
    ),
    ("let backend: Minimal.Backend? = nil", "'Backend' is not a member type of enum 'ReferenceClients.Minimal'"),
    ("let user = try await apiOnly.user()", "requires that 'APIOnly' conform to 'UserIdentifying'"),
    ("try await minimal.refresh()", "requires that 'Minimal' conform to 'TokenRefreshing'"),
    ("try await microsoft.revokeTokens()", "requires that 'MicrosoftEntraID' conform to 'TokenRevoking'"),
    (
      "_ = try await slack.signIn(scopes: [Slack.BotScope.chatWrite])",
      "cannot convert value of type 'Slack.BotScope' to expected element type 'Slack.Scope'"
    ),
    (
      "_ = try await slack.signIn(botScopes: [Slack.Scope.usersRead])", "to expected element type 'Slack.BotScope'"
    ),
    ("_ = try await slack.accessToken(of: .team)", "type 'Slack.TokenSet' has no member 'team'"),
    ("let scope: Auth0.Scope = Google.Scope.openid", "'AuthScope<Google>' to type 'Auth0.Scope'"),
    ("_ = try await google.signIn(prompt: [.create])", "type 'Google.Prompt' has no member 'create'"),
    (
      "let scopes: [SignInWithApple.Scope] = [\"phone\"]",
      "cannot convert value of type 'String' to expected element type 'SignInWithApple.Scope'"
    ),
    ("_ = try await shopify.authorize(scopes: [Shopify.Scope.readProducts], accessMode: .online)", "'shop'"),
    (
      "_ = SignInWithApple.Backend(keyID: \"k\", privateKey: secret, clientID: \"a\")",
      "missing argument for parameter 'teamID' in call"
    ),
    (
      "_ = SignInWithApple.Backend(teamID: \"t\", keyID: \"k\", privateKey: \"p\", clientID: \"a\")",
      "cannot convert value of type 'String' to expected argument type 'Secret'"
    ),
    (
      "_ = SignInWithApple.Client(teamID: \"\", keyID: \"\", privateKey: secret, clientID: \"\", redirect: .loopback())",
      "extra argument 'privateKey' in call"
    ),
    ("_ = Auth0.Client(clientID: \"a\", redirect: .loopback())", "no exact matches in call to initializer"),
    (
      "do { _ = try await auth0.signIn() } catch { if case .server(.codeChallengeWrong, _) = error {} }",
      "type 'Auth0.ErrorCode?' has no member 'codeChallengeWrong'"
    ),
    ("let text: String = secret", "cannot convert value of type 'Secret' to specified type 'String'"),
    ("_ = try await auth0.signIn(audiense: \"x\")", "(have 'audiense:', expected 'audience:')"),
    (
      "_ = try await auth0.signIn(maxAge: 5)", "cannot convert value of type 'Int' to expected argument type 'Duration'"
    ),
  ]
}
