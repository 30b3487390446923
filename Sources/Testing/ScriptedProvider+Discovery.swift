#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// The discovery document.
  extension ScriptedProvider.State {
    func discovery() -> ScriptedResponse {
      let server = configuration.server
      let endpoints = Endpoint.announced.map { ($0.rawValue, server[$0]) }
      var fields = Dictionary(uniqueKeysWithValues: endpoints).compactMapValues {
        $0.map { JSONValue.string(text($0)) }
      }
      fields["issuer"] = (configuration.discovery.issuer ?? server.issuer).map { .string(text($0)) }
      fields["id_token_signing_alg_values_supported"] = [.string(tokenSigner.algorithm.rawValue)]
      if configuration.pkce.method == .s256 { fields["code_challenge_methods_supported"] = ["S256"] }
      if configuration.client.dpop.use != .none || script.proofAlgorithms != nil {
        fields["dpop_signing_alg_values_supported"] = .array(proofAlgorithms.map { .string($0.rawValue) })
      }
      if server.backchannelAuthenticationEndpoint != nil {
        let modes = server.backchannelDeliveries.isEmpty ? [.poll] : server.backchannelDeliveries
        fields["backchannel_token_delivery_modes_supported"] = .array(modes.map { .string($0.rawValue) })
      }
      let types = configuration.authorization.details.map { JSONValue.string($0.type) }
      if !types.isEmpty { fields["authorization_details_types_supported"] = .array(types) }
      fields["authorization_response_iss_parameter_supported"] = server.promisesIssuerParameter.map(JSONValue.bool)
      if !server.mutualTLSAliases.isEmpty {
        fields["mtls_endpoint_aliases"] = .object(server.mutualTLSAliases.mapValues { .string(text($0)) })
      }
      if script.requiresPushedRequests { fields["require_pushed_authorization_requests"] = .bool(true) }
      return json(fields)
    }
  }

  extension ProviderConfiguration {
    /// This configuration, with the endpoints that it leaves to discovery.
    var announcingEndpoints: ProviderConfiguration {
      guard let issuer = server.issuer else { return self }
      var result = self
      for endpoint in Endpoint.announced
      where server[endpoint] == nil && mayDiscover(endpoint) && endpoint.facts.isUsed(self) {
        result.server[endpoint] = endpoint.facts.path.map { TextTemplate(issuer.text + "/" + $0) }
      }
      return result
    }
  }
#endif
