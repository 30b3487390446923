import AuthRuntime
import AuthTesting
import Crypto
import Foundation
import ReferenceClients
import Testing

@Suite struct `A generated back end with hooks` {
  private static let (signingKey, encryptionKey) = (SymmetricKey(size: .bits256), SymmetricKey(size: .bits256))

  private static func sealed(_ json: String) -> ScriptedResponse {
    var response = ScriptedResponse(200, headers: ["Content-Type": "application/octet-stream"])
    response.body = (try? AES.GCM.seal(Data(json.utf8), using: encryptionKey).combined) ?? Data()
    return response
  }

  private static func backend(_ provider: ScriptedProvider, _ key: SymmetricKey) -> Partner.Backend {
    provider.backend(
      Partner.self, clientSecret: nil, signTokenRequest: HooksExample.TokenRequestSigner(key: signingKey),
      signUserInfoRequest: HooksExample.UserInfoRequestSigner(key: signingKey),
      decodeResponse: HooksExample.ResponseDecrypter(key: key))
  }

  private static func run(
    _ body: (ScriptedProvider, AuthorizationGrant) async throws -> Void
  ) async throws {
    let script = ScriptedProvider.Script { script in
      script.instead = { request in
        switch request.path {
        case "/token": sealed(#"{"access_token":"t-0123456789","token_type":"Bearer","refresh_token":"r"}"#)
        case "/me": sealed(#"{"customer":"c-7","name":"Ada"}"#)
        default: nil
        }
      }
    }
    try await ScriptedProvider.run(as: Partner.self, script: script) { provider in
      try await body(provider, try await provider.client(Partner.self).authorize())
    }
  }

  @Test func `Requests are signed and encrypted responses are read, without a client secret`() async throws {
    try await Self.run { provider, grant in
      let backend = Self.backend(provider, Self.encryptionKey)
      let signedIn = try await backend.exchange(grant)
      #expect(signedIn.user?.id == "c-7")
      #expect(signedIn.user?.claims["name"] == .string("Ada"))
      _ = try await backend.refresh(signedIn.credential) { _ in }
      let tokenRequests = provider.requests.filter { $0.path == "/token" }
      #expect(tokenRequests.count == 2)
      for request in tokenRequests {
        let signature = try #require(Data(base64Encoded: request.headers["x-signature"] ?? ""))
        #expect(
          HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: request.body, using: Self.signingKey))
        #expect(!request.text.contains("client_secret"))
      }
      let userInfo = try #require(provider.requests.first { $0.path == "/me" })
      let text = "GET /me \(userInfo.headers["x-time"] ?? "")"
      let signature = try #require(Data(base64Encoded: userInfo.headers["x-signature"] ?? ""))
      #expect(
        HMAC<SHA256>.isValidAuthenticationCode(
          signature, authenticating: Data(text.utf8), using: Self.signingKey))
    }
  }

  @Test func `A response that the app can't decrypt is a typed failure without its bytes`() async throws {
    try await Self.run { provider, grant in
      let backend = Self.backend(provider, SymmetricKey(size: .bits256))
      do throws(Partner.Failure) {
        _ = try await backend.exchange(grant)
        Issue.record("the response was accepted")
      } catch {
        guard case .response(.notDecoded(.token, 200)) = error else { throw error }
        #expect(!String(reflecting: error).contains("t-0123456789"))
      }
    }
  }
}
