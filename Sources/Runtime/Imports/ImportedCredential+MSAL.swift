import Foundation

extension ImportedCredential {
  /// Reads the caches of the Microsoft Authentication Library (MSAL): the JSON cache that MSAL for Python, .NET, Java, Go, and
  /// Node share, and the items that MSAL for iOS and macOS keeps in the keychain.
  ///
  /// - Parameters:
  ///   - caches: The bytes of a JSON cache, or of each keychain item. Together at most 4 MiB.
  ///   - clientID: The client ID whose tokens are returned.
  /// - Returns: One credential for each account, by its `home_account_id`. It's empty if no account has a refresh token.
  /// - Throws: ``AdoptionFailure/unreadable(_:)`` if one of them isn't such a cache.
  public static func msalAccounts(
    in caches: [Data], clientID: String
  ) throws(AdoptionFailure) -> [String: ImportedCredential] {
    guard caches.reduce(0, { $0 + $1.count }) <= 1 << 22 else { throw .unreadable("an MSAL cache of at most 4 MiB") }
    var items: [MSALItem] = []
    for data in caches {
      guard let found = MSALItem.items(in: data) else { throw .unreadable("an MSAL cache") }
      items += found
    }
    items.removeAll { !$0.clientID.isExactly(clientID) }
    var accounts: [String: ImportedCredential] = [:]
    for item in items where item.type == .refreshToken {
      accounts[item.account] = ImportedCredential(
        refreshToken: item.secret, scopes: JSONValue.string(item.target ?? "").words, clientID: item.clientID)
    }
    // The user may have ID tokens of several tenants. That of the home tenant comes last, and wins.
    let idTokens = items.filter { $0.type == .idToken }
    for item in idTokens.filter({ !$0.isHome }) + idTokens.filter(\.isHome) {
      accounts[item.account]?.idToken = item.secret
    }
    return accounts
  }
}

/// One item of an MSAL cache.
private struct MSALItem {
  enum Kind: String {
    case refreshToken = "refreshtoken"
    case idToken = "idtoken"
  }

  let type: Kind
  let secret: Secret
  /// `home_account_id`: the user's ID and the tenant's, with a dot between them.
  let account: String
  let clientID: String
  let realm: String?
  let target: String?

  /// Whether the token was issued by the user's own tenant.
  var isHome: Bool { realm.map { account.lowercased().hasSuffix("." + $0.lowercased()) } ?? false }

  private init?(_ json: JSONValue) {
    guard let members = json.object,
      let type = (members["credential_type"]?.string?.lowercased()).flatMap(Kind.init),
      let secret = members["secret"]?.string, secret != "<tombstone>",
      let account = members["home_account_id"]?.string, let clientID = members["client_id"]?.string
    else { return nil }
    (self.type, self.secret, self.account, self.clientID) = (type, Secret(secret), account, clientID)
    (realm, target) = (members["realm"]?.string, members["target"]?.string)
  }

  /// Returns the items in a JSON cache, or the one item. Items of other types are skipped.
  static func items(in data: Data) -> [MSALItem]? {
    guard let json = JSONValue(parsing: data), let members = json.object else { return nil }
    if members["credential_type"] != nil { return MSALItem(json).map { [$0] } ?? [] }
    let sections = ["RefreshToken", "IdToken"].compactMap { members[$0]?.object }
    guard !sections.isEmpty || members["Account"] != nil || members["AccessToken"] != nil || members.isEmpty else {
      return nil
    }
    return sections.flatMap { section in
      section.sorted { $0.key < $1.key }.compactMap { MSALItem($0.value) }
    }
  }
}
