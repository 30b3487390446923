import AuthConfiguration

extension DescriptorDraft {
  /// Adds refresh, revocation, and sign-out, if the document differs from the family.
  func sessions(_ yaml: inout YAMLText) {
    yaml.blank()
    refresh(&yaml)
    if document.text(Endpoint.revocation.rawValue) == nil {
      yaml.comment("revocation_endpoint isn't listed")
      yaml.add("revocation: { style: none }")
    } else {
      yaml.comment("Revocation: RFC 7009, because a revocation_endpoint is listed.")
    }
    if document.text(Endpoint.endSession.rawValue) == nil {
      yaml.comment("end_session_endpoint isn't listed. TODO: does the provider have its own sign-out page?")
      yaml.sample(
        "logout: { style: custom, endpoint: \"https://…\", redirect_parameter: returnTo, id_token_hint: never }")
      yaml.add("logout: { style: none }")
    } else {
      yaml.comment("Sign-out: standard, because an end_session_endpoint is listed.")
    }
  }

  private func refresh(_ yaml: inout YAMLText) {
    let grants = document.list("grant_types_supported")
    if let grants, !grants.contains("refresh_token") {
      yaml.comment("TODO: the grant refresh_token isn't listed. Without refresh tokens, write 'refresh: none'.")
    } else {
      yaml.comment("TODO: write 'refresh: { rotation: rotate }' if a refresh token can be used only once.")
    }
  }
}
