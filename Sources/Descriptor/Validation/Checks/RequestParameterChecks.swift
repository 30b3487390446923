import AuthConfiguration
import Foundation

/// The rules against parameters that the client already sends. The server might reject a duplicate or, worse, use it.
enum RequestParameterChecks {
  /// The provider's own parameters must not repeat those of the protocol.
  @Sendable static func parameters(_ context: CheckContext) -> [Diagnostic] {
    requests(context).flatMap { request in
      // These parameters aren't renamed.
      (context.tree[request.path]?.entries ?? []).filter { request.names.contains($0.key) }.map { entry in
        let path = (request.path + [entry.key]).dotted
        let message =
          "'\(entry.key)' is part of the protocol; '\(path)' can't send it"
          + remedy(entry.key, request.path[0], context)
        return Diagnostic(.names.protocolParameter, message, at: entry.location)
      }
    }
  }

  /// The query of an endpoint must not contain parameters of the protocol.
  @Sendable static func queries(_ context: CheckContext) -> [Diagnostic] {
    endpoints(context).flatMap { path, names -> [Diagnostic] in
      guard let node = context.tree[path], let text = node.text else { return [] }
      let group = group(of: path)
      return queryNames(of: text).filter(names.contains).map { name in
        let message =
          "'\(path.dotted)': '\(name)' is part of the protocol; remove it from the query, because the client sends it"
          + remedy(name, group, context)
        return Diagnostic(.names.protocolParameter, message, at: node.location)
      }
    }
  }

  /// Returns the key with the rules of an endpoint's requests.
  private static func group(of path: [String]) -> String {
    switch path.last.flatMap(Endpoint.init) {
    case .deviceAuthorization?: "device"
    case .backchannelAuthentication?: "ciba"
    default: path[0] == "refresh" ? "refresh" : "token"
    }
  }

  private typealias Names = (path: [String], names: Set<String>)

  private static let client: Set<String> = ["client_id", "client_secret", "client_assertion", "client_assertion_type"]

  /// The parameters that the client sends, by the key of the provider's own ones.
  private static func requests(_ context: CheckContext) -> [Names] {
    let exchanges = ParameterNames.exchanges(context)
    let omitted = [
      "token": context.configuration.token.omitted, "refresh": context.configuration.refresh?.omitted ?? [],
    ]
    // Without such a method, the provider may use an assertion in its own way.
    let sendsAssertion = context.configuration.client.authentication.contains { $0.facts.credential.isAssertion }
    let client = sendsAssertion ? client : client.subtracting(["client_assertion", "client_assertion_type"])
    let requests: [Names] = ["token", "refresh"].map { name in
      // A descriptor can replace a parameter that it omits. Other keys describe the client and the grant.
      let replaced = Set(omitted[name] ?? []).subtracting(client).subtracting(["grant_type"])
      let names = client.union(exchanges[name] ?? []).subtracting(replaced)
      // A client that doesn't authenticate otherwise may need its secret to exchange a token for another.
      let sendsSecret = name == "token" || context.configuration.client.authentication != [.none]
      return ([name, "parameters"], sendsSecret ? names : names.subtracting(["client_secret"]))
    }
    let device: [Names] = [
      (["device", "parameters"], client),
      (["device", "token", "parameters"], client.union(["grant_type", "device_code"])),
    ]
    let backchannel: [Names] = [
      (["ciba", "parameters"], client.union(BackchannelChecks.parameters)),
      (["ciba", "token", "parameters"], client.union(["grant_type", "auth_req_id"])),
    ]
    return (requests + device + backchannel).map { ($0.path, sent($0.names, context)) }
  }

  private static func endpoints(_ context: CheckContext) -> [Names] {
    let exchanges = ParameterNames.exchanges(context).mapValues { client.union($0) }
    let rules = context.configuration.authorization
    let scopes = context.configuration.scopes.map { [$0.parameter] } ?? []
    let page = ParameterChecks.ofTheProtocol.subtracting(["scope"]).union(scopes).subtracting(
      Set(rules.omitted).subtracting(["redirect_uri"])
    ).subtracting(ParameterChecks.unused(context))
    let logout: Set<String> = [context.configuration.logout.redirectParameter, "id_token_hint", "state"]
    let endpoints: [(Endpoint, Set<String>)] = [
      (.authorization, page), (.token, exchanges["token"] ?? []), (.revocation, exchanges["revocation"] ?? []),
      (.endSession, logout), (.deviceAuthorization, client.union(scopes)),
      (.backchannelAuthentication, client.union(BackchannelChecks.parameters).union(scopes)),
      (.introspection, client.union(["token"])),
    ]
    return endpoints.map { (["server", $0.rawValue], sent($1, context)) }
      + [(["refresh", "endpoint"], sent(exchanges["refresh"] ?? [], context))]
  }

  private static func sent(_ names: Set<String>, _ context: CheckContext) -> Set<String> {
    Set(names.map { context.configuration.renames[$0] ?? $0 })
  }

  /// Returns the key to use instead, after a semicolon.
  private static func remedy(_ name: String, _ group: String, _ context: CheckContext) -> String {
    let standard = context.configuration.renames.first { $0.value == name }?.key ?? name
    if standard == "grant_type" { return "; set '\(group).grant_type'" }
    if standard != "client_id", client.contains(standard) { return "; use 'client.authentication'" }
    return ParameterNames.standard.contains(standard) ? "; to change its name, use 'rename.\(standard)'" : ""
  }

  /// Returns the names of the parameters in a URL's query.
  private static func queryNames(of url: String) -> [String] {
    guard let mark = url.firstIndex(of: "?") else { return [] }
    return url.suffix(from: mark).dropFirst().prefix { $0 != "#" }.split(separator: "&").map { pair in
      let name = String(pair.prefix { $0 != "=" })
      return FormEncoding.decode(name)?.first?.name ?? name
    }
  }
}
