import AuthConfiguration

extension DescriptorKeys {
  private static let templates: Shape = .dictionary(.phrase(TextTemplate.self))

  /// Where a provider differs from RFC 8628.
  static let device: Shape = .record([
    Key("grant_type", .text, doc: "The grant's name in the token request."),
    Key("client", authentication, doc: "How the client authenticates in both requests."),
    Key("parameters", templates, doc: "Further parameters of the request for a code."),
    Key(
      "token",
      .record([Key("parameters", templates, doc: "Further parameters; `{user_code}` is what the user types in.")]),
      doc: "The token request."),
    Key(
      "response",
      .record(
        ["device_code", "user_code", "verification_uri", "verification_uri_complete", "expires_in", "interval"]
          .map { Key($0, .phrase(FieldPath.self), doc: "Where `\($0)` stands.") }),
      doc: "Where standard members of the answer stand."),
  ])
}
