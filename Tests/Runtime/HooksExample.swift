import AuthRuntime
import Crypto
import Foundation
import ReferenceClients

// The examples of the article on hooks, compiled. The suite of the documentation's code compares them, and another suite signs
// in with them.

enum HooksExample {
  // token begins
  struct TokenRequestSigner: TokenRequestSigning {
    // The name is valid, so the initializer doesn't return nil.
    let signatureName = HTTPField.Name("X-Signature")!
    let key: SymmetricKey

    func sign(_ request: inout HTTPRequest, body: inout Data?) async throws {
      let signature = HMAC<SHA256>.authenticationCode(for: body ?? Data(), using: key)
      request.headerFields[signatureName] = Data(signature).base64EncodedString()
    }
  }
  // token ends

  // userinfo begins
  struct UserInfoRequestSigner: UserInfoRequestSigning {
    // Both names are valid, so the initializers don't return nil.
    let timeName = HTTPField.Name("X-Time")!
    let signatureName = HTTPField.Name("X-Signature")!
    let key: SymmetricKey

    func sign(_ request: inout HTTPRequest, body: inout Data?) async throws {
      let time = String(Int(Date().timeIntervalSince1970))
      let text = "\(request.method) \(request.path ?? "/") \(time)"
      let signature = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
      request.headerFields[timeName] = time
      request.headerFields[signatureName] = Data(signature).base64EncodedString()
    }
  }
  // userinfo ends

  // decode begins
  struct ResponseDecrypter: ResponseDecoding {
    let key: SymmetricKey

    func decode(_ body: Data, head: HTTPResponse, from endpoint: Endpoint) async throws -> Data {
      try AES.GCM.open(try AES.GCM.SealedBox(combined: body), using: key)
    }
  }
  // decode ends

  static func backend(signingKey: SymmetricKey, encryptionKey: SymmetricKey) -> Partner.Backend {
    // backend begins
    let backend = Partner.Backend(
      clientID: "abc123",
      signTokenRequest: TokenRequestSigner(key: signingKey),
      signUserInfoRequest: UserInfoRequestSigner(key: signingKey),
      decodeResponse: ResponseDecrypter(key: encryptionKey))
    // backend ends
    return backend
  }
}
