extension Claims {
  /// Creates the claims of an ID token with a valid signature.
  init(signed all: [String: JSONValue]) throws(StepFailure) {
    do throws(ClaimFailure) { try self.init(all) } catch { throw .idToken(.claim(error)) }
  }

  /// Creates the claims of a userinfo response with a valid signature.
  init(signedFacts all: [String: JSONValue]) throws(StepFailure) {
    do throws(ClaimFailure) {
      try Self.checkSignedSubject(in: all)
      try self.init(known: all, identity: nil, accessToken: [:])
    } catch {
      throw .idToken(.claim(error))
    }
  }
}
