import AuthDescriptor
import AuthRuntime
import Foundation

/// Verifies a token with the same rules as an app or an API.
struct TokenVerification: Sendable {
  /// The URLs that a request requires. The request is never sent.
  private static let unusedURL = "https://localhost/"

  let profile: Profile
  /// The API that an access token must be issued for. If this is `nil`, the token is verified as an ID token.
  let audience: String?

  func trust(in token: DecodedToken) async -> TokenTrust {
    do throws(ReportedFailure) {
      let configuration = try profile.configuration()
      if let audience { return .verified(try await accessToken(token, configuration, for: audience)) }
      return .verified(try await idToken(token, configuration))
    } catch {
      return .rejected(error)
    }
  }

  /// Verifies the token as an API does (RFC 9068 §4).
  private func accessToken(
    _ token: DecodedToken, _ configuration: ProviderConfiguration, for audience: String
  ) async throws(ReportedFailure) -> String {
    var configuration = configuration
    // Without a descriptor, the only information about a server's tokens is in the tokens themselves.
    if profile.issuer != nil {
      configuration.accessToken.format = .jwt
      configuration.accessToken.types = ["at+jwt", "JWT"]
    }
    let api = ResourceServer<DynamicProvider>(
      configuration: configuration, variables: profile.variables, audiences: [audience],
      environment: try environment())
    do throws(AccessFailure) {
      let caller = try await api.caller(bearing: Secret(token.text))
      return how(token, "as an access token for \(audience) of \(caller.issuer ?? profile.target)")
    } catch {
      throw ReportedFailure(line: "\(error) (\(error.recovery))")
    }
  }

  /// Verifies the token as a client does (OpenID Connect Core 1.0 §3.1.3.7). It uses the runtime's path for ID tokens
  /// that arrive through the browser: the token is put where the provider's response would have it. No request was
  /// sent, so there is no nonce.
  private func idToken(
    _ token: DecodedToken, _ configuration: ProviderConfiguration
  ) async throws(ReportedFailure) -> String {
    guard configuration.idToken != nil else {
      throw ReportedFailure(
        line: "noIDTokens: \(configuration.name.shown()) doesn't issue ID tokens (--audience verifies an access token)")
    }
    let rules = Self.withoutRequest(configuration)
    let client = BackendExchange<DynamicProvider>(
      configuration: rules, variables: profile.variables, clientID: profile.clientID,
      clientSecret: try profile.options.clientSecret(), environment: try environment())
    do throws(AuthFailure<AnyErrorCode>) {
      let pending = try await client.start(redirectURI: Self.unusedURL, scopes: [])
      let grant = try client.grant(from: callback(token, rules), for: pending)
      _ = try await client.exchange(grant)
    } catch {
      throw ReportedFailure(error)
    }
    return how(token, "as an ID token for \(profile.clientID); the nonce can't be checked here")
  }

  /// The same rules for tokens, and no rules for requests.
  private static func withoutRequest(_ configuration: ProviderConfiguration) -> ProviderConfiguration {
    var rules = configuration
    rules.authorization = ProviderConfiguration.AuthorizationRules()
    rules.authorization.responseType = .idToken
    rules.authorization.state = .none
    rules.callback = ProviderConfiguration.CallbackRules()
    rules.renames = [:]
    rules.idToken?.nonce = .none
    rules.server.authorizationEndpoint = .literal(Self.unusedURL)
    return rules
  }

  private func callback(_ token: DecodedToken, _ configuration: ProviderConfiguration) -> String {
    let provider = try? ResolvedProvider(configuration, variables: profile.variables, clientID: profile.clientID)
    let issuer = provider?.issuer.map { [(name: "iss", value: $0)] } ?? []
    return FormEncoding.encode([(name: "id_token", value: token.text)] + issuer)
  }

  private func environment() throws(ReportedFailure) -> AuthEnvironment {
    AuthEnvironment(transport: try CommandTransport.make(trustRoot: profile.trustRoot))
  }

  private func how(_ token: DecodedToken, _ what: String) -> String {
    let key = token.header["kid"]?.string.map { ", key \($0)" } ?? ""
    return "(\(token.header["alg"]?.string ?? "?")\(key)) \(what)"
  }
}
