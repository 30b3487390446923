import AuthDescriptor
import Foundation
import TestSupport
import Testing

@testable import AuthGenerator

@Suite struct `Generated clients` {
  @Test(arguments: ReferenceDescriptors.all)
  func `Generated clients equal the reference files`(_ reference: String) throws {
    let file = try Generator().file(for: DescriptorLoader().load(reference))
    let expected = try String(contentsOf: Repository.file("Tests/Reference/\(file.path)"), encoding: .utf8)
    let difference = UnifiedDiff(from: expected, to: file.contents, oldName: "old", newName: "new", limit: 20)
      .lines.joined(separator: "\n")
    #expect(
      difference.isEmpty, "\(file.path) changed; if that is meant, run scripts/update-reference\n\(difference)")
  }

  @Test func `Generated clients have a median of at most 400 lines, and no line longer than 120 characters`() throws {
    let generator = Generator()
    let counts = try Catalog.builtIn.providerIDs.map { id in
      let lines = try generator.file(for: LoadedCatalog.descriptor(id)).contents.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 120 }, "a line of \(id) is longer")
      return lines.count
    }
    #expect(counts.sorted()[counts.count / 2] <= 400)
  }

  @Test func `Generated clients are the same in every run`() throws {
    let generator = Generator()
    let descriptor = try DescriptorLoader().load("auth0")
    let first = try generator.file(for: descriptor)
    #expect(try generator.file(for: descriptor) == first)
    #expect(try Generator().file(for: DescriptorLoader().load("auth0")) == first)
  }

  @Test(arguments: [
    (
      "authorize: { parameters: { home: { type: url }, n: { type: int }, b: { type: bool } } }",
      ["public import Foundation", "    home: URL? = nil,", "    n: Int? = nil,", "    b: Bool? = nil,"]
    ),
    (
      "authorize: { parameters: { hint: { type: enum, values: { none: { case: nothing, doc: No hint. } } } } }",
      ["    /// No hint.", "    case nothing = \"none\"", "    hint: Acme.Hint? = nil,"]
    ),
    (
      "claims: { custom: { since: { claim: since, type: date }, age: { claim: \"https://x/age\", type: int } } }",
      [
        "public import Foundation", "    public let since: Date", "    public let age: Int",
        "      self.age = try claims.required(\"https://x/age\")",
      ]
    ),
    (
      "client: { types: [confidential], callbacks: { custom_scheme: forbidden, loopback: forbidden } }",
      ["    clientSecret: Secret,"]
    ),
    ("client: { types: [public] }", ["      clientID: clientID,", "      settings: [:],"]),
    (
      "swift: { type: Login }",
      [
        "public enum Login: DescribedProvider, DirectSignIn, TokenRefreshing, TokenRevoking, SessionEnding,",
        "  UserInfoProviding",
      ]
    ),
    (
      "refresh: none",
      [
        "    it.refresh = nil",
        "public enum Acme: DescribedProvider, DirectSignIn, TokenRevoking, SessionEnding, UserInfoProviding {",
      ]
    ),
    (
      "revocation: { style: none }",
      ["public enum Acme: DescribedProvider, DirectSignIn, TokenRefreshing, SessionEnding, UserInfoProviding {"]
    ),
    (
      "logout: { style: none }",
      ["public enum Acme: DescribedProvider, DirectSignIn, TokenRefreshing, TokenRevoking, UserInfoProviding {"]
    ),
    (
      "discovery: { remove: [userinfo_endpoint] }",
      ["public enum Acme: DescribedProvider, DirectSignIn, TokenRefreshing, TokenRevoking, SessionEnding {"]
    ),
    (
      "logout: { flags: { everywhere: { doc: On all devices. } } }",
      ["  ///   - everywhere: On all devices.", "    if everywhere { flags.append(\"everywhere\") }"]
    ),
    (
      "authorize: { omit: [prompt, login_hint, max_age, ui_locales, acr_values] }",
      ["      scopes: scopes.map(\\.rawValue), parameters: AuthorizationParameters(), timeout: timeout)"]
    ),
    (
      """
      client: { types: [public, confidential] }
      flows: [authorization_code, refresh_token, device_code, client_credentials]
      authorize: { parameters: { audience: { type: string, requests: [device, client_credentials] } } }
      """,
      [
        "public enum Acme: DescribedProvider, DirectSignIn, TokenRefreshing, TokenRevoking, SessionEnding, DeviceAuthorizing,",
        "  ClientCredentialsGranting, TokenIntrospecting, UserInfoProviding", "{",
        "  public func signInOnAnotherDevice(", "    scopes: [Acme.Scope] = [.openid, .profile, .email],",
        "    audience: String? = nil,", "    show: @escaping @Sendable (DeviceCode) async -> Void",
        "  public func clientCredential(", "    scopes: [Acme.Scope] = [],", "    audience: String? = nil",
        "    parameters.set(\"audience\", audience)",
      ]
    ),
    (
      "client: { types: [public, confidential] }\nintrospection: none",
      [
        "public enum Acme: DescribedProvider, DirectSignIn, TokenRefreshing, TokenRevoking, SessionEnding, UserInfoProviding {"
      ]
    ),
    (
      """
      client: { types: [confidential], exchange: backend }
      scopes: none
      flows: [authorization_code, refresh_token, client_credentials]
      """,
      ["  public func clientCredential() async throws(Acme.Failure) -> Credential {"]
    ),
    (
      """
      authorize: { response_type: id_token }
      flows: [implicit]
      refresh: none
      provenance: { reason: An old server. }
      """,
      [
        "  @available(*, deprecated, message: \"tokens show in the browser; ask for a code (RFC 9700 §2.1.2)\")",
        "  public func signIn(",
      ]
    ),
    ("token: { encoding: json }", ["    it.token.encoding = .json"]),
  ]) func `Generated clients contain the code that the descriptor's keys request`(_ yaml: String, _ lines: [String])
    throws
  {
    let generated = try generate(acme + yaml + "\n").split(separator: "\n").map(String.init)
    for line in lines { #expect(generated.contains(line)) }
  }

  @Test func `Generated clients contain no grant that the descriptor doesn't list`() throws {
    let generated = try generate(acme)
    for word in ["signInOnAnotherDevice", "clientCredential", "DeviceAuthorizing", "@available"] {
      #expect(!generated.contains(word))
    }
  }

  @Test func `Generated clients contain no signOut if the descriptor lists no logout flags`() throws {
    #expect(try !generate(acme).contains("func signOut"))
  }

  @Test func `Generated clients can't contain two types with one name`() {
    let yaml = """
      authorize:
        parameters:
          a_b: { type: enum, values: [p] }
      variables:
        domain: { kind: host, example: acme.example.com }
        a-b: { values: [q] }
      server: { issuer: "https://{domain}/{a-b}" }

      """
    let base = acme.split(separator: "\n").prefix(3).joined(separator: "\n") + "\n"
    #expect(findings(base + yaml).contains { $0.contains("two parameters have the type name 'AB'") })
    #expect(
      !findings(base + yaml.replacing("enum, values", with: "enum, case: x, values")).contains { $0.contains("AB") })
  }

  @Test(arguments: ["init", "self"])
  func `Generated clients can't use a name that means something else after a period`(_ word: String) {
    #expect(
      findings(acme + "logout: { flags: { oops: { case: \(word) } } }\n").contains { line in
        line.hasPrefix("acme.yaml:6:20: error: '\(word)'")
      })
  }

  @Test(arguments: ["default", "class", "in", "await"])
  func `Generated clients can't use a keyword as an argument's name`(_ word: String) {
    let yaml = "authorize: { parameters: { oops: { type: string, case: \(word) } } }\n"
    #expect(findings(acme + yaml).contains { $0.hasPrefix("acme.yaml:6:28: error: '\(word)'") })
  }

  @Test func `Scopes that are keywords of Swift need no case`() throws {
    let scopes = """
      scopes:
        values: { public: {}, default: {}, .default: {}, "https://graph.example/.default": { case: graphDefault } }

      """
    #expect(findings(acme + scopes).contains { $0.contains("'default' and '.default' would both become 'default'") })
    let generated = try generate(
      acme + scopes.replacing(" .default: {},", with: "") + "errors: { class: { recovery: retry, doc: A. } }\n")
    #expect(generated.contains("static var `public`: Self { \"public\" }"))
    #expect(generated.contains("static var `default`: Self { \"default\" }"))
    #expect(generated.contains("case `class`"))
  }
}

@Suite struct `Text from a descriptor` {
  /// Strings that end a literal, a comment, or a scope in some language.
  static let pieces = [
    "\"", "\"\"\"", "\\(", "\\(fatalError())", "*/", "/*", "//", "}", "} static func x() {} //", "\\n", "#\"", "\"#",
    "{{ type }}", "{% endfor %}", "{#", "👩‍💻", "é", "`", "```", "\\", "nil",
  ]

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  @Test(arguments: pieces) func `Text in a doc adds no declaration`(_ piece: String) throws {
    let doc = Self.quoted("Text \(piece) text")
    let generated = try generate(
      acme + """
        authorize: { parameters: { hint: { type: enum, doc: \(doc), values: { a: \(doc) } } } }
        scopes: { values: { openid: { doc: \(doc) } } }
        claims: { custom: { extra: { claim: extra, type: string, doc: \(doc) } } }
        errors: { oops: { recovery: retry, doc: \(doc) } }
        logout: { flags: { all: { doc: \(doc) } } }
        """)
    #expect(generated.contains("/// Text \(piece) text"))
  }

  @Test(arguments: pieces) func `Text in a name adds no declaration`(_ piece: String) throws {
    let generated = try generate(acme.replacing("name: Acme", with: "name: \(Self.quoted("A \(piece) B"))"))
    #expect(generated.contains("/// Sign-in with A \(piece) B."))
  }

  @Test(arguments: pieces) func `Text in a wire value adds no declaration`(_ piece: String) throws {
    let word = Self.quoted(piece.replacing(" ", with: ""))
    let generated = try generate(
      acme + """
        authorize: { parameters: { hint: { type: set, values: { \(word): { case: odd, doc: Odd. } } } } }
        claims: { custom: { extra: { claim: \(word), type: string } } }
        """)
    // When parsed as Swift, the literal has the same value as the YAML.
    let wire = piece.replacing(" ", with: "")
    let literals = literals(in: generated)
    #expect(literals.filter { $0 == wire }.count >= 2)
  }

  @Test func `Text in a doc never breaks a comment's line`() throws {
    let doc = #""first\n}\nstatic func injected() {}\n\"""#
    let generated = try generate(acme + "errors: { oops: { recovery: retry, doc: \(doc) } }\n")
    #expect(generated.contains("    /// first } static func injected() {} \""))
    #expect(generated.contains(##".retry, #"first\#n}\#nstatic func injected() {}\#n""#)"##))
  }
}
