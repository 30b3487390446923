import Foundation
import Testing

@testable import AuthDescriptor

@Suite struct `The import of a pasted document` {
  /// The draft, or the first finding without its location's column.
  private func draft(_ document: String, id: String? = nil) -> String {
    do throws(DiagnosticsError) {
      return try DescriptorImport(file: "pasted.txt", id: id).draft(of: Data(document.utf8)).text
    } catch {
      return error.diagnostics.first.map { "\($0)" } ?? ""
    }
  }

  private func isValid(_ text: String) -> Bool {
    (try? DescriptorLoader(readFile: { _ in Data(text.utf8) }).load(path: "acme.yaml")) != nil
  }

  private static let openID = """
    {
      "issuer": "https://login.acme.example",
      "authorization_endpoint": "https:\\/\\/login.acme.example/authorize", "token_endpoint": "https://login.acme.example/token",
      "jwks_uri": "https://login.acme.example/keys", "response_types_supported": ["code"],
      "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"],
      "scopes_supported": ["openid", "public", "read:things"]
    }
    """

  @Test func `A discovery document becomes a valid descriptor`() {
    let text = draft(Self.openID)
    #expect(text.contains("  issuer: \"https://login.acme.example\"\n"))
    #expect(text.contains("    public: {}\n    \"read:things\": {}\n"))
    #expect(!text.contains("user: none") && !text.contains("verified: \""))
    #expect(isValid(text), "\(text)")
  }

  @Test func `Metadata without OpenID Connect becomes a valid client without a user`() {
    let document = """
      {"issuer": "https://acme.example", "authorization_endpoint": "https://acme.example/a", "scopes_supported": ["x"],
       "token_endpoint": "https://acme.example/t", "revocation_endpoint": "https://acme.example/r"}
      """
    let text = draft(document)
    #expect(text.contains("\nuser: none\n") && text.contains("  revocation_endpoint: \"https://acme.example/r\"\n"))
    #expect(isValid(text), "\(text)")
  }

  private static let openAPI = """
    openapi: 3.1.0
    info: { title: "Acme: the \\"API\\"" }
    paths: { /x: { get: { responses: { 200: { description: ok } } } } }
    components:
      securitySchemes:
        key: { type: apiKey, in: header, name: X-Key }
        web:
          type: oauth2
          flows:
            authorizationCode:
              authorizationUrl: https://login.acme.example/authorize
              tokenUrl: https://api.acme.example/token
              refreshUrl: https://api.acme.example/refresh
              scopes: { "read:things": "Reads \\"things\\"\\nand {more}", public: "" }
    """

  @Test func `An OpenAPI document's authorization code flow becomes a client`() {
    let text = draft(Self.openAPI)
    #expect(text.contains("name: \"Acme: the \\\"API\\\"\"\n"))
    #expect(text.contains("  token_endpoint: \"https://api.acme.example/token\"\n"))
    #expect(text.contains("refresh: { endpoint: \"https://api.acme.example/refresh\" }\n"))
    #expect(text.contains("# other security schemes of the document: key\n"))
    #expect(isValid(text), "\(text)")
  }

  @Test(arguments: [
    "{\"components\": {\"securitySchemes\": {\"a\": {\"type\": \"openIdConnect\", \"openIdConnectUrl\": \"URL\"}}}}",
    "securitySchemes:\n  a: { type: openIdConnect, openIdConnectUrl: \"URL\" }\n",
  ])
  func `An OpenAPI document's OpenID Connect URL becomes the issuer`(document: String) {
    let url = "https://login.acme.example/.well-known/openid-configuration"
    let text = draft(document.replacing("URL", with: url))
    #expect(text.contains("  issuer: \"https://login.acme.example\"\n"), "\(text)")
    let other = draft(document.replacing("URL", with: "https://login.acme.example/configuration"))
    #expect(other.contains("TODO: issuer: openIdConnectUrl is 'https://login.acme.example/configuration', which"))
  }

  @Test func `A quotation mark before a combining mark is escaped in a draft`() {
    let title = Self.openAPI.replacing(#"Acme: the \"API\""#, with: #"Acme\""# + "\u{301} x")
    #expect(draft(title).contains(#"name: "Acme\""# + "\u{301} x\"\n"))
  }

  @Test(.timeLimit(.minutes(1))) func `A curl command that is too long is rejected`() {
    let found = draft("curl https://a.example/t -d '" + String(repeating: "a b\n", count: 30_000))
    #expect(
      found.hasPrefix("pasted.txt:1:1: error: the curl command is too long; it can have at most 65536 bytes"))
  }

  private static let transcript = """
    $ curl -sS -X POST 'https://api.acme.example/oauth/token?v=1' \\
        -u "client:S3CRET" -H 'X-Api-Version: H3ADER' \\
        -d grant_type=authorization_code -d code=C0DE --data-urlencode "audience=4UDIENCE"
    HTTP/1.1 200 OK
    Set-Cookie: c=C00KIE

    {"data": {"access_token": "T0KEN", "token_type": "Pop", "scope": "read:a public",
     "shop_id": 12, "self": "M3MBER", "refresh_token": "R3FRESH"}, "ok": true}
    $ exit
    """

  /// Without an issuer, nothing identifies the user of an OpenID provider yet.
  @Test(arguments: [
    #"{"securitySchemes": {"a": {"type": "oauth2", "flows": {"authorizationCode": {}}}}}"#,
    #"{"securitySchemes": {"a": {"type": "oauth2", "flows": {"authorizationCode": {"tokenUrl": "/token"}}}}}"#,
    #"{"securitySchemes": {"a": {"type": "openIdConnect", "openIdConnectUrl": "/openid-configuration"}}}"#,
  ])
  func `A draft from an OpenAPI document without a usable URL lacks only endpoints`(document: String) {
    let text = draft(document, id: "acme")
    #expect(text.contains("\nserver: {}\n  # TODO: "), "\(text)")
    let loader = DescriptorLoader(readFile: { _ in Data(text.utf8) })
    let failure = #expect(throws: DiagnosticsError.self) { try loader.load(path: "acme.yaml") }
    let errors = Set((failure?.diagnostics ?? []).filter { $0.severity == .error }.map(\.code.rawValue))
    #expect(errors == (document.contains("oauth2") ? ["missing-endpoint"] : ["missing-endpoint", "user-without-id"]))
  }

  @Test func `A curl transcript becomes a draft that names what the request and the response have`() {
    let text = draft(Self.transcript)
    for line in [
      "  token_endpoint: \"https://api.acme.example/oauth/token\"", "  authentication: [client_secret_basic]",
      "    root: \"data\"", "    token_type: any", "    \"read:a\": {}", "    public: {}",
      "      shopID: { path: \"shop_id\", type: int, optional: true }",
      "# TODO: token.parameters: the request also has v and audience",
      "# TODO: token.headers: the request also has X-Api-Version",
      "# TODO: expires_in is missing in the response. Add token.response.expires or lifetimes.access_token.",
      "  # TODO: authorization_endpoint: the document doesn't contain it",
    ] {
      #expect(text.split(separator: "\n").contains { $0 == line }, "\(line)\n\(text)")
    }
  }

  @Test(arguments: [
    ("a=b", "path: \"['a=b']\""), ("a.b", "path: \"['a.b']\""), ("a[0]", "path: \"['a[0]']\""),
    ("https://x", "path: \"https://x\""), ("plain", "path: \"plain\""),
  ])
  func `A member whose name isn't a path is quoted`(name: String, path: String) {
    let command = "curl -d grant_type=authorization_code https://id.example/token"
    let text = draft("\(command)\n\n{\"access_token\":\"t\",\"\(name)\":1}")
    #expect(text.contains(path), "\(text)")
  }

  @Test func `No secret of a curl transcript is in the draft`() {
    let text = draft(Self.transcript)
    for secret in ["S3CRET", "H3ADER", "C0DE", "4UDIENCE", "C00KIE", "T0KEN", "M3MBER", "R3FRESH"] {
      #expect(!text.contains(secret), "\(secret)")
    }
  }

  @Test(arguments: [
    ("curl https://a.example/t -d client_secret=x", #"{"access_token":"x"}"#, "authentication: [client_secret_post]"),
    ("curl https://a.example/t -d client_id=x", "access_token=x&scope=a", "types: [public]"),
    ("curl --json '{\"code\": \"x\"}' https://a.example/t", #"{"access_token":"x"}"#, "encoding: json"),
    ("curl -G https://a.example/t -d code=x", #"{"access_token":"x"}"#, "encoding: query"),
    ("curl -XPOST --url=https://a.example/t", #"{"accessToken":"x"}"#, "Its members are accessToken."),
    ("curl https://a.example/t \\\n  -d 'a b=\nc'", #"{"access_token":"x"}"#, "the request also has a b"),
  ])
  func `The options of curl are read as curl reads them`(command: String, response: String, line: String) {
    let text = draft(command + "\n" + response)
    #expect(text.contains(line), "\(text)")
  }

  @Test(arguments: [
    ("{\"a\": 1}", "pasted.txt:1:1: error: this document isn't one that can be imported"),
    ("hello", "pasted.txt:1:1: error: the document isn't an object"),
    ("a: [", "pasted.txt:2:1: error: "),
    ("{\"issuer\": 7.5}", "pasted.txt:1:2: error: "),
    ("{\"issuer\": \"http://acme.example\"}", "'issuer' can't be used: insecureURL"),
    ("{\"issuer\": \"https://acme.example\"}", "missingEndpoint"),
    ("swagger: '2.0'", "pasted.txt:1:1: error: Swagger 2.0 isn't supported"),
    ("components: { securitySchemes: { k: { type: apiKey } } }", "(k: apiKey)"),
    ("a: &x 1\nb: *x", "pasted.txt:1:4: error: YAML anchors aren't allowed"),
    ("\n$ curl https://a.example/t -d 'open", "pasted.txt:2:1: error: a quote of the curl command isn't closed"),
    ("curl http://a.example/t\n{}", "pasted.txt:1:1: error: the curl command doesn't contain the https URL"),
    ("curl https://a.example/t\n\n", "the response of the token endpoint is missing"),
    (
      "curl https://a.example/t\n{\"error\":\"invalid_client\"}",
      "pasted.txt:2:1: error: the response is the error 'invalid_client'"
    ),
    ("curl https://a.example/t\n<html>", "pasted.txt:2:1: error: the response after the curl command is neither"),
  ])
  func `A document that can't be imported is rejected with its location`(document: String, message: String) {
    #expect(draft(document).contains(message), "\(draft(document))")
  }

  @Test func `Every rejection says what to do`() {
    for document in ["{}", "x", "{\"issuer\": \"x\"}", "swagger: 2", "curl", "curl https://a.example/t"] {
      #expect(draft(document).contains(": note: "), "\(draft(document))")
    }
  }

  @Test func `A document that is too large is rejected before it is read`() {
    let large = String(repeating: " ", count: DescriptorImport.sizeLimit + 1)
    #expect(draft(large).contains("[file-too-large]"))
    #expect(draft(String(repeating: "[", count: 100_000)).contains("[invalid-yaml]"))
    #expect(draft(Self.openID, id: "Not an ID").contains("'Not an ID' isn't a valid ID"))
  }

  @Test(arguments: ["\"", "\n", "\\", "#", "}: {", "\u{2028}", "\u{202E}", "'", "${x}", "{{", "key: [a"])
  func `Text of a document stays in a comment or a string`(_ piece: String) throws {
    let escaped = String(decoding: try JSONEncoder().encode("x\(piece)y"), as: UTF8.self)
    let openAPI = """
      {"info": {"title": \(escaped)}, "components": {"securitySchemes": {\(escaped): {"type": "oauth2", "description": \(escaped),
       "flows": {"authorizationCode": {"authorizationUrl": "https://a.example/a", "tokenUrl": "https://a.example/t",
       "refreshUrl": \(escaped), "scopes": {\(escaped): \(escaped), "a": \(escaped)}}}}}}}
      """
    let text = draft(openAPI)
    // The reader rejects invisible characters, even if JSON escapes them.
    guard !text.contains("[forbidden-character]") else { return }
    #expect(isValid(text), "\(text)")
    let tree = try YAMLReader().read(text, file: "acme.yaml")
    let keys: Set = ["schema", "id", "name", "user", "server", "scopes", "provenance"]
    let found = (tree.entries ?? []).map(\.key)
    #expect(keys.isSuperset(of: found), "\(text)")
  }
}
