/// Makes the typed descriptor of a merged tree whose shape was checked.
struct DescriptorBuilder {
  typealias Descriptor = ProviderDescriptor

  let tree: LocatedNode

  func build() throws(DiagnosticsError) -> ProviderDescriptor {
    let id = try tree.requiredText("id")
    return ProviderDescriptor(
      id: id,
      name: try tree.requiredText("name"),
      swiftType: tree["swift"]?["type"]?.text ?? SwiftName.upperCamel(id),
      variables: try variables(),
      server: try server(),
      discovery: try tree.required("discovery").word(as: Descriptor.Discovery.self),
      client: try client(),
      parameters: try parameters(),
      scopes: try scopes(),
      tokenEncoding: try tree.required("token", "encoding").word(as: Descriptor.BodyEncoding.self),
      refresh: try refresh(),
      revocation: try revocation(),
      logout: try logout(),
      idToken: try idToken(),
      claims: try claims(),
      errors: try errors(),
      docs: try docs(),
      provenance: provenance()
    )
  }

  private func variables() throws(DiagnosticsError) -> [Descriptor.Variable] {
    var variables: [Descriptor.Variable] = []
    for entry in tree["variables"]?.entries ?? [] {
      let kind = try entry.value.required("kind").word(as: Descriptor.Variable.Kind.self)
      variables.append(
        Descriptor.Variable(
          name: entry.key,
          swiftName: entry.swiftName,
          kind: kind,
          example: try entry.value.requiredText("example"),
          doc: entry.value["doc"]?.text
        ))
    }
    return variables
  }

  private func server() throws(DiagnosticsError) -> Descriptor.Server {
    let server = tree["server"]
    return Descriptor.Server(
      issuer: try tree.requiredText("server", "issuer"),
      authorizationEndpoint: server?["authorization_endpoint"]?.text,
      tokenEndpoint: server?["token_endpoint"]?.text,
      jwksURI: server?["jwks_uri"]?.text,
      revocationEndpoint: server?["revocation_endpoint"]?.text,
      endSessionEndpoint: server?["end_session_endpoint"]?.text
    )
  }

  private func client() throws(DiagnosticsError) -> Descriptor.Client {
    Descriptor.Client(
      types: try tree.required("client", "types").words(as: Descriptor.Client.ClientType.self),
      authentication: try tree["client"]?["authentication"]?.words(as: Descriptor.Client.Authentication.self) ?? []
    )
  }

  private func refresh() throws(DiagnosticsError) -> Descriptor.Refresh? {
    let node = try tree.required("refresh")
    guard node.entries != nil else { return nil }
    return Descriptor.Refresh(rotation: try node.required("rotation").word(as: Descriptor.Refresh.Rotation.self))
  }

  private func revocation() throws(DiagnosticsError) -> Descriptor.Revocation {
    let node = try tree.required("revocation")
    return Descriptor.Revocation(
      style: try node.required("style").word(as: Descriptor.Revocation.Style.self),
      tokens: try node["tokens"]?.words(as: Descriptor.Revocation.Token.self) ?? []
    )
  }

  private func logout() throws(DiagnosticsError) -> Descriptor.Logout {
    let node = try tree.required("logout")
    let parameters = node["parameters"]?.entries ?? []
    return Descriptor.Logout(
      style: try node.required("style").word(as: Descriptor.Logout.Style.self),
      endpoint: node["endpoint"]?.text,
      redirectParameter: node["redirect_parameter"]?.text ?? "post_logout_redirect_uri",
      idTokenHint: try node["id_token_hint"]?.word(as: Descriptor.Logout.IDTokenHint.self) ?? .never,
      parameters: Dictionary(parameters.map { ($0.key, $0.value.text ?? "") }) { first, _ in first },
      flags: (node["flags"]?.entries ?? []).map { entry in
        Descriptor.Logout.Flag(
          name: entry.key, swiftName: entry.swiftName, doc: entry.value["doc"]?.text)
      }
    )
  }

  private func idToken() throws(DiagnosticsError) -> Descriptor.IDToken {
    let node = try tree.required("id_token")
    return Descriptor.IDToken(
      required: try node.required("required").flag ?? true,
      algorithms: try node.required("algorithms").words(as: Descriptor.IDToken.Algorithm.self),
      leewaySeconds: try node.required("leeway").integer ?? 0
    )
  }
}
