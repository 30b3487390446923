import AuthRuntime
import AuthTesting
import Foundation
import Testing
import TimesheetsAuth

@Suite struct `The timesheets app's user` {
  @Test func `The user has the claims of the guide, with their types`() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      await provider.rewrite { script in
        script.user = TestUser(
          "auth0|58454",
          claims: [
            "name": "Ada Lovelace", "nickname": "ada", "picture": "https://s.example/ada.png",
            "email": "ada@example.test",
            "updated_at": "2026-11-21T08:00:00.000Z", "created_at": "2026-11-20T08:00:00.000Z",
            "user_id": "auth0|58454", "clientID": "q2hnj2iu", "https://acme.example/department": "Engines",
          ])
      }
      let user = try await provider.client(Auth0.self).signIn(scopes: [.openid, .profile, .email], audience: audience)
      #expect((user.name, user.nickname, user.email) == ("Ada Lovelace", "ada", "ada@example.test"))
      #expect(user.picture?.absoluteString == "https://s.example/ada.png")
      #expect(user.updatedAt == Date(timeIntervalSince1970: 1_795_248_000))
      #expect(user.createdAt == Date(timeIntervalSince1970: 1_795_161_600))
      #expect((user.userID, user.applicationID, user.department) == ("auth0|58454", "q2hnj2iu", "Engines"))
    }
  }
}
