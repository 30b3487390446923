extension Profile {
  static var ownFields: [SavedField<Profile>] {
    [
      .text("provider", \.provider), .text("issuer", \.issuer), .text("client_id", \.clientID),
      .text("client_key", \.clientKey), .text("client_key_id", \.clientKeyID),
      .text("client_certificate", \.clientCertificate), .table("variables", \.variables),
      .table("settings", \.settings), .table("parameters", \.parameters), .text("signed_out_path", \.signedOutPath),
      .flag("device", \.isOnAnotherDevice),
    ]
  }

  func check(at place: FilePlace) throws(ReportedFailure) {
    guard (provider == nil) != (issuer == nil) else { throw place.failure("needs either 'provider' or 'issuer'") }
    // Only a client of any server, or of the user's own descriptor, may register itself.
    let registersItself = issuer != nil || provider?.contains { $0 == "/" || $0 == "\\" } == true
    guard !clientID.isEmpty || registersItself else { throw place.failure("needs 'client_id'") }
  }
}
