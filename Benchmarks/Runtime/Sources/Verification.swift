import AuthRuntime
import Foundation
import JWTKit

/// The provider of these benchmarks.
enum Provider: BackendSignIn {
  typealias ErrorCode = AnyErrorCode
  typealias User = DynamicProvider.User
}

/// Verifies an ID token with this runtime and with jwt-kit, and only its signature with swift-crypto.
///
/// In the implicit flow, an exchange doesn't send a request. It verifies the ID token from the callback and creates the
/// credential. So this uses only the public API, and measures slightly more than the verification.
struct Verification: Sendable {
  private let server: Server
  private let exchange: BackendExchange<Provider>
  private let grant: AuthorizationGrant
  private let key: SigningKey
  private let token: String
  private let nonce: String
  private let signature: Data
  private let signed: Data

  struct Rejected: Error {}

  init(_ key: SigningKey) async throws {
    let server = Server(key)
    let exchange = BackendExchange<Provider>(
      configuration: server.configuration(.idToken), variables: [:], clientID: Server.clientID,
      environment: AuthEnvironment(transport: server))
    try await self.init(key, server, exchange)
  }

  /// The token of another sign-in with the same client.
  func another() async throws -> Verification { try await Verification(key, server, exchange) }

  private init(_ key: SigningKey, _ server: Server, _ exchange: BackendExchange<Provider>) async throws {
    (self.key, self.server, self.exchange) = (key, server, exchange)
    let pending = try await exchange.start(redirectURI: Server.callback, scopes: [])
    nonce = pending.url.parameter("nonce")
    token = try key.token(Server.claims(nonce: nonce))
    grant = try exchange.grant(from: "state=\(pending.url.parameter("state"))&id_token=\(token)", for: pending)
    let end = token.lastIndex(of: ".") ?? token.endIndex
    signed = Data(token[..<end].utf8)
    signature = try key.sign(signed)
    // This call fetches the keys.
    try await byRuntime()
  }

  /// The values that another library needs to verify the same token.
  struct Sample: Encodable {
    let algorithm, keys, token, nonce: String
    let issuer = Server.issuer
    let audience = Server.clientID
  }

  func sample() throws -> Sample {
    Sample(
      algorithm: key.algorithm.rawValue, keys: String(decoding: try key.published(), as: UTF8.self), token: token,
      nonce: nonce)
  }

  func byRuntime() async throws {
    guard try await exchange.exchange(grant).user?.subject == "248289761001" else { throw Rejected() }
  }

  func byJWTKit() async throws {
    let claims = try await key.jwtKit.verify(token, as: IDToken.self)
    guard claims.answers(nonce), claims.subject == "248289761001" else { throw Rejected() }
  }

  func ofSignature() throws {
    guard try key.isValid(signature, signed) else { throw Rejected() }
  }
}

/// An ID token with the checks of OpenID Connect Core 1.0 §3.1.3.7, as an app with jwt-kit would verify it.
private struct IDToken: JWTPayload {
  var issuer: IssuerClaim
  var subject: SubjectClaim
  var audience: AudienceClaim
  var expiration: ExpirationClaim
  var issuedAt: IssuedAtClaim
  var nonce: String
  var authorizedParty: String?
  var notBefore: NotBeforeClaim?
  var authenticated: Date?
  var name: String?
  var email: String?
  var emailVerified: Bool?

  enum CodingKeys: String, CodingKey {
    case issuer = "iss", subject = "sub", audience = "aud", expiration = "exp", issuedAt = "iat", nonce
    case authorizedParty = "azp", notBefore = "nbf", authenticated = "auth_time", name, email
    case emailVerified = "email_verified"
  }

  func verify(using _: some JWTAlgorithm) async throws {
    try expiration.verifyNotExpired()
    try notBefore?.verifyNotBefore()
    try audience.verifyIntendedAudience(includes: Server.clientID)
  }

  func answers(_ sent: String) -> Bool {
    let age = Date().timeIntervalSince(issuedAt.value)
    return issuer.value == Server.issuer && audience.value.count == 1 && nonce == sent
      && (authorizedParty ?? Server.clientID) == Server.clientID && (-60...86_400).contains(age)
  }
}
