/// Names of authorization-server metadata.
enum ServerMetadataNames {
  /// The addresses that generated clients use.
  static let used = [
    "issuer", "authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint", "revocation_endpoint",
    "end_session_endpoint", "device_authorization_endpoint", "introspection_endpoint",
  ]

  /// The promise that callbacks name their issuer (RFC 9207 §3).
  static let issuerParameter = "authorization_response_iss_parameter_supported"

  /// Endpoints of the IANA registry "OAuth Authorization Server Metadata" that look like one of the above and are none.
  static let registered: Set<String> = [
    "backchannel_authentication_endpoint", "check_session_iframe", "pushed_authorization_request_endpoint",
    "registration_endpoint",
  ]
}
