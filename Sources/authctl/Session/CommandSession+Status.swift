import AuthRuntime

extension SessionStatus {
  /// Reads the state of a session with a provider. No request is sent.
  init(_ session: CommandSession) async {
    let profile = session.profile
    let names: [String: JSONValue] = [
      "profile": .string(session.name), "account": session.account.map(JSONValue.string) ?? .null,
      "provider": .string(profile.target), "client_id": .string(profile.clientID),
      "store": .string(profile.store.rawValue),
    ]
    await self.init(of: session, names: names, signedOut: "not signed in (\(profile.target))") {
      () async throws(ReportedFailure) in
      try await session.stored().map { SignedIn($0, at: profile.target) }
    }
  }
}

extension SessionStatus.SignedIn {
  fileprivate init(_ credential: Credential, at target: String) {
    let claims = credential.claims
    let name = claims?.all["name"]?.string ?? claims?.all["email"]?.string
    let user = (claims?.subject ?? "an unknown user") + (name.map { " (\($0))" } ?? "")
    self.init(
      credential: credential, title: "signed in as \(user) at \(target)",
      members: ["subject": claims.map { .string($0.subject) } ?? .null])
  }
}
