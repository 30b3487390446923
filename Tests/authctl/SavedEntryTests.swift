import AuthRuntime
import Testing

@testable import authctl

/// Tests the saved values of profiles and MCP servers, and the redirects that result from them.
@Suite struct `Saved options` {
  private static let place = FilePlace(file: "FILE", code: "wrongServer", path: "servers.URL")

  /// Options that all differ from the defaults.
  private static let options = SavedOptions(
    clientSecretFile: "/secret", scopes: ["a", "b"], redirectPort: 9000, callbackPath: "/cb", trustRoot: "/ca.pem",
    store: .file, keyFile: "/key", accounts: ["bob"])

  private func failure(_ members: [String: JSONValue]) -> String? {
    let failure = #expect(throws: ReportedFailure.self) { try MCPServer(.object(members), at: Self.place) }
    return failure?.line
  }

  @Test func `A profile is saved with all its values and read again`() throws {
    let profile = Profile(
      provider: "/acme.yaml", clientID: "app", clientKey: "/key.pem", clientKeyID: "1", clientCertificate: "/cert.pem",
      variables: ["domain": "acme"], settings: ["team": "@/team"], parameters: ["audience": "api"],
      signedOutPath: "/out", isOnAnotherDevice: true, options: Self.options)
    #expect(profile.json.object?.count == 18)
    #expect(try Profile(profile.json, at: Self.place) == profile)
  }

  @Test func `An MCP server is saved with all its values and read again`() throws {
    let server = MCPServer(
      issuer: "https://one.example", clientID: "a", document: "https://app.example/client.json",
      acceptsUnadvertisedPKCE: true, options: Self.options)
    #expect(server.json.object?.count == 12)
    #expect(try MCPServer(server.json, at: Self.place) == server)
  }

  @Test func `Default values aren't saved`() throws {
    #expect(MCPServer().json == .object([:]))
    #expect(Profile(issuer: "https://id.example").json == .object(["issuer": .string("https://id.example")]))
    #expect(try MCPServer(.object([:]), at: Self.place) == MCPServer())
  }

  @Test(arguments: [
    ("store", JSONValue.string("none"), "must be 'system' or 'file'"),
    ("redirect_port", .integer(65_536), "must be a whole number from 1 to 65535"),
    ("redirect_port", .integer(0), "must be a whole number from 1 to 65535"),
    ("callback_path", .string(""), "must be a nonempty string"),
    ("scopes", .array([.integer(1)]), "must be a list of strings"),
    ("accepts_unadvertised_pkce", .string("true"), "must be true or false"),
    ("isuer", .string("x"), "isn't a known key; did you mean 'issuer'?"),
  ])
  func `An invalid value is reported with its place in the file`(key: String, value: JSONValue, problem: String) {
    #expect(failure([key: value]) == "wrongServer: FILE: servers.URL.\(key) \(problem) (correct the file)")
  }

  @Test func `The client ID of an MCP server needs its issuer`() {
    #expect(
      failure(["client_id": .string("a")])
        == "wrongServer: FILE: servers.URL needs 'issuer' for its 'client_id' (correct the file)")
  }

  @Test func `The browser returns to the registered port and paths, or to the runtime's defaults`() {
    var profile = Profile(provider: "github")
    #expect(profile.redirect == .loopback())
    (profile.redirectPort, profile.callbackPath, profile.signedOutPath) = (9000, "/cb", "/out")
    #expect(profile.redirect == .loopback(ports: 9000...9000, path: "/cb", signedOutPath: "/out"))
    profile.signedOutPath = Profile.noReturn
    #expect(profile.redirect == .loopback(ports: 9000...9000, path: "/cb", signedOutPath: nil))
  }

  @Test func `An issuer from the command line has a separate callback URL, unless the user names one`() {
    var (profile, server) = (Profile(issuer: "https://id.example"), MCPServer())
    #expect(profile.redirect == Redirect.loopback().perIssuer)
    #expect(server.redirect == Redirect.loopback(signedOutPath: nil).perIssuer)
    (profile.callbackPath, server.callbackPath) = ("/cb", "/cb")
    #expect(profile.redirect == .loopback(path: "/cb"))
    #expect(server.redirect == .loopback(path: "/cb", signedOutPath: nil))
  }

  @Test func `The address after sign-out is the one that the runtime listens at`() {
    var profile = Profile(issuer: "https://id.example")
    profile.redirectPort = 9000
    var provider = ProviderConfiguration.openIDConnect(issuer: "https://id.example")
    #expect(profile.signedOutAddress(at: provider) == "http://127.0.0.1:9000/signed-out")
    provider.client.callbacks.loopback.hosts = ["localhost"]
    #expect(profile.signedOutAddress(at: provider) == "http://localhost:9000/signed-out")
    profile.signedOutPath = Profile.noReturn
    #expect(profile.signedOutAddress(at: provider) == nil)
  }

  @Test func `The accounts of earlier sign-ins are kept`() {
    var options = SavedOptions()
    options.keepAccounts(["bob"], and: nil)
    #expect(options.accounts == ["bob"])
    options.keepAccounts(["bob", "eve"], and: "ada")
    #expect(options.accounts == ["ada", "bob", "eve"])
    options.keepAccounts([], and: "ada")
    #expect(options.accounts == ["ada"])
  }
}
