extension CredentialKey {
  /// The key of the journal of an adoption. No session has it, because neither an issuer nor a descriptor's ID begins with it.
  var adoption: CredentialKey {
    CredentialKey(issuer: "adoption at \(issuer)", clientID: clientID, account: account)
  }
}
