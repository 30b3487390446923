import Foundation

/// Registers a client that has no ID yet, and keeps its credentials in the store, one entry for each issuer.
///
/// Concurrent calls share one registration, in all processes that share the store.
final class ClientRegistrar: Sendable {
  /// A registration, and whether it was made just now.
  struct Found: Sendable {
    let registration: ClientRegistration
    let isNew: Bool
  }

  /// The number of attempts, in case this process is suspended during each.
  private static let attempts = 3

  private let provider: ResolvedProvider
  private let redirect: Redirect
  private let metadata: ServerMetadataSource
  private let tokens: TokenEndpoint
  private let certificate: ClientCertificate?
  private let environment: AuthEnvironment
  private let flight = SingleFlight<Found>()

  private var key: CredentialKey { .registration(at: provider.authority) }

  /// - Parameters:
  ///   - redirect: The redirect whose URLs are registered.
  ///   - tokens: Reads errors in responses, and has the client's key.
  ///   - certificate: The client's certificate.
  init(
    _ provider: ResolvedProvider, redirect: Redirect, tokens: TokenEndpoint, certificate: ClientCertificate?,
    environment: AuthEnvironment
  ) {
    (self.provider, self.tokens, self.environment) = (provider, tokens, environment)
    (metadata, self.certificate) = (tokens.metadata, certificate)
    self.redirect = redirect
  }

  /// Returns the registration from the store. Registers the client if the store doesn't have one, if its secret has expired, or if
  /// the client's metadata has changed.
  ///
  /// - Parameter rejected: A registration that the server rejected.
  func registration(replacing rejected: ClientRegistration? = nil) async throws(StepFailure) -> Found {
    let found = try await flight.value { () async throws(StepFailure) in try await self.find(rejected) }
    // A call without a rejected registration may have been running.
    guard let rejected, !found.isNew, found.registration.hasCredentials(of: rejected) else { return found }
    return try await flight.value { () async throws(StepFailure) in try await self.find(rejected) }
  }

  /// Returns the registration from the store, even if it can't be used for a sign-in.
  func stored() async throws(StepFailure) -> ClientRegistration? {
    do throws(StoreFailure) { return try await environment.store.load(key)?.registration } catch {
      throw .store(error)
    }
  }

  /// Removes the registration from the store.
  ///
  /// - Parameter rejected: The registration to remove. If the store has another one, it stays.
  /// - Returns: The removed registration.
  @discardableResult
  func forget(_ rejected: ClientRegistration? = nil) async throws(StepFailure) -> ClientRegistration? {
    try await locked { _ throws(StepFailure) -> ClientRegistration? in
      let stored = try await self.stored()
      if let rejected, stored?.hasCredentials(of: rejected) != true { return nil }
      do throws(StoreFailure) { try await self.environment.store.remove(self.key) } catch { throw .store(error) }
      return stored
    }
  }

  /// Deletes a registration at the server (RFC 7592 §2.3).
  func delete(_ management: ClientRegistration.Management) async throws(StepFailure) {
    var request = EndpointRequest(endpoint: .registration, url: management.url, method: .delete, encoding: .query)
    try request.present(management.token, as: .bearer)
    let response = try await tokens.transport(at: .registration).send(request.http, to: .registration)
    _ = try tokens.body(of: response, to: request)
  }

  private func locked<Value>(_ body: (StoreLock) async throws(StepFailure) -> Value) async throws(StepFailure) -> Value
  {
    let lock: StoreLock
    do throws(StoreFailure) {
      lock = StoreLock(try await environment.store.lock(key, for: .refresh, clock: environment.clock))
    } catch {
      throw .store(error)
    }
    return try await lock.whileHeld(body)
  }

  private func find(_ rejected: ClientRegistration?) async throws(StepFailure) -> Found {
    let loopback = provider.configuration.client.callbacks.loopback
    let request = RegistrationRequest(
      provider, redirectURIs: redirect.registeredURLs(for: provider.authority, loopback),
      signedOutURIs: redirect.afterSignOut?.registeredURLs(for: provider.authority, loopback) ?? [],
      keySet: try await keySet())
    let hash = try request.metadataHash()
    let now = await tokens.clock.now
    for _ in 0..<Self.attempts {
      let found = try await locked { lock throws(StepFailure) -> Found? in
        if let known = try await self.stored(), known.isUsable(with: hash, at: now),
          rejected.map(known.hasCredentials) != true
        {
          return Found(registration: known, isNew: false)
        }
        // Another process may have registered while this one was suspended.
        guard await lock.extend() else { return nil }
        let new = try await self.register(request)
        do throws(StoreFailure) {
          try await self.environment.store.save(Credential(storing: new), for: self.key)
        } catch {
          // The registration would be lost, and each attempt would make another one.
          if let management = new.management { try? await self.delete(management) }
          throw .store(error)
        }
        return Found(registration: new, isNew: true)
      }
      if let found { return found }
    }
    throw .store(.unavailable("this process was suspended each time it tried to register the client"))
  }

  private func register(_ registration: RegistrationRequest) async throws(StepFailure) -> ClientRegistration {
    let url = try await metadata.url(.registration)
    let rules = provider.configuration.client.registration
    let method = try await self.method()
    let request = try registration.request(to: url, method: method)
    let response = try await tokens.transport(at: .registration).send(request.http, to: .registration)
    guard let body = try tokens.body(of: response, to: request), body.object != nil || body.array != nil else {
      throw .response(.notJSON(endpoint: .registration, status: response.status))
    }
    return try ClientRegistration(
      body, to: registration, by: rules, requested: method, issuer: provider.issuer ?? url.absoluteString,
      endpoint: url, status: response.status)
  }

  /// The public keys to register: those of the client's key, or that of its certificate (RFC 7591 §2, RFC 8705 §2.2.2).
  private func keySet() async throws(StepFailure) -> [String: JSONValue]? {
    guard let key = tokens.authentication.key else { return certificate?.keySet }
    return try await key.keySet()
  }

  /// The authentication method to register: the stated one, one with the client's key or certificate, none, or the first
  /// with a secret that the server supports.
  private func method() async throws(StepFailure) -> ClientRegistration.Method {
    let client = provider.configuration.client
    if let stated = client.registration.metadata.authenticationMethod { return stated }
    let document = provider.issuer == nil ? nil : try await metadata.document()
    let known = document?.authenticationMethods(at: .token) ?? []
    let own = client.authentication.filter { $0.uses(tokens.authentication.key, or: certificate) }
    if let method = known.isEmpty ? own.first : own.first(where: known.contains) { return method }
    if client.registration.isConfidential, !client.authentication.contains(.none) {
      return try client.secretMethod(listedIn: known)
    }
    guard !known.contains(.none) else { return .none }
    let methods = client.authentication.filter(ClientRegistration.Method.ofSecrets.contains)
    return (methods + ClientRegistration.Method.ofSecrets).first(where: known.contains) ?? .none
  }
}

extension ProviderConfiguration.ClientRules {
  /// Returns the method that a confidential client registers. It never becomes a public client.
  ///
  /// - Parameter known: The methods that the server lists, or an empty list if it doesn't list any.
  fileprivate func secretMethod(
    listedIn known: [ProviderConfiguration.ClientAuthenticationMethod]
  ) throws(StepFailure) -> ProviderConfiguration.ClientAuthenticationMethod {
    let methods = authentication.filter(ProviderConfiguration.ClientAuthenticationMethod.ofSecrets.contains)
    guard let method = methods.first(where: known.contains) ?? methods.first else {
      throw .configuration(.missingClientSecret)
    }
    return method
  }
}

extension Redirect {
  /// The longest list of callback URLs to register.
  private static let maximumPorts = 20

  /// Returns the callback URLs to register. If the provider accepts any port, one URL without a port is enough (RFC 8252
  /// §7.3). A server may reject a long list, so a client with many ports relies on the same rule.
  fileprivate func registeredURLs(
    for issuer: String, _ loopback: ProviderConfiguration.CallbackKind
  ) -> [String] {
    guard case .loopback(let ports, let path, _) = resolved(for: issuer).kind,
      loopback.port == .any || ports.count > Self.maximumPorts
    else {
      return callbackURLs(for: issuer, host: loopback.receiverHost)
    }
    return [Self.loopbackURL(host: loopback.receiverHost, path: path)]
  }

  /// The redirect of the sign-out, or `nil` if the browser doesn't return to the app.
  fileprivate var afterSignOut: Redirect? {
    switch kind {
    case .loopback(let ports, _, let path?):
      Redirect(kind: .loopback(ports: ports, path: path, signedOutPath: nil))
    case .delivered(let callback, let afterSignOut):
      Redirect(kind: .delivered(afterSignOut ?? callback, afterSignOut: nil))
    case .loopback(_, _, nil), .invalid: nil
    }
  }
}
