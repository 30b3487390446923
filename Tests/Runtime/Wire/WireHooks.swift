import AuthTesting
import Crypto
import Foundation

@testable import AuthRuntime

/// The app's code in files with `hooks: yes`. It signs requests about the user, and decodes responses that are base64url.
struct WireHooks: UserInfoRequestSigning, ResponseDecoding {
  func sign(_ request: inout HTTPRequest, body: inout Data?) async throws {
    let text = "\(request.method) \(request.path ?? "/")"
    request.headerFields[try HTTPField.Name(checking: "X-Signature")] = Hex.encode(SHA256.hash(data: Data(text.utf8)))
  }

  func decode(_ body: Data, head: HTTPResponse, from endpoint: Endpoint) async throws -> Data {
    Base64URL.decode(String(decoding: body, as: UTF8.self)) ?? body
  }
}

/// The keys of the files.
enum WireSigner {
  static let signer = TokenSigner()

  static let privateKey = P256.Signing.PrivateKey().pemRepresentation

  /// The key set of the signer.
  static var keySet: String {
    get throws {
      String(decoding: try JSONEncoder().encode(["keys": JSONValue.array([signer.jwk])]), as: UTF8.self)
    }
  }

  static func claims(_ configuration: ProviderConfiguration, nonce: String?) -> [String: JSONValue] {
    var claims: [String: JSONValue] = [
      "iss": .string(configuration.server.issuer?.text ?? ""), "aud": "app", "sub": "user-1", "name": "Ada",
      "iat": .number(WireTranscript.time), "exp": .number(WireTranscript.time + 600),
    ]
    claims["nonce"] = nonce.map(JSONValue.string)
    return claims
  }
}
