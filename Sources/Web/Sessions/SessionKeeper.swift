import AuthConfiguration
import AuthRuntime
import Foundation
import Logging

/// Starts, finds, and ends the sessions of one provider's users.
struct SessionKeeper<Provider: UserIdentifying>: Sendable {
  let backend: BackendExchange<Provider>
  let facts: BackendExchange<Provider>.Facts
  /// The name of the provider in this app.
  let name: String
  let store: any WebSessionStore
  let sealer: Sealer
  let cookies: CookieRules
  /// The name of the session's cookie without its prefix.
  let cookieName: String
  let lifetimes: WebLifetimes
  let handles: SessionHandles<Provider>

  private var now: Date { facts.environment.now().wholeSeconds }

  /// Returns the ID in the session's cookie, if it could be one.
  func id(in request: WebRequest) -> SessionIDHash? {
    let value = RequestCookies(request.headers)[cookies.name(cookieName)]
    guard let value, Base64URL.decode(value)?.count == SessionIDHash.length else { return nil }
    return SessionIDHash(of: Secret(value))
  }

  /// Returns the session of a request, or `nil` if it doesn't have a valid one for this provider.
  func session(for request: WebRequest) async throws(StoreFailure) -> WebSession<Provider>? {
    guard let id = id(in: request), let record = try await valid(id), isOwn(record.client),
      let contents = contents(of: record), let user = user(of: contents)
    else { return nil }
    await noteUse(of: record)
    return WebSession(
      user: user, account: contents.account, createdAt: record.createdAt, expiresAt: end(of: record, contents),
      csrfToken: sealer.csrfToken(of: id), id: id, credential: contents.credential, client: record.client,
      handle: handle(of: id, record.client), now: facts.environment.now)
  }

  /// Returns the app's account of a request's session, whichever provider the user signed in with.
  func account(of request: WebRequest) async throws(StoreFailure) -> String? {
    guard let id = id(in: request), let record = try await valid(id) else { return nil }
    return contents(of: record)?.account
  }

  /// Whether a session exists and hasn't expired.
  func exists(_ id: SessionIDHash) async throws(StoreFailure) -> Bool { try await valid(id) != nil }

  /// Browsers keep cookies for at most 400 days (RFC 6265bis §5.5).
  private static var maximumAge: TimeInterval { 400 * 24 * 3600 }

  /// Starts a session with a new ID.
  ///
  /// - Returns: The session's cookie.
  func start(_ contents: SessionContents, user: Provider.User) async throws(StoreFailure) -> String {
    let (value, now) = (RandomText.make(), now)
    let id = SessionIDHash(of: Secret(value))
    let end = [now + lifetimes.absolute, contents.credential.sessionExpiresAt?.wholeSeconds].compactMap { $0 }.min()
    let absolute = end ?? now
    let record = WebSessionRecord(
      id: id, client: client(of: user.claims), subject: user.subject, issuerSessionID: user.claims["sid"]?.string,
      createdAt: now, lastUsedAt: now, expiresAt: min(now + lifetimes.idle, absolute), absoluteExpiresAt: absolute,
      contents: try contents.sealed(for: id, with: sealer))
    try await store.insert(record)
    let age = min(max(0, absolute.timeIntervalSince(now)), Self.maximumAge)
    return cookies.cookie(cookieName, value, maxAge: .seconds(Int64(age)))
  }

  /// The client that identified a user. With several issuers, the ID token names the user's.
  func client(of claims: Claims) -> WebSessionClient { client(issuer: claims.issuer) }

  func client(issuer: String?) -> WebSessionClient {
    WebSessionClient(provider: name, issuer: issuer ?? facts.authority, clientID: facts.clientID)
  }

  var removedCookie: String { cookies.removal(of: cookieName) }
}

extension SessionKeeper {
  private func valid(_ id: SessionIDHash) async throws(StoreFailure) -> WebSessionRecord? {
    guard let record = try await store.find(id), record.expiresAt > now, record.absoluteExpiresAt > now else {
      return nil
    }
    return record
  }

  /// Whether a session belongs to this client. Two sign-ins can have the same name by mistake, and then their users could have
  /// the same subject.
  private func isOwn(_ client: WebSessionClient) -> Bool {
    client.provider == name && client.clientID == facts.clientID
      && (client.issuer == facts.authority || backend.isIssuer(client.issuer))
  }

  /// Returns when a session ends. A refresh may have brought an earlier time than the record's.
  private func end(of record: WebSessionRecord, _ contents: SessionContents) -> Date {
    contents.credential.sessionExpiresAt.map { min($0, record.absoluteExpiresAt) } ?? record.absoluteExpiresAt
  }

  /// Returns the contents of a session that hasn't ended. Contents that can't be decrypted belong to a removed key. The user
  /// signs in again.
  private func contents(of record: WebSessionRecord) -> SessionContents? {
    do throws(StoreFailure) {
      let contents = try SessionContents(record.contents, of: record.id, with: sealer)
      return end(of: record, contents) > now ? contents : nil
    } catch {
      facts.environment.logger.warning(
        "the contents of a session can't be decrypted", metadata: ["provider": "\(name)"])
      return nil
    }
  }

  private func user(of contents: SessionContents) -> Provider.User? {
    (try? backend.user(of: contents.credential)) ?? nil
  }

  private func noteUse(of record: WebSessionRecord) async {
    let now = now
    guard now.timeIntervalSince(record.lastUsedAt) >= lifetimes.touchInterval / .seconds(1) else { return }
    // A lost note only ends the session earlier.
    try? await store.touch(
      record.id, usedAt: now, expiresAt: min(now + lifetimes.idle, record.absoluteExpiresAt))
  }

  private func handle(of id: SessionIDHash, _ client: WebSessionClient) -> SessionHandle<Provider> {
    handles.handle(of: id) {
      let key = CredentialKey(issuer: client.issuer, clientID: client.clientID)
      let credentials = SessionCredentials(
        key, of: id, in: store, sealer: sealer, lease: lifetimes.lease, environment: facts.environment)
      return backend.client(of: key, in: credentials)
    }
  }
}

extension Date {
  fileprivate static func + (date: Date, duration: Duration) -> Date {
    date.addingTimeInterval((duration / .seconds(1)).rounded(.down))
  }
}
