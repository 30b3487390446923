extension CredentialKey {
  /// The key as one text: the same in every version, and no two keys have the same.
  var label: String {
    // The lengths tell where one part ends.
    let parts = [issuer, clientID] + (account.map { [$0] } ?? [])
    return parts.map { "\($0.utf8.count) \($0)" }.joined(separator: " ")
  }
}
