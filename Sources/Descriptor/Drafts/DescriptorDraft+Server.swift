import AuthConfiguration
import Foundation

extension DescriptorDraft {
  /// The endpoints that clients use, checked as clients check them. A single insecure endpoint makes clients reject the
  /// document.
  func usableEndpoints() throws(DraftFailure) -> [Endpoint: String] {
    var usable: [Endpoint: String] = [:]
    for endpoint in Endpoint.announced {
      guard let url = document.text(endpoint.rawValue) else { continue }
      if let problem = problem(url) {
        throw DraftFailure(line: "\(problem) (the document's \(endpoint.rawValue); clients reject such a document)")
      }
      usable[endpoint] = url
    }
    for needed in [Endpoint.authorization, .token] where usable[needed] == nil {
      throw DraftFailure(line: "missingEndpoint: the document \(place) doesn't contain \(needed.rawValue)")
    }
    guard usable[.keys] != nil else {
      throw DraftFailure(
        line: "missingEndpoint: the document \(place) doesn't contain jwks_uri; OAuth 2.0 without OpenID Connect "
          + "can't be described from a document alone")
    }
    return usable
  }

  package static let maximumURLLength = 500

  private var place: String { origin.place.shown(limit: 200) }

  func server(_ yaml: inout YAMLText, _ endpoints: [Endpoint: String]) {
    let (elsewhere, here) = Endpoint.announced.filter { endpoints[$0] != nil }.halves {
      authority(endpoints[$0]) != authority(issuer)
    }
    yaml.blank()
    yaml.add("server:")
    yaml.add("  issuer: \(YAMLText.template(issuer))")
    if !elsewhere.isEmpty {
      yaml.comment("On another host. Check that this is right:", indentation: 2)
    }
    for endpoint in elsewhere {
      yaml.add("  \(endpoint.rawValue): \(YAMLText.template(endpoints[endpoint] ?? ""))")
    }
    for endpoint in here {
      yaml.comment("found by discovery: \(endpoint.rawValue): \((endpoints[endpoint] ?? "").shown())", indentation: 2)
    }
    unused(&yaml)
    tenants(&yaml)
    pkce(&yaml)
  }

  func unused(_ yaml: inout YAMLText) {
    let names = document.endpoints.map(\.name).filter { Endpoint(rawValue: $0) == nil }
    guard !names.isEmpty else { return }
    yaml.comment("listed, not used by clients: \(names.listed)", indentation: 2)
  }

  private func tenants(_ yaml: inout YAMLText) {
    guard let host = authority(issuer), issuer.hasPrefix("https://") else { return }
    yaml.comment("TODO: does each customer have a separate host? If so, make it a variable:")
    yaml.sample("variables: { domain: { kind: host, example: \(host) } }")
    yaml.sample("server: { issuer: \"https://{domain}\(issuer.dropFirst("https://\(host)".count))\" }")
  }

  func pkce(_ yaml: inout YAMLText) {
    let methods = document.list("code_challenge_methods_supported")
    yaml.blank()
    if methods?.contains("S256") == true {
      yaml.comment("PKCE: the server lists S256. Every client uses it.")
    } else {
      yaml.comment(
        methods.map {
          "PKCE: the metadata lists only \($0.listed), so every sign-in fails. TODO: ask the provider for S256."
        }
          ?? "PKCE: not listed. Every client uses S256. TODO: ask the provider whether it checks that.")
    }
    if document.flag("authorization_response_iss_parameter_supported") == true {
      yaml.comment("Callbacks contain iss (RFC 9207), which clients check.")
    }
  }

  /// The host and port of a URL, if it has a host.
  private func authority(_ url: String?) -> String? {
    guard let start = url?.range(of: "://")?.upperBound, let rest = url?[start...] else { return nil }
    return String(rest.prefix { !"/?#".contains($0) }).lowercased()
  }
}
