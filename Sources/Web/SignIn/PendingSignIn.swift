import AuthConfiguration
import AuthRuntime
import Foundation

/// A sign-in that waits for its callback. It's kept in an encrypted cookie of the browser that started it, so strangers
/// can't fill a store, and a callback in another browser is rejected. If it's too large, the cookie has a reference: see
/// ``StoredSignIns``.
struct PendingSignIn: Codable, Sendable {
  /// How long the user may take.
  static let lifetime = Duration.seconds(600)

  /// A random ID, with which all servers together accept one callback.
  var id = RandomText.make()
  var expiresAt: Date
  var authorization: PendingAuthorization
  /// The path to return to.
  var returnTo: String
  /// The browser's previous session, which the new one replaces. A callback that another site posts comes without the session cookie.
  var session: Data?
  /// The app's account that the user links with this sign-in, if the session still exists.
  var account: String?
  /// The user who has to authenticate again.
  var user: KnownUser?
  /// The requirements of the new session.
  var demand: WebDemand?

  struct KnownUser: Codable, Sendable, Hashable {
    var issuer: String
    var subject: String
    /// The session that the new one replaces.
    var session: Data
  }
}

/// The cookies with the pending sign-ins of one provider. Each tab has its own.
struct PendingCookies: Sendable {
  /// The number of sign-ins that one browser can have at a time, with the new one.
  static let maximumSignIns = 5
  /// The number of cookies that are read from a request. A browser with the rules of `__Host-` has at most ``maximumSignIns``.
  private static let maximumCookies = 50
  /// Browsers store at most 4096 bytes with the name and the attributes (RFC 6265bis §5.6).
  static let maximumLength = 3800
  /// The most bytes of all pending sign-ins of a browser. Many proxies reject header fields above 8 KB.
  private static let maximumTotalLength = 6000
  /// The prefix of all providers' cookies.
  private static let common = "signin."

  let provider: String
  let rules: CookieRules
  let sealer: Sealer
  let stored: StoredSignIns
  /// `none` if the provider posts the callback from its own page.
  let sameSite: CookieRules.SameSite

  /// A name of a provider contains no period.
  private var prefix: String { Self.common + provider + "." }

  /// The contents of a cookie.
  enum Contents: Sendable, Codable {
    case signIn(PendingSignIn)
    case reference(StoredSignIns.Reference)

    var expiresAt: Date {
      switch self {
      case .signIn(let signIn): signIn.expiresAt
      case .reference(let reference): reference.expiresAt
      }
    }
  }

  /// The contents of a cookie and its name.
  struct Entry: Sendable {
    let name: String
    let contents: Contents
  }

  /// Returns the sign-ins that are still possible, the newest first, and the names of the other cookies.
  func entries(of request: WebRequest, at now: Date) -> (valid: [Entry], stale: [String]) {
    let cookies = RequestCookies(request.headers)
    let own = rules.name(prefix)
    var (valid, stale): ([Entry], [String]) = ([], [])
    for full in cookies.names.filter({ $0.hasPrefix(own) }).prefix(Self.maximumCookies) {
      let name = prefix + full.dropFirst(own.count)
      guard isName(name) else { continue }
      let contents = cookies[full].flatMap { sealer.value(Contents.self, of: $0, for: .pendingSignIn, at: name) }
      if let contents, contents.expiresAt > now {
        valid.append(Entry(name: name, contents: contents))
      } else {
        stale.append(name)
      }
    }
    return (valid.sorted { $0.contents.expiresAt > $1.contents.expiresAt }, stale)
  }

  /// Returns the sign-in of a cookie, or `nil` if it's no longer stored.
  func signIn(of entry: Entry) async throws(StoreFailure) -> PendingSignIn? {
    switch entry.contents {
    case .signIn(let signIn): signIn
    case .reference(let reference): try await stored.find(reference)
    }
  }

  /// Returns the cookies that add a sign-in, and remove the oldest if there are too many.
  ///
  /// - Throws: ``/AuthRuntime/StoreFailure/unavailable(_:)`` if there's no room for the sign-in in a cookie, and the store failed.
  func adding(_ signIn: PendingSignIn, to request: WebRequest, at now: Date) async throws(StoreFailure) -> [String] {
    let name = prefix + String(RandomText.make().prefix(12))
    var value = try sealer.text(Contents.signIn(signIn), for: .pendingSignIn, at: name)
    if value.utf8.count > min(Self.maximumLength, Self.maximumTotalLength - length(in: request)) {
      let reference = try await stored.add(signIn, at: now)
      value = try sealer.text(Contents.reference(reference), for: .pendingSignIn, at: name)
    }
    let (valid, stale) = entries(of: request, at: now)
    let old = valid.dropFirst(Self.maximumSignIns - 1).map(\.name) + stale
    return old.map(removal) + [rules.cookie(name, value, maxAge: PendingSignIn.lifetime, sameSite)]
  }

  /// The bytes of the cookies of all providers.
  private func length(in request: WebRequest) -> Int {
    let cookies = RequestCookies(request.headers)
    return cookies.names.filter { $0.hasPrefix(rules.name(Self.common)) }
      .reduce(0) { $0 + $1.utf8.count + (cookies[$1]?.utf8.count ?? 0) }
  }

  /// Removes a completed sign-in, and returns the cookie that removes its cookie.
  func remove(_ entry: Entry) async -> String {
    // A row that can't be removed expires.
    if case .reference(let reference) = entry.contents { try? await stored.remove(reference) }
    return removal(of: entry.name)
  }

  private func removal(of name: String) -> String { rules.removal(of: name, sameSite) }

  /// Whether a name may be written to a `Set-Cookie` field.
  private func isName(_ name: String) -> Bool {
    name.utf8.count <= 100 && name.utf8.allSatisfy { FormEncoding.isUnreserved($0) && $0 != UInt8(ascii: "~") }
  }
}
