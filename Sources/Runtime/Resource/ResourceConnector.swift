import Foundation
import HTTPTypes

/// Keeps the client of a resource's authorization server, and the session there.
///
/// ``discover(_:)`` finds the authorization server, ``signIn(scopes:challenge:timeout:)`` starts a session, and
/// ``send(_:_:by:)`` uses it.
final class ResourceConnector: Sendable {
  /// The settings from the app.
  struct Setup: Sendable {
    let resource: ResourceIdentifier
    let identity: ResourceClientIdentity
    let redirect: Redirect
    let policy: ResourcePolicy
    let environment: AuthEnvironment
    /// The app's name for one of several accounts.
    var account: String?
  }

  private struct State: Sendable {
    /// The client of the session, if the store's binding was read.
    var current: ResourceConnection.Client?
    /// The clients of this process. One for each binding, so that all callers share its session.
    var known: [ResourceConnection.Client.Key: ResourceConnection.Client] = [:]
    /// The client whose sign-in runs.
    var pending: ResourceConnection.Client?
  }

  /// The maximum number of clients. A resource can name a new authorization server in each response.
  private static let maximumClients = 16

  let setup: Setup
  /// The transport for metadata.
  let transport: any HTTPTransport
  /// The sign-ins. One runs at a time, because each opens the browser.
  let signIns = StepUps()
  private let state = Guarded(State())
  private let accounts = Guarded<[String: ResourceConnector]>([:])

  init(_ setup: Setup) {
    self.setup = setup
    transport = setup.environment.retrying(setup.environment.transport)
  }

  /// Returns the connector of another account. The same name has the same connector, so that its refreshes are shared.
  func account(_ name: String) -> ResourceConnector {
    var setup = setup
    setup.account = name
    let new = ResourceConnector(setup)
    return accounts.withLock { accounts in
      if let known = accounts[name] { return known }
      accounts[name] = new
      return new
    }
  }
}

/// The client of the session.
extension ResourceConnector {
  private var bindingKey: CredentialKey { .binding(of: setup.resource.text, account: setup.account) }

  /// Returns the client of the session, or `nil` if no user is signed in. It sends no request.
  func signedIn() async throws(StepFailure) -> (client: ResourceConnection.Client, credential: Credential)? {
    if let known = state.withLock({ $0.current }), let credential = try await known.core.session.current() {
      return (known, credential)
    }
    // Another process may have signed in since.
    guard let stored = try await storedClient(), let credential = try await stored.core.session.latest() else {
      return nil
    }
    return (stored, credential)
  }

  private func storedBinding() async throws(StepFailure) -> ResourceBinding? {
    do throws(StoreFailure) {
      return try await setup.environment.store.load(bindingKey).flatMap(ResourceBinding.init)
    } catch {
      throw .store(error)
    }
  }

  private func storedClient() async throws(StepFailure) -> ResourceConnection.Client? {
    guard let binding = try await storedBinding(), binding.isValid(for: setup.identity, setup.resource) else {
      return nil
    }
    let client = try self.client(of: binding)
    state.withLock { $0.current = client }
    return client
  }

  /// Returns the client of a binding, which all callers share.
  ///
  /// - Parameters:
  ///   - dpop: The rules for tokens that are bound to a key. The session's own key doesn't depend on them.
  ///   - metadata: The authorization server's metadata, if it's already known.
  func client(
    of binding: ResourceBinding, dpop: ProviderConfiguration.DPoPRules = .init(),
    _ metadata: ServerMetadataSource? = nil
  ) throws(StepFailure) -> ResourceConnection.Client {
    let key = ResourceConnection.Client.Key(binding, dpop)
    if let known = state.withLock({ $0.known[key] }) { return known.with(binding) }
    let new = try ResourceConnection.Client(binding, dpop, setup, metadata)
    return state.withLock { state in
      if let known = state.known[key] { return known.with(binding) }
      if state.known.count >= Self.maximumClients {
        state.known = state.known.filter { [state.current?.key, state.pending?.key].contains($0.key) }
      }
      state.known[key] = new
      return new
    }
  }

  /// The metadata of an authorization server that this process uses, so that it isn't fetched again.
  func knownMetadata(of issuer: String) -> ServerMetadataSource? {
    state.withLock { state in state.known.values.first { $0.binding.issuer.isExactly(issuer) }?.core.metadata }
  }

  /// The scopes that sign-ins at an authorization server have requested for this resource, even if the session has ended.
  func requestedScopes(at issuer: String) async throws(StepFailure) -> [String] {
    var client = state.withLock { $0.current }
    if client == nil { client = try await storedClient() }
    guard let binding = client?.binding, binding.issuer.isExactly(issuer) else { return [] }
    return binding.scopes
  }

  /// Uses a client from now on, after a sign-in. The session at another authorization server ends here.
  func adopt(_ client: ResourceConnection.Client, scopes: [String]) async throws(StepFailure) {
    var client = client
    client.binding.scopes = scopes
    let (new, old) = (client, state.withLock { $0.current })
    state.withLock { $0.current = new }
    if let old, !old.binding.issuer.isExactly(new.binding.issuer) { _ = try? await old.core.session.clear() }
    _ = try? await removeBoundSession(unlessAt: new.binding.sessionKey(setup.account))
    do throws(StoreFailure) {
      try await setup.environment.store.save(new.binding.stored, for: bindingKey)
    } catch {
      throw .store(error)
    }
  }

  /// Delivers a callback to the sign-in that runs.
  func handle(_ callbackURL: URL) async throws(StepFailure) {
    guard let pending = state.withLock({ $0.pending ?? $0.current }) else { throw .callback(.unexpected) }
    try await pending.authClient.handle(callbackURL)
  }

  func setPending(_ client: ResourceConnection.Client?) {
    state.withLock { $0.pending = client }
  }

  /// Ends the session here, and revokes its tokens.
  func signOut(forgetsRegistration: Bool) async throws(StepFailure) {
    guard let client = try await signedIn()?.client else {
      try await removeBoundSession()
      return try await forgetBinding()
    }
    state.withLock { $0.current = nil }
    let ending: Result<Void, StepFailure>
    do throws(StepFailure) { ending = .success(try await client.authClient.signOut()) } catch {
      ending = .failure(error)
    }
    try await forgetBinding()
    if forgetsRegistration { try await client.forgetRegistration() }
    try ending.get()
  }

  /// Removes the session that the stored binding names. Its client may be one that the app no longer has, so the tokens can't be
  /// revoked.
  ///
  /// - Parameter current: The key of a new session, which may be the same.
  private func removeBoundSession(unlessAt current: CredentialKey? = nil) async throws(StepFailure) {
    guard let binding = try await storedBinding() else { return }
    let key = binding.sessionKey(setup.account)
    guard key != current else { return }
    do throws(StoreFailure) { try await setup.environment.store.remove(key) } catch {
      throw .store(error)
    }
  }

  private func forgetBinding() async throws(StepFailure) {
    do throws(StoreFailure) { try await setup.environment.store.remove(bindingKey) } catch { throw .store(error) }
  }
}
