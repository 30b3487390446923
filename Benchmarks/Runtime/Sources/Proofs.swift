import AuthRuntime
import Crypto
import Foundation

/// Verifies requests with DPoP proofs, and compares them with the two bare signatures.
///
/// Each token is verified again (`cache: .none`), and each proof is used once. The clients keep their keys, as in practice.
actor Proofs {
  private static let resource = "https://api.example.com/accounts"

  private let api: ResourceServer<Provider>
  private let server: SigningKey
  private let client: SigningKey
  private let token: String
  /// The prepared requests, and the signatures in them.
  private var requests: [APIRequest] = []
  private let signatures: [(key: SigningKey, signature: Data, signed: Data)]

  struct Rejected: Error {}

  init() async throws {
    (server, client) = (try await .es256(), try await .es256())
    let provider = Server(server)
    var configuration = provider.configuration()
    configuration.accessToken.format = .jwt
    api = ResourceServer(
      configuration: configuration, variables: [:], audiences: ["https://api.example.com"], cache: .none,
      dpop: .required(at: "https://api.example.com"), environment: AuthEnvironment(transport: provider))
    let now = Int64(Date().timeIntervalSince1970)
    token = try server.jwt(
      header: ["typ": "at+jwt", "kid": .string(SigningKey.name)],
      [
        "iss": .string(Server.issuer), "aud": "https://api.example.com", "sub": "248289761001", "client_id": "app",
        "iat": .integer(now), "exp": .integer(now + 3600), "jti": .string(UUID().uuidString), "scope": "accounts",
        "cnf": ["jkt": .string(try client.thumbprint())],
      ])
    signatures = try [server, client].map { key in
      let message = Data(repeating: 65, count: 400)
      return (key, try key.sign(message), message)
    }
  }

  /// Creates proofs that are used once.
  func prepare(_ count: Int) throws {
    let hash = Data(SHA256.hash(data: Data(token.utf8))).base64URL
    let members = client.members.mapValues(JSONValue.string)
    for _ in 0..<count {
      let proof = try client.jwt(
        header: ["typ": "dpop+jwt", "jwk": .object(members)],
        [
          "jti": .string(UUID().uuidString), "htm": "GET", "htu": .string(Self.resource), "ath": .string(hash),
          "iat": .integer(Int64(Date().timeIntervalSince1970)),
        ])
      requests.append(APIRequest(method: "GET", url: "/accounts", authorization: ["DPoP \(token)"], dpop: [proof]))
    }
  }

  func verify() async throws {
    guard let request = requests.popLast() else { throw Rejected() }
    guard try await api.caller(of: request).subject == "248289761001" else { throw Rejected() }
  }

  func verifySignatures() throws {
    for (key, signature, signed) in signatures {
      guard try key.isValid(signature, signed) else { throw Rejected() }
    }
  }

  /// The microseconds of a request, and of its two signatures, in the rounds with the least disturbance.
  static func compare() async throws -> Timing {
    let proofs = try await Proofs()
    let (rounds, calls) = (100, 40)
    try await proofs.prepare(rounds * calls)
    return try await Timing(
      rounds: rounds, calls: calls, of: { try await proofs.verify() },
      against: { try await proofs.verifySignatures() })
  }

  /// The megabytes that a process gains when it remembers a million proofs.
  static func memory(of count: Int) throws -> Double {
    let before = try Native.residentMegabytes()
    let memory = LocalReplayMemory()
    let end = Date(timeIntervalSinceNow: 3600)
    for number in 0..<count {
      let hash = withUnsafeBytes(of: number) { Data(SHA256.hash(data: Data($0))) }
      guard try memory.isNew(hash, until: end) else { throw Rejected() }
    }
    return try withExtendedLifetime(memory) { try Native.residentMegabytes() - before }
  }
}

extension SigningKey {
  /// A token in compact form, with this header.
  func jwt(header: [String: JSONValue], _ claims: [String: JSONValue]) throws -> String {
    let header = header.merging(["alg": .string(algorithm.rawValue)]) { $1 }
    let input = try JSONEncoder().encode(header).base64URL + "." + JSONEncoder().encode(claims).base64URL
    return input + "." + (try sign(Data(input.utf8))).base64URL
  }

  /// RFC 7638 §3.
  fileprivate func thumbprint() throws -> String {
    try PublicKey(members.mapValues(JSONValue.string)).thumbprint
  }
}
