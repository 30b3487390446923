/// The audiences that `aud` of an ID token may name, as listed in the descriptor.
struct TokenAudiences: Sendable {
  /// The names of this client. One of them must be in `aud`, and in `azp` if it is present.
  private let own: [String]
  /// Other audiences that may see the token. A token that names only these was issued to another client (OpenID Connect
  /// Core 1.0 §3.1.3.7 rules 3 to 5).
  private let trusted: [String]

  /// If the list contains the client's ID, entries with variables, such as a setting, are additional names of this
  /// client, and literal entries are other audiences. Without the id, all entries are names of this client.
  init(_ listed: [TextTemplate], of provider: ResolvedProvider) {
    let names = listed.compactMap { template in
      (try? template.filled { provider.values.value($0) }).map { (text: $0, isFilled: !template.placeholders.isEmpty) }
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
