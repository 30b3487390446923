import ArgumentParser
import AuthRuntime

/// The options for the provider and the client.
struct TargetOptions: ParsableArguments {
  @Argument(
    help: "A provider of the catalog, such as auth0, a descriptor's path, or a profile.", completion: .targets)
  var provider: String?

  @Option(help: ArgumentHelp("The issuer of any OpenID Connect server that supports discovery.", valueName: "url"))
  var issuer: String?

  @Option(name: .customLong("variable"), help: ArgumentHelp("A variable of the descriptor.", valueName: "name=value"))
  var variables: [Assignment] = []

  @Option(
    name: .customLong("setting"),
    help: ArgumentHelp(
      "A setting of the descriptor, such as a team ID. For a secret, use @file.", valueName: "name=value"))
  var settings: [Assignment] = []

  @Option(
    name: .customLong("client-id"),
    help: "The registered client ID. Without one, the client registers itself if the server allows it.")
  var clientID: String?

  @Option(
    help: ArgumentHelp("A file with the secret of a confidential client.", valueName: "file"),
    completion: .file())
  var clientSecretFile: String?

  @Option(
    help: ArgumentHelp(
      "For private_key_jwt: a private key in PEM, or as a JSON Web Key with its key ID. The file has mode 600.",
      valueName: "file"),
    completion: .file())
  var clientKey: String?

  @Option(
    name: .customLong("client-key-id"),
    help: ArgumentHelp("The key ID of a private key in PEM, if the server needs one.", valueName: "id"))
  var clientKeyID: String?

  @Option(
    help: ArgumentHelp(
      "A certificate and its private key in PEM, for mutual TLS, in a file with mode 600.", valueName: "file"),
    completion: .file())
  var clientCertificate: String?

  @Option(
    name: .customLong("scope"),
    help: "A scope to request. You can repeat this option. The default is the provider's scopes.")
  var scopes: [String] = []

  @Option(
    name: .customLong("parameter"),
    help: ArgumentHelp("A parameter of the provider. You can repeat this option.", valueName: "name=value"))
  var parameters: [Assignment] = []

  @OptionGroup var port: RedirectPortOptions

  @Option(
    help: ArgumentHelp(
      "The registered callback path. The default is /callback, or with --issuer a path unique to that issuer.",
      valueName: "path"))
  var callbackPath: String?

  @Option(
    help: ArgumentHelp(
      "The registered path to return to after sign-out, or none. The default is /signed-out.", valueName: "path"))
  var signedOutPath: String?

  @OptionGroup var trust: TrustOptions

  func validate() throws {
    guard provider == nil || issuer == nil else {
      throw ValidationError("Pass either a provider or --issuer.")
    }
    guard clientKeyID.map({ !$0.isEmpty }) ?? true else { throw ValidationError("--client-key-id must not be empty.") }
    try CallbackPath.check(callbackPath, "--callback-path")
    try CallbackPath.check(signedOutPath, "--signed-out-path", also: Profile.noReturn)
  }

  /// The profile with these options applied. Paths are made absolute.
  func applied(to base: Profile) throws(ReportedFailure) -> Profile {
    var profile = base
    profile.clientID = clientID ?? base.clientID
    profile.clientSecretFile = clientSecretFile.map(CommandFolder.absolute) ?? base.clientSecretFile
    profile.clientKey = clientKey.map(CommandFolder.absolute) ?? base.clientKey
    // A new key has its own ID.
    profile.clientKeyID = clientKeyID ?? (clientKey == nil ? base.clientKeyID : nil)
    profile.clientCertificate = clientCertificate.map(CommandFolder.absolute) ?? base.clientCertificate
    profile.variables.merge(try Assignment.table(variables, "--variable")) { $1 }
    let givenSettings = try Assignment.table(settings, "--setting").mapValues { value in
      value.hasPrefix("@") ? "@" + CommandFolder.absolute(String(value.dropFirst())) : value
    }
    profile.settings.merge(givenSettings) { $1 }
    profile.parameters.merge(try Assignment.table(parameters, "--parameter")) { $1 }
    if !scopes.isEmpty { profile.scopes = scopes }
    profile.redirectPort = port.redirectPort ?? base.redirectPort
    profile.callbackPath = callbackPath ?? base.callbackPath
    profile.signedOutPath = signedOutPath ?? base.signedOutPath
    profile.trustRoot = trust.trustRoot.map(CommandFolder.absolute) ?? base.trustRoot
    return profile
  }
}
