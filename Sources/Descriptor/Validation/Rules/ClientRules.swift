/// How clients and servers prove who they are.
enum ClientRules {
  /// A client that keeps a secret must know how to present it.
  @Sendable static func authentication(_ context: RuleContext) -> [Diagnostic] {
    let client = context.descriptor.client
    if client.types.isEmpty {
      return [context.error(.clientAuthentication, "'client.types' is empty", at: "client", "types")]
    }
    if client.types.contains(.confidential), client.authentication.isEmpty {
      let message = "a confidential client needs 'client.authentication'"
      return [context.error(.clientAuthentication, message, at: "client", "types")]
    }
    return []
  }

  /// Without an allowed algorithm no ID token could ever be verified.
  @Sendable static func algorithms(_ context: RuleContext) -> [Diagnostic] {
    guard context.descriptor.idToken.algorithms.isEmpty else { return [] }
    return [context.error(.emptyValues, "'id_token.algorithms' is empty", at: "id_token", "algorithms")]
  }
}
