import Testing

@testable import AuthConfiguration

@Suite struct `A configuration that follows a security profile` {
  private let configuration = ProviderConfiguration(id: "bank", name: "Bank") {
    $0.server.issuer = "https://bank.example"
    $0.follow(.fapi2Security)
  }

  private func unmet(_ configuration: ProviderConfiguration) -> [String] {
    SecurityProfile.fapi2Security.requirements.filter { !$0.isMet(configuration) }.map(\.key)
  }

  static let changes: [(key: String, change: @Sendable (inout ProviderConfiguration) -> Void)] = [
    ("server", { $0.server.issuer = nil }), ("server", { $0.discovery.mode = .none }),
    ("server", { $0.server.tokenEndpoint = "https://bank.example/token" }),
    ("client.authentication", { $0.client.authentication = [] }),
    ("client.authentication", { $0.client.authentication = [.privateKeyJWT, .clientSecretBasic] }),
    ("client.assertion", { $0.client.assertion = nil }),
    ("client.assertion", { $0.client.assertion?.audience = .tokenEndpoint }),
    ("client.assertion", { $0.client.assertion?.algorithms = [] }),
    ("client.assertion", { $0.client.assertion?.algorithms = [.es256, .rs256] }),
    ("client.assertion", { $0.client.assertion?.claims = ["aud": "https://other.example"] }),
    ("client.dpop", { $0.client.dpop.algorithms = [] }), ("client.dpop", { $0.client.dpop.use = .optional }),
    ("id_token.algorithms", { $0.idToken?.algorithms = [] }),
    ("access_token.algorithms", { $0.accessToken.algorithms = [] }),
  ]

  @Test(arguments: changes.indices)
  func `A change that contradicts the profile is the only requirement that isn't met`(index: Int) {
    var changed = configuration
    Self.changes[index].change(&changed)
    #expect(unmet(configuration) == [])
    #expect(unmet(changed) == [Self.changes[index].key])
  }

  @Test func `A claim other than the audience is allowed`() {
    var changed = configuration
    changed.client.assertion?.claims = ["tenant": "1"]
    #expect(unmet(changed) == [])
  }
}
