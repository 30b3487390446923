import Testing

@testable import AuthDescriptor

@Suite struct `A userinfo map` {
  private func descriptor(_ selector: String) -> String {
    """
    schema: 1
    id: acme
    name: Acme
    server: { issuer: "https://id.example.com" }
    userinfo: { map: { id: sub, username: "\(selector)" } }

    """
  }

  @Test(arguments: [
    "client_secret", "data[0].refresh_token", "accessToken", "password", "id_token", "api_key", "apiKey",
    "session.access_token", "id_token_hint", "name | refresh_token",
  ])
  func `A userinfo map can't read a token or a secret`(selector: String) {
    #expect(findings(descriptor(selector)).contains { $0.hasSuffix("[secret-in-userinfo]") }, "\(selector)")
  }

  @Test(arguments: ["user_name", "keyboard", "monkey", "token_count", "data.secretary", "login"])
  func `A userinfo map can read a claim about the user`(selector: String) {
    #expect(!findings(descriptor(selector)).contains { $0.hasSuffix("[secret-in-userinfo]") }, "\(selector)")
  }
}
