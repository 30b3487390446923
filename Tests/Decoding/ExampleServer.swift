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
    // The token issuer signs with only this algorithm, and encrypts nothing.
    configuration.idToken?.algorithms = [.es256]
    configuration.idToken?.encryption = nil
    configuration.client.assertion?.algorithms = [.es256]
    // Web callback URLs go to an app's server. This test doesn't cover that redirect, nor the names of such URLs.
    configuration.client.callbacks.loopback = ProviderConfiguration.CallbackKind()
    configuration.client.redirectAlias = nil
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
      script.now = { moment }
      script.claims = { $0 = claims(made: $0, by: configuration) }
      script.callback = { callback in
        if rejection == "callback_error" { callback.removeAll { $0.name == configuration.callback.code } }
        let example = rejection == "callback_error" ? rejection : "callback"
        callback += others(of: example.flatMap { bodies[$0] } ?? "", without: callback, configuration)
        sign(&callback, by: configuration.callback)
      }
      script.tokenResponse = { members in
        if rejection == "token_error" { return response("token_error", status: 400) }
        return response("token", idToken: members["id_token"]?.string)
      }
      script.secondTokenResponse = { _ in response("second_token") }
      if configuration.userInfo.format == .jwt {
        script.userInfo = { $0 = signedClaims(made: $0, by: configuration) }
      } else {
        script.userInfoResponse = { response("userinfo") }
      }
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
    claims["aud"] = audience == nil ? own["aud"] : idToken["aud"]
    claims["nonce"] = own["nonce"]
    if claims["at_hash"] != nil { claims["at_hash"] = accessToken.map { .string(Self.halfHash(of: $0)) } }
    // The server issues another code than the one in the example.
    claims["c_hash"] = nil
    // An issuer that the descriptor spells out doesn't change when the endpoints do.
    if configuration.idToken?.issuers.isEmpty != false { claims["iss"] = own["iss"] }
    claims["iat"] = .number(moment.timeIntervalSince1970)
    claims["exp"] = .number(moment.timeIntervalSince1970 + 600)
    return claims
  }

  /// The claims of a signed userinfo response. The server's own issuer replaces that of the example.
  private func signedClaims(
    made own: [String: JSONValue], by configuration: ProviderConfiguration
  ) -> [String: JSONValue] {
    guard var claims = JSONValue(parsing: Data((bodies["userinfo"] ?? "").utf8))?.object else { return own }
    if claims["iss"] != nil { claims["iss"] = .string(issuer(configuration)) }
    return claims
  }

  private var accessToken: String? {
    JSONValue(parsing: Data((bodies["token"] ?? "").utf8))?.object?["access_token"]?.string
  }

  /// The hash in OpenID Connect Core 1.0 §3.1.3.6 for the test's signing algorithm.
  private static func halfHash(of text: String) -> String {
    let hash = Data(SHA256.hash(data: Data(text.utf8)).prefix(16)).base64EncodedString()
    return hash.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// The parameters of the example, without those that belong to one request.
  private func others(
    of example: String, without own: [(name: String, value: String)], _ configuration: ProviderConfiguration
  ) -> [(name: String, value: String)] {
    let state = configuration.callback.state
    let rules = configuration.callback
    let bound = Set(own.map(\.name) + [rules.code, state, rules.signature?.parameter ?? state])
    let query = URLComponents(string: "?" + example.replacing("+", with: "%20"))?.queryItems ?? []
    return query.filter { !bound.contains($0.name) }.map { item in
      (name: item.name, value: item.name == "iss" ? issuer(configuration) : item.value ?? "")
    }
  }

  private func issuer(_ configuration: ProviderConfiguration) -> String {
    let values = Dictionary(configuration.variables.map { ($0.name, $0.defaultValue ?? $0.example) }) { $1 }
    return (try? configuration.server.issuer?.filled { values[$0] }) ?? ""
  }

  private func sign(_ callback: inout [(name: String, value: String)], by rules: ProviderConfiguration.CallbackRules) {
    guard let rule = rules.signature else { return }
    let pairs = callback.sorted { $0.name < $1.name }.map { "\(escaped($0.name))=\(escaped($0.value))" }
    let text = pairs.joined(separator: "&")
    let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: Data(secret.utf8)))
    let digits = code.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
    callback.append((name: rule.parameter, value: digits))
  }

  /// Escapes everything except unreserved characters (RFC 3986 §2.3).
  private func escaped(_ text: String) -> String {
    let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
  }
}
