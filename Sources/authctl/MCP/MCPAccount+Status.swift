import AuthRuntime

extension SessionStatus {
  /// Reads the state of a session with an MCP server. No request is sent.
  init(_ account: MCPAccount) async {
    let names: [String: JSONValue] = [
      "url": .string(account.url), "account": account.name.map(JSONValue.string) ?? .null,
      "store": .string(account.server.store.rawValue),
    ]
    await self.init(of: account, names: names) { () async throws(ReportedFailure) in
      let client = try account.client()
      let credential = try await account.asking { () async throws(AuthFailure<AnyErrorCode>) in
        try await client.credential()
      }
      let connection = try await account.asking { () async throws(AuthFailure<AnyErrorCode>) in
        try await client.connection()
      }
      return credential.map { SignedIn($0, through: connection) }
    }
  }
}

extension SessionStatus.SignedIn {
  fileprivate init(_ credential: Credential, through connection: ResourceConnection?) {
    let isBound = credential.keyThumbprint != nil
    self.init(
      credential: credential,
      title: connection.map { "signed in through \($0.authorizationServer)" } ?? "signed in",
      tokenUse: isBound ? "token bound to a key" : "bearer token",
      members: [
        "issuer": connection.map { .string($0.authorizationServer) } ?? .null,
        "client_id": connection.map { .string($0.clientID) } ?? .null,
        "client": connection.map { .string($0.identification.rawValue) } ?? .null,
        "bound_to_key": .bool(isBound),
      ])
  }
}
