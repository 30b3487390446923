import AuthConfiguration

/// A draft from a token request and its response. It contains names, types, and scopes, and never a token, a code, or
/// another value, because most of these are secrets.
struct TranscriptDraft: DraftSource {
  let transcript: CurlTranscript
  let file: String
  let title: String? = nil
  private let root: [String]
  private let members: [String: JSONValue]

  init(_ transcript: CurlTranscript, file: String) {
    (self.transcript, self.file) = (transcript, file)
    (root, members) = Self.tokens(in: transcript.response)
  }

  private var command: CurlCommand { transcript.command }

  /// The object that contains the access token, and its path.
  private static func tokens(in response: [String: JSONValue]) -> (path: [String], members: [String: JSONValue]) {
    var level: [(path: [String], members: [String: JSONValue])] = [([], response)]
    for _ in 0..<3 {
      if let found = level.first(where: { $0.members["access_token"] != nil }) { return found }
      level = level.flatMap { object in
        object.members.sorted { $0.key < $1.key }.compactMap { name, value in
          value.object.map { (object.path + [name], $0) }
        }
      }
    }
    return ([], response)
  }

  func text(id: String, name: String) -> String {
    var yaml = YAMLText()
    yaml.comment("\(name), from the token request in \(file). Written by authgen import.")
    yaml.comment("TODO marks what you need to add, because it isn't in the transcript.")
    yaml.add("schema: 1")
    yaml.add("id: \(id)")
    yaml.add("name: \(YAMLText.quoted(name))")
    if members["id_token"] != nil {
      yaml.comment("TODO: the response contains an ID token. To identify the user, replace this with 'server.issuer'.")
    } else {
      yaml.comment("TODO: if the provider has an endpoint with the user's ID, replace this with 'userinfo'.")
    }
    yaml.add("user: none")
    yaml.blank()
    yaml.add("server:")
    DraftText.endpoint(&yaml, "authorization_endpoint", nil)
    yaml.add("  token_endpoint: \(YAMLText.template(command.url))")
    client(&yaml)
    scopes(&yaml)
    token(&yaml)
    refresh(&yaml)
    DraftText.openPoints(&yaml, source: "A token request to \(command.url) and its response")
    return yaml.text
  }

  private func client(_ yaml: inout YAMLText) {
    yaml.blank()
    yaml.add("client:")
    switch command.authentication {
    case .none:
      yaml.comment("the request doesn't contain a secret", indentation: 2)
      yaml.add("  types: [public]")
    case .basic, .post:
      yaml.comment("TODO: add 'public' if the provider registers clients without a secret", indentation: 2)
      yaml.add("  types: [confidential]")
      yaml.add("  exchange: backend")
      yaml.add("  authentication: [\(command.authentication == .basic ? "client_secret_basic" : "client_secret_post")]")
    }
  }

  private func scopes(_ yaml: inout YAMLText) {
    yaml.blank()
    let granted = members["scope"]?.string.map { $0.split { " ,".contains($0) }.map(String.init) }
    let (words, left) = DraftNames.scopes(granted ?? [])
    guard !words.isEmpty else {
      yaml.comment("TODO: scopes: the response has none with a Swift name. Add those that apps need.")
      return
    }
    yaml.add("scopes:")
    yaml.comment(
      "TODO: these were granted. Add the others, and those that every app needs as 'default'.", indentation: 2)
    yaml.add("  values:")
    for word in words { yaml.add("    \(YAMLText.word(word)): {}") }
    if !left.isEmpty { yaml.comment("left out: \(left.listed)", indentation: 2) }
  }

  private func token(_ yaml: inout YAMLText) {
    var lines: [String] = []
    if command.method == "GET" || command.sendsQuery {
      lines += command.method == "POST" ? [] : ["  method: GET"]
      lines.append("  encoding: query")
    } else if command.sendsJSON {
      lines.append("  encoding: json")
    }
    let response = responseLines()
    if !response.isEmpty { lines += ["  response:"] + response }
    yaml.blank()
    if command.has("code_verifier") { yaml.comment("PKCE: the request has a code_verifier.") }
    if !lines.isEmpty { yaml.add("token:") }
    for line in lines { yaml.add(line) }
    if lines.contains("  encoding: query") {
      yaml.comment("TODO: explain in 'provenance.reason' why secrets are sent in a query")
    }
    let others = command.parameters.map(\.name).filter { !Self.standard.contains($0) }
    if !others.isEmpty { yaml.comment("TODO: token.parameters: the request also has \(others.listed)") }
    if !command.headers.isEmpty { yaml.comment("TODO: token.headers: the request also has \(command.headers.listed)") }
    if let grant = command.value("grant_type"), grant != "authorization_code" {
      yaml.comment(
        "TODO: this is the response to the grant \(grant.shown(limit: 60)); compare it with the one to a code")
    }
    comments(&yaml)
  }

  private func responseLines() -> [String] {
    var lines: [String] = []
    if let path = DraftText.path(root), !root.isEmpty { lines.append("    root: \(YAMLText.quoted(path))") }
    if let type = members["token_type"]?.string, type.lowercased() != "bearer" { lines.append("    token_type: any") }
    let (names, _) = otherMembers
    guard !names.isEmpty else { return lines }
    lines.append("    fields:")
    for name in names {
      let (path, type) = (DraftText.path([name]) ?? "", Self.type(of: members[name] ?? .null))
      lines.append(
        "      \(SwiftName.lowerCamel(name)): { path: \(YAMLText.quoted(path)), type: \(type), optional: true }")
    }
    return lines
  }

  /// The members that aren't part of OAuth: those with a Swift name and a path, and the others.
  private var otherMembers: (usable: [String], left: [String]) {
    let others = members.keys.filter { !Self.members.contains($0) }.sorted()
    let (named, unnamed) = DraftNames.usable(others)
    let (usable, left) = named.halves { DraftText.path([$0]) != nil }
    return (usable, unnamed + left)
  }

  /// Comments about members that are missing or have another form.
  private func comments(_ yaml: inout YAMLText) {
    if members["access_token"] == nil {
      yaml.comment(
        "TODO: token.response.rename: access_token is missing in the response. Its members are "
          + "\(members.keys.sorted().listed)."
      )
    }
    if members["expires_in"] == nil {
      yaml.comment("TODO: expires_in is missing in the response. Add token.response.expires or lifetimes.access_token.")
    }
    if DraftText.path(root) == nil { yaml.comment("TODO: token.response.root: the tokens are in \(root.listed)") }
    let (_, left) = otherMembers
    if !left.isEmpty { yaml.comment("TODO: token.response.fields: members without a Swift name: \(left.listed)") }
  }

  private func refresh(_ yaml: inout YAMLText) {
    if members["refresh_token"] == nil {
      yaml.comment(
        "TODO: refresh_token is missing in the response. How do clients request one? If never: 'refresh: none'.")
    } else {
      yaml.comment("TODO: write 'refresh: { rotation: rotate }' if a refresh token can be used only once.")
    }
  }

  private static func type(of value: JSONValue) -> String {
    switch value {
    case .string: "string"
    case .integer: "int"
    case .number: "number"
    case .bool: "bool"
    case .array(let items) where !items.isEmpty && items.allSatisfy { $0.string != nil }: "\"[string]\""
    case .null, .array, .object: "json"
    }
  }

  /// The parameters of RFC 6749 §4.1.3 and §6, RFC 7636, and client authentication.
  private static let standard: Set<String> = [
    "grant_type", "code", "redirect_uri", "client_id", "client_secret", "code_verifier", "refresh_token", "scope", "",
  ]
  /// The members that every client reads.
  private static let members: Set<String> = [
    "access_token", "refresh_token", "id_token", "token_type", "expires_in", "scope", "refresh_token_expires_in",
  ]
}
