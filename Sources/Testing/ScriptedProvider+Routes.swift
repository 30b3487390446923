#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  extension ScriptedProvider {
    /// The parts of a scripted provider, by their paths.
    ///
    /// Several parts can have one URL: Alipay has a single gateway, and Naver revokes tokens at the token endpoint. Their requests
    /// differ in parameters with a constant value, such as `grant_type=delete`.
    struct Routes {
      /// The part of the provider that responds to a request.
      enum Place {
        case endpoint(Endpoint)
        /// An additional request for the user's claims.
        case further
        /// The second token exchange.
        case second
        /// The provider's own endpoint for steps of a sign-in without a browser.
        case steps([ProviderConfiguration.FirstPartyStep])
        var endpoint: Endpoint? { if case .endpoint(let endpoint) = self { endpoint } else { nil } }
      }

      /// A part, and the parameters that each of its requests contains.
      private struct Route {
        let place: Place
        let constants: [String: String]
      }

      private var routes: [String: [Route]] = [:]

      init() {}

      /// - Parameter configuration: A configuration whose endpoints are on the provider.
      init(_ configuration: ProviderConfiguration) {
        let server = configuration.server
        func path(_ template: TextTemplate?) -> String? {
          template.flatMap { URL(string: configuration.exampleText($0))?.path(percentEncoded: true) }
        }
        func add(_ place: Place, at template: TextTemplate?, _ parameters: [String: TextTemplate] = [:]) {
          if let path = path(template) { insert(place, at: path, parameters) }
        }
        for call in configuration.userInfo.furtherRequests { add(.further, at: call.endpoint) }
        for endpoint in Endpoint.announced where endpoint != .userInfo {
          add(.endpoint(endpoint), at: server[endpoint])
        }
        add(.endpoint(.userInfo), at: server.userInfoEndpoint, configuration.userInfo.request.parameters)
        add(.endpoint(.revocation), at: configuration.revocation.endpoint, configuration.revocation.parameters)
        add(.endpoint(.endSession), at: configuration.logout.endpoint)
        add(.endpoint(.token), at: configuration.refresh?.endpoint)
        for endpoint in Endpoint.aliased {
          add(.endpoint(endpoint), at: server.mutualTLSAliases[endpoint.rawValue])
        }
        if let exchange = configuration.token.secondExchange {
          add(.second, at: exchange.endpoint ?? server.tokenEndpoint, exchange.parameters)
        }
        let steps = configuration.firstParty.all.filter { $0.endpoint != nil }
        for (path, steps) in Dictionary(grouping: steps, by: { path($0.endpoint) ?? "" }) {
          insert(.steps(steps), at: path, [:])
        }
        add(.endpoint(.discovery), at: configuration.discovery.url)
        let document = server.issuer.flatMap { URL(string: Self.document(of: configuration.exampleText($0))) }
        if let document { insert(.endpoint(.discovery), at: document.path, [:]) }
      }

      /// The URL of the discovery document.
      private static func document(of issuer: String) -> String {
        (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
      }

      private mutating func insert(_ place: Place, at path: String, _ parameters: [String: TextTemplate]) {
        let constants = parameters.compactMapValues { try? $0.filled { _ in nil } }
        routes[path, default: []].append(Route(place: place, constants: constants))
      }

      /// Returns the part that responds to a request: the one with the most constant parameters of those whose
      /// parameters the request contains. If several have the same number, it's the last one.
      ///
      /// - Parameter fields: Returns the parameters of the request. It isn't called if only one part has the path.
      func place(at path: String, with fields: () -> [String: String]) -> Place? {
        guard let candidates = routes[path] else { return nil }
        guard candidates.count > 1 else { return candidates.first?.place }
        let fields = fields()
        let matching = candidates.filter { $0.constants.allSatisfy { fields[$0.key] == $0.value } }
        return matching.last { route in matching.allSatisfy { $0.constants.count <= route.constants.count } }?.place
      }
    }
  }

  extension ProviderConfiguration {
    /// A template with the variables' defaults and examples.
    func exampleText(_ template: TextTemplate) -> String {
      (try? template.filled { exampleValue($0) ?? "{\($0)}" }) ?? template.text
    }

    /// The default or the example of a variable.
    func exampleValue(_ name: String) -> String? {
      variables.first { $0.name == name }.map { $0.defaultValue ?? $0.example }
    }
  }
#endif
