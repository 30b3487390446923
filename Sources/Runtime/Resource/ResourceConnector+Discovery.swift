import Foundation
import HTTPTypes

/// Finds the authorization server of a resource.
extension ResourceConnector {
  /// The result of discovery.
  struct Found: Sendable {
    let summary: ResourceDiscovery
    let client: ResourceConnection.Client
  }

  /// The largest metadata of a resource, in bytes.
  private static let maximumBytes = 256 << 10

  /// Reads the metadata of the resource and of its authorization server, and chooses the client's identity there.
  ///
  /// - Parameter response: The resource's response with a challenge. Without it, the resource is asked for one.
  func discover(_ response: HTTPResponse?) async throws(StepFailure) -> Found {
    let challenge: ResourceChallenge
    if let response { challenge = ResourceChallenge(response) } else { challenge = try await askForChallenge() }
    let metadata = try await resourceMetadata(challenge)
    let issuer = try await authorizationServer(in: metadata)
    let resource = metadata.resource.absoluteString
    let source = try metadataSource(of: issuer, for: resource)
    guard let document = try await source.document() else { throw .configuration(.missingEndpoint(.discovery)) }
    try checkCodeChallenge(document, of: issuer)
    let (identification, clientID) = try setup.identity.choice(at: issuer, document)
    var binding = ResourceBinding(
      resource: resource, issuer: issuer, identification: identification, clientID: clientID)
    binding.scopes = try await requestedScopes(at: issuer)
    let client = try self.client(of: binding, dpop: Self.dpop(metadata, challenge), source)
    let summary = ResourceDiscovery(
      resource: metadata, authorizationServer: issuer, serverMetadata: document.fields, identification: identification,
      scopes: scopes(binding, challenge, metadata, document))
    return Found(summary: summary, client: client)
  }

  /// Returns the source of an authorization server's metadata. It sends no request.
  private func metadataSource(of issuer: String, for resource: String) throws(StepFailure) -> ServerMetadataSource {
    if let known = knownMetadata(of: issuer) { return known }
    return try ResourceConnection.Client.metadata(
      of: .authorizationServer(issuer, of: resource), setup.environment)
  }

  /// Sends a request without a token, because most resources then respond with a challenge (RFC 9728 §5.1). Only the head of
  /// the response is read: a resource without authorization may respond with an endless stream of events.
  private func askForChallenge() async throws(StepFailure) -> ResourceChallenge {
    let request = TransportRequest(
      url: setup.resource.url, headers: [.accept: "application/json, text/event-stream"], maximumBytes: 1 << 20)
    do throws(TransportFailure) {
      let (_, head) = try await setup.environment.transport.stream(
        request.head, body: nil, options: request.options)
      return head.status == .unauthorized ? ResourceChallenge(head) : ResourceChallenge()
    } catch {
      throw error.step(endpoint: .resource, limit: request.options.maximumBytes)
    }
  }

  private func resourceMetadata(_ challenge: ResourceChallenge) async throws(StepFailure) -> ProtectedResourceMetadata {
    guard let stated = challenge.metadata else { return try await publishedMetadata(at: setup.resource.locations) }
    return try await publishedMetadata(at: [try setup.resource.metadataURL(stated)])
  }

  private func publishedMetadata(at places: [URL]) async throws(StepFailure) -> ProtectedResourceMetadata {
    let resource = setup.resource
    do throws(StepFailure) {
      return try await DiscoveryDocument.first(of: places) { url throws(StepFailure) in
        var request = TransportRequest.published(at: url)
        request.options.maximumBytes = Self.maximumBytes
        let fields = try await transport.send(request, to: .resource).publishedObject(from: .resource)
        return try ProtectedResourceMetadata(fields, at: url, of: resource)
      }
    } catch .response(.unexpectedStatus(400..<500, .resource)), .response(.notJSON(.resource, _)) {
      throw .resource(.missingMetadata(resource: resource.text))
    }
  }

  /// Returns the issuer to use. No request has been sent to it yet.
  private func authorizationServer(in metadata: ProtectedResourceMetadata) async throws(StepFailure) -> String {
    let listed = metadata.authorizationServers
    let own = listed.first { setup.identity.registered[$0] != nil }
    let chosen: String?
    if let choose = setup.policy.choose { chosen = await choose(metadata) } else { chosen = own ?? listed.first }
    guard !listed.isEmpty, let issuer = chosen else { throw .resource(.noAuthorizationServer) }
    guard listed.contains(where: issuer.isExactly) else { throw .resource(.unlistedAuthorizationServer(issuer)) }
    guard issuer.utf8.count <= ResourceIdentifier.maximumLength else {
      throw .resource(.invalidMetadata("authorization_servers"))
    }
    // Only a resource on this machine may send the client to another server on this machine.
    _ = try SecureURL.endpoint(issuer, namedBy: setup.resource.text)
    return issuer
  }

  /// Checks that the server supports PKCE with S256, before the browser opens. OpenID Connect doesn't define the member.
  private func checkCodeChallenge(_ document: DiscoveryDocument, of issuer: String) throws(StepFailure) {
    switch document.fields["code_challenge_methods_supported"] {
    case nil, .null?:
      guard setup.policy.acceptsUnadvertisedPKCE else { throw .resource(.missingPKCE(issuer: issuer)) }
    case _?:
      guard document.supportsS256 else { throw .resource(.missingPKCE(issuer: issuer)) }
    }
  }

  /// The scopes of a sign-in: those of earlier ones, those of the challenge or else of the metadata, and the scope for a
  /// refresh token if the authorization server has it.
  private func scopes(
    _ binding: ResourceBinding, _ challenge: ResourceChallenge, _ metadata: ProtectedResourceMetadata,
    _ document: DiscoveryDocument
  ) -> [String] {
    let offline = "offline_access"
    let hasOffline = document.fields["scopes_supported"]?.array?.contains(.string(offline)) ?? false
    let added = setup.policy.requestsOfflineAccess && hasOffline ? [offline] : []
    return RequestedAccess.distinct(binding.scopes + (challenge.scopes ?? metadata.scopes) + added)
  }

  /// Binds tokens to a key if the resource accepts such tokens (RFC 9728 §2, RFC 9449 §7.1).
  private static func dpop(
    _ metadata: ProtectedResourceMetadata, _ challenge: ResourceChallenge
  ) -> ProviderConfiguration.DPoPRules {
    var rules = ProviderConfiguration.DPoPRules()
    let offered = metadata.dpopAlgorithms + challenge.algorithms
    guard metadata.requiresDPoP || challenge.offersDPoP || !offered.isEmpty else { return rules }
    let usable = SignatureAlgorithm.ofSessionKeys.filter { offered.isEmpty || offered.contains($0) }
    guard !usable.isEmpty || metadata.requiresDPoP else { return rules }
    rules.use = metadata.requiresDPoP ? .required : .optional
    if !usable.isEmpty { rules.algorithms = usable }
    return rules
  }
}

extension ResourceClientIdentity {
  /// Returns the identity at an authorization server, in the order of the Model Context Protocol.
  ///
  /// - Throws: ``ResourceFailure/noClient(issuer:)``.
  fileprivate func choice(
    at issuer: String, _ document: DiscoveryDocument
  ) throws(StepFailure) -> (ClientIdentification, clientID: String) {
    if let client = registered[issuer] { return (.registered, client.id) }
    if let url = self.document, document.fields["client_id_metadata_document_supported"]?.bool == true {
      return (.document, url)
    }
    if registration != nil, try document.url(.registration) != nil { return (.dynamic, "") }
    throw .resource(.noClient(issuer: issuer))
  }
}
