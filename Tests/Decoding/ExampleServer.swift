import AuthRuntime
import AuthTesting
import Crypto
import Foundation
import TestSupport

extension Examples {
  var idToken: [String: JSONValue] { JSONValue(parsing: Data((bodies["id_token"] ?? "").utf8))?.object ?? [:] }

  /// The generated configuration, without the parts that a scripted server doesn't support.
  private var configuration: ProviderConfiguration {
    var configuration = Provider.configuration
    // The token issuer signs with only this algorithm.
    configuration.idToken?.algorithms = [.es256]
    // Web callback URLs go to an app's server. This test doesn't cover that redirect.
    configuration.client.callbacks.loopback = ProviderConfiguration.CallbackKind()
    return configuration
  }

  func serve<Value>(
    rejection: String?, _ body: (ScriptedProvider) async throws -> Value
  ) async throws -> Value {
    try await ConcurrencyLimit.shared.run {
      let provider = try await ScriptedProvider.start(as: configuration)
      let script = script(of: provider.configuration, rejection: rejection)
      await provider.rewrite { $0 = script }
      do {
        let value = try await body(provider)
        await provider.stop()
        return value
      } catch {
        await provider.stop()
        throw error
      }
    }
  }

  private func script(of configuration: ProviderConfiguration, rejection: String?) -> ScriptedProvider.Script {
    ScriptedProvider.Script { script in
      script.claims = { $0 = claims(made: $0, by: configuration) }
      script.callback = { callback in
        if rejection == "callback_error" { callback.removeAll { $0.name == configuration.callback.code } }
        let example = rejection == "callback_error" ? rejection : "callback"
        callback += others(of: example.flatMap { bodies[$0] } ?? "", beside: callback, configuration)
        sign(&callback, by: configuration.callback)
      }
      script.tokenResponse = { members in
        if rejection == "token_error" { return response("token_error", status: 400) }
        return response("token", idToken: members["id_token"]?.string)
      }
      script.secondTokenResponse = { _ in response("second_token") }
      script.userInfoResponse = { response("userinfo") }
      script.furtherResponse = { response("emails") }
    }
  }

  /// The example without changes, except that a signed ID token replaces the one in it.
  private func response(_ name: String, status: Int = 200, idToken: String? = nil) -> ScriptedResponse? {
    guard var body = bodies[name] else { return nil }
    let members = JSONValue(parsing: Data(body.utf8))
    if let idToken, let example = members?.value(at: configuration.token.response.idToken)?.string {
      body = body.replacing(example, with: idToken)
    }
    let type = members == nil ? "application/x-www-form-urlencoded" : "application/json"
    return ScriptedResponse(status, headers: ["Content-Type": type], body: body)
  }

  /// The claims of the example. The server's own values replace the audience, the issuer, and the times.
  private func claims(
    made own: [String: JSONValue], by configuration: ProviderConfiguration
  ) -> [String: JSONValue] {
    var claims = idToken
    claims["aud"] = idToken["aud"] ?? own["aud"]
    claims["nonce"] = own["nonce"]
    if claims["at_hash"] != nil { claims["at_hash"] = accessToken.map { .string(Self.halfHash(of: $0)) } }
    // An issuer that the descriptor spells out doesn't change when the endpoints do.
    if configuration.idToken?.issuers.isEmpty != false { claims["iss"] = own["iss"] }
    claims["iat"] = .number(moment.timeIntervalSince1970)
    claims["exp"] = .number(moment.timeIntervalSince1970 + 600)
    return claims
  }

  private var accessToken: String? {
    JSONValue(parsing: Data((bodies["token"] ?? "").utf8))?.object?["access_token"]?.string
  }

  /// The hash in OpenID Connect Core 1.0 §3.1.3.6, for the signing algorithm of the test.
  private static func halfHash(of text: String) -> String {
    Base64URL.encode(SHA256.hash(data: Data(text.utf8)).prefix(16))
  }

  /// The parameters of the example, without those that belong to one request.
  private func others(
    of example: String, beside own: [(name: String, value: String)], _ configuration: ProviderConfiguration
  ) -> [(name: String, value: String)] {
    let state = configuration.callback.state
    let rules = configuration.callback
    let bound = Set(own.map(\.name) + [rules.code, state, rules.signature?.parameter ?? state])
    return (FormEncoding.decode(example) ?? []).filter { !bound.contains($0.name) }.map { pair in
      (name: pair.name, value: pair.name == "iss" ? issuer(configuration) : pair.value)
    }
  }

  private func issuer(_ configuration: ProviderConfiguration) -> String {
    let values = Dictionary(configuration.variables.map { ($0.name, $0.defaultValue ?? $0.example) }) { $1 }
    return (try? configuration.server.issuer?.filled { values[$0] }) ?? ""
  }

  private func sign(_ callback: inout [(name: String, value: String)], by rules: ProviderConfiguration.CallbackRules) {
    guard let rule = rules.signature else { return }
    let text = FormEncoding.encode(callback.sorted { $0.name < $1.name })
    let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: Data(secret.utf8)))
    let digits = code.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
    callback.append((name: rule.parameter, value: digits))
  }
}
