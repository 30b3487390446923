import AuthRuntime

extension DescriptorDraft {
  /// Refresh, revocation and logout: what the family says, unless the document contradicts it.
  func sessions(_ yaml: inout YAMLText) {
    yaml.blank()
    refresh(&yaml)
    if document.text(Endpoint.revocation.rawValue) == nil {
      yaml.comment("no revocation_endpoint is announced")
      yaml.add("revocation: { style: none }")
    } else {
      yaml.comment("Revocation: RFC 7009, for a revocation_endpoint is announced.")
    }
    if document.text(Endpoint.endSession.rawValue) == nil {
      yaml.comment("no end_session_endpoint is announced. TODO: has the provider a sign-out page of its own?")
      yaml.sample(
        "logout: { style: custom, endpoint: \"https://…\", redirect_parameter: returnTo, id_token_hint: never }")
      yaml.add("logout: { style: none }")
    } else {
      yaml.comment("Sign-out: the standard's, for an end_session_endpoint is announced.")
    }
  }

  private func refresh(_ yaml: inout YAMLText) {
    let grants = document.list("grant_types_supported")
    if let grants, !grants.contains("refresh_token") {
      yaml.comment("TODO: the grant refresh_token is not announced; 'refresh: none' if there are no refresh tokens.")
    } else {
      yaml.comment("TODO: 'refresh: { rotation: rotate }' if a refresh token can be used only once.")
    }
  }
}
