import Foundation
import HTTPTypes

@testable import AuthConfiguration
@testable import AuthRuntime

extension FuzzEntry {
  static let discovery = FuzzEntry.waiting(longest: 16_384) { bytes in
    let document: DiscoveryDocument
    do throws(StepFailure) {
      let provider = try Fixture.provider { it in
        it.server = .init()
        it.server.issuer = "https://id.example"
      }
      document = try await DiscoveryDocument.fetch(for: provider, transport: FixedResponse(body: bytes))
    } catch { return .rejected }
    for endpoint in Endpoint.announced {
      for prefersAlias in [false, true] {
        let url = try? document.url(endpoint, prefersAlias: prefersAlias)
        try require(url?.scheme?.lowercased() ?? "https" == "https", "an insecure endpoint is accepted")
        try require(url.map { (try? $0.checkedHost()) != nil } ?? true, "an endpoint isn't a valid URL")
      }
      _ = document.authenticationMethods(at: endpoint)
      _ = document.assertionAlgorithms(at: endpoint)
    }
    let algorithms = document.idTokenAlgorithms + document.userInfoAlgorithms + (document.responseAlgorithms ?? [])
    try require(algorithms.allSatisfy { !$0.isSymmetric }, "metadata enables HMAC")
    _ = (document.supportsS256, document.promisesIssuerParameter, document.proofAlgorithms)
    return .accepted
  }

  static let resourceMetadata = FuzzEntry { bytes in
    let (fields, metadata): ([String: JSONValue], ProtectedResourceMetadata)
    do throws(StepFailure) {
      let resource = try ResourceIdentifier("https://api.example/mcp")
      fields = try TransportResponse(status: 200, body: Data(bytes)).publishedObject(from: .resource)
      guard let location = resource.locations.last else { return .rejected }
      metadata = try ProtectedResourceMetadata(fields, at: location, of: resource)
    } catch { return .rejected }
    let origin = "\(WebOrigin(metadata.resource))"
    try require(origin == "https://api.example", "the metadata of another origin is accepted")
    try require(metadata.authorizationServers.count <= 32, "too many servers are accepted")
    try require(metadata.scopes.allSatisfy { $0.utf8.allSatisfy(\.isScopeCharacter) }, "an invalid scope is accepted")
    return .accepted
  }

  static let keySet = FuzzEntry.waiting(longest: 16_384) { bytes in
    guard let set = try? KeySet(TransportResponse(status: 200, body: Data(bytes))) else { return .rejected }
    try require(set.keys.count <= KeySet.maximumKeys, "too many keys are accepted")
    var verdict = Verdict.rejected
    // Reading a key of 16,384 bits takes a long time.
    for key in set.keys.prefix(4) {
      for algorithm in SignatureAlgorithm.allCases where key.fits(algorithm) {
        guard let verifier = try? await SignatureVerifier(key, algorithm: algorithm) else { continue }
        try require(!algorithm.isSymmetric, "a published key verifies HMAC")
        try require(!verifier.accepts(Data(), of: Data()), "an empty signature is accepted")
        try require(!verifier.accepts(Data(repeating: 0, count: 64), of: Data()), "a signature of zeros is accepted")
        verdict = .accepted
      }
    }
    return verdict
  }

  static let wwwAuthenticate = FuzzEntry(longest: 10_000) { bytes in
    let field = bytes.text
    let challenges = AuthenticationChallenge.all(in: field)
    try require(challenges.count <= 32, "too many challenges are read")
    for challenge in challenges {
      try require(challenge.scheme == challenge.scheme.lowercased(), "a scheme isn't in lower case")
      try require(challenge.scheme.utf8.allSatisfy(\.isHeaderToken), "a scheme isn't a token")
    }
    _ = BearerError(field).map(\.body)
    for status in [401, 403] {
      var response = HTTPResponse(status: .init(code: status))
      response.headerFields[.wwwAuthenticate] = field
      let demand = StepUpDemand(response)
      try require(demand.map { $0.scopes.count <= 65 && $0.acrValues.count <= 65 } ?? true, "a demand is too long")
      try require(demand?.maxAge.map { (0...315_360_000).contains($0) } ?? true, "a demand's age is out of range")
      try Self.checkWritten(demand?.scopes ?? [])
      _ = (ResourceChallenge(response), ResourceDemand(response))
    }
    return challenges.contains { $0.scheme == "bearer" || $0.scheme == "dpop" } ? .accepted : .rejected
  }

  /// The scopes of a challenge that this package writes are read back.
  private static func checkWritten(_ scopes: [String]) throws(BrokenProperty) {
    guard !scopes.isEmpty else { return }
    let failure = AccessFailure.insufficientScope(scopes)
    let field = failure.challenge(realm: "a \"realm\"").headers["WWW-Authenticate"] ?? ""
    let read = AuthenticationChallenge.all(in: field).first?.parameters["scope"]
    try require(StepUpDemand.words(read) == scopes, "a written challenge isn't read back")
  }

  /// The header fields of a response, one in each line.
  static let responseFields = FuzzEntry { bytes in
    var response = HTTPResponse(status: .tooManyRequests)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      guard parts.count == 2, let name = HTTPField.Name(Array(parts[0]).text) else { continue }
      response.headerFields.append(HTTPField(name: name, value: Array(parts[1]).text))
    }
    let wait = response.retryAfter
    try require(wait.map { (.zero...(.seconds(86_400))).contains($0) } ?? true, "a delay isn't limited")
    let freshness = KeySource.lifetime
    let seconds = freshness.seconds(of: TransportResponse(response, Data()))
    try require(freshness.bounds.contains(seconds), "a lifetime isn't limited")
    for field in response.headerFields {
      guard let date = HTTPDate.parse(field.value) else { continue }
      try require(abs(date.timeIntervalSince1970) < 3e11, "the year of a date doesn't have four digits")
    }
    _ = response.requestID
    return wait == nil && seconds == freshness.standard ? .rejected : .accepted
  }
}
