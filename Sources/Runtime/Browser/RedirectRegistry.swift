import AuthConfiguration
import Foundation

/// The issuers whose clients use each redirect URI.
///
/// A code that arrives at a redirect URI doesn't identify the server that issued it. If a hostile and an honest server share
/// the URI and neither names itself in its callbacks (`iss`, RFC 9207), the hostile one can make the app send it the honest
/// server's code (mix-up, RFC 9700 §4.4). This registry finds such a URI before the browser opens.
///
/// A process has one registry, ``process``. A test that runs many servers in one process gives each its own.
public final class RedirectRegistry: Sendable {
  /// The registry of this process.
  public static let process = RedirectRegistry()

  /// The maximum number of redirect URIs. If there are more, the oldest is removed. A web app may have one for each customer.
  private static let maximumAddresses = 4096
  /// The maximum number of issuers for each redirect URI. Additional ones are ignored, because the URI is already shared.
  private static let maximumIssuers = 16

  private struct Content: Sendable {
    var uses: [RedirectKey: [RedirectUse]] = [:]
    /// The keys in order of insertion. When the list is full, the oldest is replaced.
    var order: [RedirectKey] = []
    var oldest = 0
  }

  private let content = Guarded(Content())

  /// Creates an empty registry.
  public init() {}

  /// Records that an issuer uses a redirect URI.
  func record(_ use: RedirectUse, at key: RedirectKey) {
    content.withLock { content in Self.record(use, at: key, in: &content) }
  }

  private static func record(_ use: RedirectUse, at key: RedirectKey, in content: inout Content) {
    makeRoom(for: key, in: &content)
    var uses = content.uses[key] ?? []
    if let index = uses.firstIndex(where: { $0.issuer.isExactly(use.issuer) }) {
      uses[index].promisesIssuer = use.promisesIssuer ?? uses[index].promisesIssuer
    } else if uses.count < maximumIssuers {
      uses.append(use)
    }
    content.uses[key] = uses
  }

  /// Records that an issuer uses a redirect in another process.
  package func note(_ redirect: Redirect, of issuer: String) {
    guard let key = redirect.resolved(for: issuer).key else { return }
    record(RedirectUse(issuer: issuer, choice: .app, promisesIssuer: nil), at: key)
  }

  /// Checks that an issuer may use a redirect URI, and records it.
  ///
  /// - Throws: ``ConfigurationFailure/sharedRedirect(_:otherIssuer:)``. In this case the issuer isn't recorded: the browser
  ///   never opens for it, so it must not block others.
  func check(_ use: RedirectUse, at key: RedirectKey) throws(StepFailure) {
    let other = content.withLock { content -> RedirectUse? in
      let uses = content.uses[key] ?? []
      let own = uses.first { $0.issuer.isExactly(use.issuer) }
      var known = use
      known.promisesIssuer = use.promisesIssuer ?? own?.promisesIssuer
      let other = uses.first(where: known.isMixable)
      if other == nil || own != nil { Self.record(use, at: key, in: &content) }
      return other
    }
    if let other { throw .configuration(.sharedRedirect(key.text, otherIssuer: other.issuer)) }
  }

  private static func makeRoom(for key: RedirectKey, in content: inout Content) {
    guard content.uses[key] == nil else { return }
    guard content.order.count == maximumAddresses else { return content.order.append(key) }
    content.uses[content.order[content.oldest]] = nil
    content.order[content.oldest] = key
    content.oldest = (content.oldest + 1) % maximumAddresses
  }
}

/// A redirect URI in the form in which servers compare it: without the query, and for loopback without the port, because a
/// server may ignore the port (RFC 8252 §7.3).
struct RedirectKey: Sendable, Hashable {
  /// The keys of recent URIs. A web app uses the same few URIs for all sign-ins and callbacks.
  private static let recent = Guarded(RecentKeys<[UInt8], RedirectKey>(capacity: 64))

  let text: String

  /// Returns `nil` if the string isn't a URL.
  init?(_ address: String) {
    // Bytes, because different strings can be canonically equivalent, and without the query, which may contain the state.
    let place = Array(address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
    if let known = Self.recent.withLock({ $0[place] }) {
      self = known
      return
    }
    guard let key = RedirectKey(parsing: address) else { return nil }
    Self.recent.withLock { _ = $0.keep(key, as: place) }
    self = key
  }

  private init?(parsing address: String) {
    guard let components = URLComponents(string: address), let scheme = components.scheme?.lowercased() else {
      return nil
    }
    let host = components.percentEncodedHost?.lowercased()
    let path = components.percentEncodedPath
    if scheme == "http", let host, HostText.isLoopback(host) {
      text = Redirect.loopbackURL(path: path.isEmpty ? "/" : path)
    } else {
      let port = components.port.flatMap { $0 == 443 ? nil : ":\($0)" } ?? ""
      text = "\(scheme):\(host.map { "//\($0)\(port)" } ?? "")\(path.isEmpty ? "/" : path)"
    }
  }
}

/// An issuer that uses a redirect URI.
struct RedirectUse: Sendable, Hashable {
  /// The way in which the client's issuer is determined.
  enum Choice: Sendable, Hashable {
    /// The descriptor names the host.
    case descriptor
    /// The app supplies the host for the descriptor with this ID.
    case variable(descriptor: String)
    /// The app names the issuer.
    case app
  }

  let issuer: String
  let choice: Choice
  /// Whether the server names itself in every callback (RFC 9207 §3), or `nil` until its metadata is known.
  var promisesIssuer: Bool?

  /// Whether a code from the other issuer could be mistaken for a code from this one.
  ///
  /// If this issuer promises `iss`, the client rejects callbacks without it, so another issuer is harmless until its metadata
  /// is known.
  func isMixable(with other: RedirectUse) -> Bool {
    guard !issuer.isExactly(other.issuer), isChosenAtRunTime(next: other) else { return false }
    return promisesIssuer != true || other.promisesIssuer == false
  }

  /// Whether the app chooses between the two issuers at run time, as it does if it uses one descriptor with several hosts.
  private func isChosenAtRunTime(next other: RedirectUse) -> Bool {
    switch choice {
    case .app: true
    case .variable: choice == other.choice
    case .descriptor: false
    }
  }
}
