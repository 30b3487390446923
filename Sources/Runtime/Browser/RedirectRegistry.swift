import AuthConfiguration
import Foundation

/// The issuers whose clients use each redirect URI.
///
/// A code that reaches a redirect URI doesn't say which server issued it. If a hostile server and an honest one share the
/// address and neither names itself in its callbacks (`iss`, RFC 9207), the hostile one can make the app send it the honest
/// server's code (mix-up, RFC 9700 §4.4). This registry finds such an address before the browser opens.
///
/// A process has one registry, ``process``. Tests that run many servers in one process give each its own.
public final class RedirectRegistry: Sendable {
  /// The registry of this process.
  public static let process = RedirectRegistry()

  /// The oldest redirect URI is forgotten beyond this number. A web app may have one for each of its customers.
  private static let mostAddresses = 4096
  /// More issuers at one address change nothing: it is shared already.
  private static let mostIssuers = 16

  private struct Content: Sendable {
    var uses: [RedirectKey: [RedirectUse]] = [:]
    /// In the order in which they came. The oldest is replaced.
    var order: [RedirectKey] = []
    var oldest = 0
  }

  private let content = Guarded(Content())

  /// A registry without entries.
  public init() {}

  /// Notes that an issuer uses a redirect URI.
  func record(_ use: RedirectUse, at key: RedirectKey) {
    content.withLock { content in Self.record(use, at: key, in: &content) }
  }

  private static func record(_ use: RedirectUse, at key: RedirectKey, in content: inout Content) {
    makeRoom(for: key, in: &content)
    var uses = content.uses[key] ?? []
    if let index = uses.firstIndex(where: { $0.issuer.isExactly(use.issuer) }) {
      uses[index].promisesIssuer = use.promisesIssuer ?? uses[index].promisesIssuer
    } else if uses.count < mostIssuers {
      uses.append(use)
    }
    content.uses[key] = uses
  }

  /// Notes that an issuer uses a redirect in another process.
  package func note(_ redirect: Redirect, of issuer: String) {
    guard let key = redirect.resolved(for: issuer).key else { return }
    record(RedirectUse(issuer: issuer, choice: .app, promisesIssuer: nil), at: key)
  }

  /// Checks that an issuer may use a redirect URI, and notes that it does.
  ///
  /// - Throws: ``ConfigurationFailure/sharedRedirect(_:otherIssuer:)``. The issuer isn't noted then: the browser never opens for
  ///   it, so it must not keep others away.
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
    guard content.order.count == mostAddresses else { return content.order.append(key) }
    content.uses[content.order[content.oldest]] = nil
    content.order[content.oldest] = key
    content.oldest = (content.oldest + 1) % mostAddresses
  }
}

/// A redirect URI, as far as servers distinguish them: without the query, and on loopback without the port, because a server
/// may ignore that (RFC 8252 §7.3).
struct RedirectKey: Sendable, Hashable {
  let text: String

  /// - Returns: `nil` for a string that isn't a URL.
  init?(_ address: String) {
    guard let components = URLComponents(string: address), let scheme = components.scheme?.lowercased() else {
      return nil
    }
    let host = components.percentEncodedHost?.lowercased()
    let path = components.percentEncodedPath
    if scheme == "http", let host, HostText.isLoopback(host) {
      text = "http://127.0.0.1\(path.isEmpty ? "/" : path)"
    } else {
      let port = components.port.flatMap { $0 == 443 ? nil : ":\($0)" } ?? ""
      text = "\(scheme):\(host.map { "//\($0)\(port)" } ?? "")\(path.isEmpty ? "/" : path)"
    }
  }
}

/// One issuer at a redirect URI.
struct RedirectUse: Sendable, Hashable {
  /// Who decided which issuer a client talks to.
  enum Choice: Sendable, Hashable {
    /// The descriptor names the host.
    case descriptor
    /// The app fills the host into the descriptor with this id.
    case variable(descriptor: String)
    /// The app names the issuer.
    case app
  }

  let issuer: String
  let choice: Choice
  /// Whether the server names itself in every callback (RFC 9207 §3); `nil` until its metadata is known.
  var promisesIssuer: Bool?

  /// Whether the code of the other issuer could be taken for this one's.
  ///
  /// If this issuer promises `iss`, the client rejects callbacks without it, so another issuer whose metadata isn't known yet
  /// does no harm.
  func isMixable(with other: RedirectUse) -> Bool {
    guard !issuer.isExactly(other.issuer), isChosenAtRunTime(next: other) else { return false }
    return promisesIssuer != true || other.promisesIssuer == false
  }

  /// An app that uses one descriptor with several hosts chooses among them at run time.
  private func isChosenAtRunTime(next other: RedirectUse) -> Bool {
    switch choice {
    case .app: true
    case .variable: choice == other.choice
    case .descriptor: false
    }
  }
}
