import ArgumentParser
import AuthRuntime

/// Where to sign in, and as which client.
struct TargetOptions: ParsableArguments {
  @Argument(
    help: "A provider of the catalog, such as auth0, the path of a descriptor, or a profile.", completion: .targets)
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
  var clientID: String?

  @Option(
    help: ArgumentHelp("A file with the client's secret, for a confidential client.", valueName: "file"),
    completion: .file())
  var clientSecretFile: String?

  @Option(name: .customLong("scope"), help: "A scope to ask for; may be repeated. Without it: the provider's defaults.")
  var scopes: [String] = []

  @Option(
    name: .customLong("parameter"),
    help: ArgumentHelp("A parameter of the provider; may be repeated.", valueName: "name=value"))
  var parameters: [Assignment] = []

  @Option(help: ArgumentHelp("The loopback port that is registered.", valueName: "port"))
  var redirectPort: Int?

  @Option(
    help: ArgumentHelp(
      "The path of the callback that is registered. Without it: /callback, and with --issuer an address of that issuer's own.",
      valueName: "path"))
  var callbackPath: String?

  @Option(
    help: ArgumentHelp(
      "The path that is registered for the return from sign-out, or none. Without it: /signed-out.", valueName: "path"))
  var signedOutPath: String?

  @Option(
    help: ArgumentHelp("Trust exactly the authorities in this file, not the system's.", valueName: "ca.pem"),
    completion: .file())
  var trustRoot: String?

  func validate() throws {
    guard provider == nil || issuer == nil else {
      throw ValidationError("Name a provider, or --issuer, and not both.")
    }
    if let redirectPort, !(1...65535).contains(redirectPort) {
      throw ValidationError("--redirect-port must lie between 1 and 65535.")
    }
    try CallbackPath.check(callbackPath, "--callback-path")
    try CallbackPath.check(signedOutPath, "--signed-out-path", also: Profile.noReturn)
  }

  /// What is said here, over what a profile knows already. Paths are made absolute.
  func applied(to base: Profile) throws(ReportedFailure) -> Profile {
    var profile = base
    profile.clientID = clientID ?? base.clientID
    profile.clientSecretFile = clientSecretFile.map(CommandFolder.absolute) ?? base.clientSecretFile
    profile.variables.merge(try Assignment.table(variables, "--variable")) { $1 }
    let said = try Assignment.table(settings, "--setting").mapValues { value in
      value.hasPrefix("@") ? "@" + CommandFolder.absolute(String(value.dropFirst())) : value
    }
    profile.settings.merge(said) { $1 }
    profile.parameters.merge(try Assignment.table(parameters, "--parameter")) { $1 }
    if !scopes.isEmpty { profile.scopes = scopes }
    profile.redirectPort = redirectPort ?? base.redirectPort
    profile.callbackPath = callbackPath ?? base.callbackPath
    profile.signedOutPath = signedOutPath ?? base.signedOutPath
    profile.trustRoot = trustRoot.map(CommandFolder.absolute) ?? base.trustRoot
    return profile
  }
}
