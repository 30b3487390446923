/// Whom the `aud` of an ID token may name, as the descriptor lists them.
struct TokenAudiences: Sendable {
  /// What this client is called: one of these must be in `aud`, and in `azp` where that stands.
  private let own: [String]
  /// Others, who may see the token. They are no alternative to this client: a token for them alone was made for another one
  /// (OpenID Connect Core 1.0 §3.1.3.7 rules 3 to 5).
  private let trusted: [String]

  /// Beside the client's id, what is filled in, such as a setting, is another name of this client, and a text is somebody
  /// else's. Without the id the list says what this client is called instead.
  init(_ listed: [TextTemplate], of provider: ResolvedProvider) {
    let names = listed.compactMap { template in
      (try? template.filled { provider.values.value($0) }).map { (text: $0, isFilled: !template.holes.isEmpty) }
    }
    let listsClient = names.contains { $0.text.isExactly(provider.clientID) }
    let isOwn = { (name: (text: String, isFilled: Bool)) in
      !listsClient || name.isFilled || name.text.isExactly(provider.clientID)
    }
    own = names.filter(isOwn).map(\.text)
    trusted = names.filter { !isOwn($0) }.map(\.text)
  }

  func isThisClient(_ name: String) -> Bool { own.contains(where: name.isExactly) }

  func isListed(_ name: String) -> Bool { isThisClient(name) || trusted.contains(where: name.isExactly) }
}
