import Foundation

extension ClientCore {
  /// Runs a step as a client with an ID. A client that registers itself does so first, if necessary.
  ///
  /// If the server rejects an earlier registration, the client registers again and repeats the step once.
  func asRegisteredClient<Value>(
    _ step: (ClientCore) async throws(StepFailure) -> Value
  ) async throws(StepFailure) -> Value {
    guard let registrar else { return try await step(self) }
    let found = try await registrar.registration()
    do throws(StepFailure) {
      return try await step(try with(found.registration))
    } catch {
      guard error.rejectsClient, !found.isNew else { throw error }
      return try await step(try with(try await registrar.registration(replacing: found.registration).registration))
    }
  }

  /// Returns this client with the registration in the store, without registering.
  func asStoredClient() async throws(StepFailure) -> ClientCore {
    guard let registrar, let stored = try await registrar.stored() else { return self }
    return try with(stored)
  }

  /// Returns the client that received a credential. Its tokens are bound to that client (RFC 6749 §6), even if the
  /// client has registered again since.
  func client(of credential: Credential) throws(StepFailure) -> ClientCore {
    guard registrar != nil, let registration = credential.registration else { return self }
    return self.registration?.hasCredentials(of: registration) == true ? self : try with(registration)
  }

  /// Returns the client that received the session's tokens, or `nil` if there's no session.
  func clientOfSession() async -> ClientCore? {
    guard registrar != nil else { return nil }
    guard let session = try? await session.current() else { return nil }
    return try? client(of: session)
  }

  /// Forgets a registration that the token endpoint rejected, so that the next sign-in registers again.
  func forgettingRejectedClient<Value>(
    _ step: () async throws(StepFailure) -> Value
  ) async throws(StepFailure) -> Value {
    do throws(StepFailure) {
      return try await step()
    } catch {
      if let registrar, let registration, case .server(_, let reason) = error, reason.code == "invalid_client" {
        // If the store fails, the next sign-in finds out again.
        _ = try? await registrar.forget(registration)
      }
      throw error
    }
  }

  /// Forgets the registration.
  ///
  /// - Parameter deletes: Whether the registration is deleted at the server too.
  func forgetRegistration(andDelete deletes: Bool) async throws(StepFailure) {
    guard let registrar, let known = try await registrar.forget(), deletes else { return }
    guard let management = known.management else { throw .configuration(.missingEndpoint(.registration)) }
    try await registrar.delete(management)
  }
}

extension StepFailure {
  /// Whether the server doesn't know the client, or no longer accepts its secret (RFC 6749 §4.1.2.1, §5.2).
  fileprivate var rejectsClient: Bool {
    guard case .server(_, let error) = self else { return false }
    return ["invalid_client", "unauthorized_client"].contains(error.code)
      && (error.endpoint.facts.authenticatesClients
        || [.authorization, .deviceAuthorization, .backchannelAuthentication, .authorizationChallenge].contains(
          error.endpoint))
  }
}

extension ClientCore.Setup {
  /// Checks the client ID before any request.
  ///
  /// - Throws: ``ConfigurationFailure/missingVariable(_:example:)`` if it's missing, and the failures of
  ///   ``ClientDocumentURL``.
  func checkClientID() throws(StepFailure) {
    let kind = configuration.client.registration.kind
    guard let clientID else {
      guard kind.registersItself else { throw .configuration(.missingVariable("client_id", example: kind.example)) }
      return
    }
    if kind == .document { try ClientDocumentURL.validate(clientID) }
  }

  /// This setup without the registration if the client already has an ID.
  var withoutUnusedRegistration: Self {
    var copy = self
    if clientID != nil, configuration.client.registration.kind.registersItself {
      copy.configuration.client.registration.kind = .preregistered
    }
    return copy
  }

  /// This setup without authentication methods for which the client has no credential.
  var withUsableMethods: Self {
    var copy = self
    copy.configuration.client.keepUsableMethods(secret: clientSecret, key: key, certificate: certificate)
    return copy
  }

  /// Returns the setup of a registered client.
  func with(_ registration: ClientRegistration) -> Self {
    var copy = self
    (copy.clientID, copy.clientSecret) = (registration.clientID, registration.secret)
    if let method = registration.method { copy.configuration.client.authentication = [method] }
    return copy
  }

  func provider() throws(StepFailure) -> ResolvedProvider {
    try ResolvedProvider(
      configuration, variables: variables, clientID: clientID ?? "", settings: settings, clientSecret: clientSecret,
      now: environment.now)
  }

  func tokens(
    of provider: ResolvedProvider, _ metadata: ServerMetadataSource, _ transports: ClientTransports,
    _ proofs: Proofs, _ clock: ServerClock
  ) -> TokenEndpoint {
    TokenEndpoint(
      provider: provider,
      authentication: ClientAuthentication(
        provider: provider, secret: clientSecret, now: environment.now, key: key, hasCertificate: certificate != nil),
      metadata: metadata, transports: transports, hooks: hooks, now: environment.now, clock: clock,
      certificateThumbprint: certificate?.thumbprint, proofs: proofs)
  }
}

extension ProviderConfiguration.RegistrationRules.Kind {
  /// An example of a client ID.
  fileprivate var example: String { self == .document ? "https://app.example.com/client.json" : "abc123" }
}

/// Validates a client ID that is the URL of a metadata document (OAuth Client ID Metadata Document §3).
enum ClientDocumentURL {
  /// - Throws: ``ConfigurationFailure/invalidURL(_:)``, ``ConfigurationFailure/insecureURL(_:)``, or
  ///   ``ConfigurationFailure/endpointWithFragment(_:)``.
  static func validate(_ text: String) throws(StepFailure) {
    let url = try SecureURL.endpoint(text)
    let place = "\(url.scheme ?? "")://\(url.authority ?? "")"
    guard url.scheme == "https" else { throw .configuration(.insecureURL(place)) }
    // The server compares the ID character by character, so it's sent exactly as the app wrote it.
    let parts = url.path(percentEncoded: true).split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let isPlain = !parts.contains { [".", "..", "%2e", "%2e%2e"].contains($0.lowercased()) }
    guard !parts.isEmpty, isPlain, url.absoluteString.isExactly(text) else { throw .configuration(.invalidURL(text)) }
  }
}
