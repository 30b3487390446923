import ArgumentParser
import AuthRuntime
import Foundation

/// `authctl sign-in`: the authorization-code flow with PKCE, as an app would do it.
struct SignIn: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-in",
    abstract: "Signs in with the browser and prints what the verified ID token says.",
    discussion: """
      The provider is an id of the catalogue, a descriptor's path, or --issuer for any OpenID server. Exit status 0 \
      means that everything was verified; otherwise it is 1, and standard error says what failed and what helps.
      """)

  @Argument(help: "A provider of the catalogue, such as auth0, or the path of a descriptor.")
  var provider: String?

  @Option(help: ArgumentHelp("Any OpenID Connect server, by discovery alone.", valueName: "url"))
  var issuer: String?

  @Option(name: .customLong("variable"), help: ArgumentHelp("A variable of the descriptor.", valueName: "name=value"))
  var variables: [Assignment] = []

  @Option(
    name: .customLong("setting"),
    help: ArgumentHelp(
      "A setting of the descriptor, such as a team id; @file reads a secret one.", valueName: "name=value"))
  var settings: [Assignment] = []

  @Option(name: .customLong("client-id"), help: "The client's id as registered.")
  var clientID: String

  @Option(help: ArgumentHelp("A file with the client's secret, for a confidential client.", valueName: "file"))
  var clientSecretFile: String?

  @Option(name: .customLong("scope"), help: "A scope to ask for; may be repeated. Without it: the provider's defaults.")
  var scopes: [String] = []

  @Option(
    name: .customLong("parameter"),
    help: ArgumentHelp("A parameter of the provider; may be repeated.", valueName: "name=value"))
  var parameters: [Assignment] = []

  @Option(help: ArgumentHelp("The loopback port that is registered.", valueName: "port"))
  var redirectPort: Int?

  @Option(help: ArgumentHelp("Trust exactly the authorities in this file, not the system's.", valueName: "ca.pem"))
  var trustRoot: String?

  @Option(help: ArgumentHelp("How long you may take in the browser.", valueName: "seconds"))
  var timeout = 300

  @Flag(help: "Only print the URL.")
  var noBrowser = false

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print the tokens too. They are secrets.")
  var showTokens = false

  func validate() throws {
    guard (provider == nil) != (issuer == nil) else {
      throw ValidationError("Name a provider, or --issuer, and not both.")
    }
    guard (1...86_400).contains(timeout) else {
      throw ValidationError("--timeout must be a number of seconds between 1 and 86400.")
    }
    if let redirectPort, !(1...65535).contains(redirectPort) {
      throw ValidationError("--redirect-port must lie between 1 and 65535.")
    }
  }

  func run() async throws {
    let configuration = try SignInTarget(provider: provider, issuer: issuer).configuration(parameters: parameters)
    let client = try client(configuration)
    do {
      let user = try await client.signIn(
        scopes: wantedScopes(configuration), parameters: wantedParameters(), timeout: .seconds(timeout))
      guard let credential = try await client.credential() else { throw AuthFailure<AnyErrorCode>.notSignedIn }
      let report = SignInReport(
        provider: configuration.name, user: user, credential: credential, showsTokens: showTokens)
      print(json ? try report.json() : report.text())
    } catch let failure as AuthFailure<AnyErrorCode> {
      throw ReportedFailure(failure)
    }
  }

  private func client(_ configuration: ProviderConfiguration) throws -> AuthClient<DynamicProvider> {
    let redirect = redirectPort.map { Redirect.loopback(port: $0) } ?? .loopback()
    let environment = AuthEnvironment(
      transport: try CommandTransport.make(trustRoot: trustRoot),
      browser: AnnouncingBrowser(opensBrowser: !noBrowser))
    return AuthClient(
      configuration: configuration, variables: try Assignment.table(variables, "--variable"), clientID: clientID,
      clientSecret: try clientSecretFile.map(SecretFile.read), settings: try wantedSettings(), redirect: redirect,
      environment: environment)
  }

  private func wantedScopes(_ configuration: ProviderConfiguration) -> [String] {
    scopes.isEmpty ? configuration.scopes?.defaults ?? [] : scopes
  }

  private func wantedSettings() throws -> [String: Secret] {
    try Assignment.table(settings, "--setting").mapValues { value in
      value.hasPrefix("@") ? try SecretFile.read(String(value.dropFirst())) : Secret(value)
    }
  }

  private func wantedParameters() throws -> AuthorizationParameters {
    var result = AuthorizationParameters()
    for (name, value) in try Assignment.table(parameters, "--parameter") { result.set(name, value) }
    return result
  }
}

/// `name=value` on the command line.
struct Assignment: ExpressibleByArgument {
  let name: String
  let value: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
    name = String(argument[..<equals])
    value = String(argument[argument.index(after: equals)...])
  }
}
