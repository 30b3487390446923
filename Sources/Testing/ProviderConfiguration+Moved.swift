import AuthRuntime
import Foundation

extension ProviderConfiguration {
  /// The same provider with all endpoints on another server. Paths, encodings, and quirks don't change. Variables have
  /// their examples as defaults. If each client has its own issuer, as with Duo, the issuer is that of `test-client`.
  ///
  /// - Parameter base: The scheme and authority, such as `http://127.0.0.1:8080`.
  public func moved(to base: String) -> ProviderConfiguration {
    var result = self
    let move = { (template: TextTemplate) in self.move(template, to: base) }
    result.server.issuer = server.issuer.map {
      move(TextTemplate($0.text.replacing("{client_id}", with: "test-client")))
    }
    for endpoint in Endpoint.announced { result.server[endpoint] = server[endpoint].map(move) }
    result.server.mutualTLSAliases = server.mutualTLSAliases.mapValues(move)
    result.discovery.url = discovery.url.map(move)
    result.discovery.issuer = discovery.issuer.map(move)
    result.token.secondExchange?.endpoint = (token.secondExchange?.endpoint).map(move)
    result.refresh?.endpoint = (refresh?.endpoint).map(move)
    result.revocation.endpoint = revocation.endpoint.map(move)
    result.logout.endpoint = logout.endpoint.map(move)
    result.device.verificationPage = device.verificationPage.map(move)
    for index in result.userInfo.furtherRequests.indices {
      result.userInfo.furtherRequests[index].endpoint = move(userInfo.furtherRequests[index].endpoint)
    }
    for index in result.firstParty.starts.indices {
      result.firstParty.starts[index].endpoint = firstParty.starts[index].endpoint.map(move)
    }
    for index in result.firstParty.steps.indices {
      result.firstParty.steps[index].endpoint = firstParty.steps[index].endpoint.map(move)
    }
    for index in result.variables.indices where result.variables[index].source == .app {
      result.variables[index].defaultValue = variables[index].defaultValue ?? variables[index].example
    }
    return result
  }

  /// Keeps everything after the authority. A variable that contains a whole base URL is treated as the authority.
  private func move(_ template: TextTemplate, to base: String) -> TextTemplate {
    let text = template.text
    if let name = template.placeholders.first, text.hasPrefix("{\(name)}"),
      variables.first(where: { $0.name == name })?.kind == .url
    {
      return TextTemplate(base + text.dropFirst(name.count + 2))
    }
    let path = text.components(separatedBy: "://").dropFirst().joined(separator: "://").drop { $0 != "/" }
    return TextTemplate(base + path)
  }
}
