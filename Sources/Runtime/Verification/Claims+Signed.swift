extension Claims {
  /// The claims of an ID token whose signature is valid.
  init(signed all: [String: JSONValue]) throws(StepFailure) {
    do throws(ClaimFailure) { try self.init(all) } catch { throw .idToken(.claim(error)) }
  }

  /// The claims of userinfo whose signature is valid.
  init(signedFacts all: [String: JSONValue]) throws(StepFailure) {
    do throws(ClaimFailure) {
      try Self.checkSignedSubject(in: all)
      try self.init(known: all, identity: nil, accessToken: [:])
    } catch {
      throw .idToken(.claim(error))
    }
  }
}
