import AuthConfiguration
import AuthDescriptor
import AuthGenerator

/// The parts of a descriptor that a tutorial's programs use: only identifiers and literals, no other text.
struct ProgramFacts {
  let descriptor: ProviderDescriptor
  let client: ClientModel
  let sheet: CallbackSheet
  /// Whether the provider requires the secret for a callback URL on loopback.
  private let needsSecretOnLoopback: Bool
  /// The values that the reader must set in the environment, in the order of the program.
  private(set) var settings: [(name: String, example: String)] = []

  init(_ loaded: LoadedDescriptor, _ client: ClientModel) {
    (descriptor, self.client) = (loaded.descriptor, client)
    sheet = CallbackSheet(descriptor: loaded.descriptor)
    needsSecretOnLoopback =
      !client.isBackend && loaded.texts(at: ["client", "callbacks", "loopback", "requires"]).contains("client_secret")
  }

  /// Whether no program on a device can receive the response.
  var isWeb: Bool { client.isBackend && !sheet.hasLoopback }

  /// The steps of the registration that the tutorial's program needs.
  var registration: [ProviderDescriptor.Docs.Step] {
    descriptor.docs.register.filter { $0.isNeeded(on: isWeb ? .web : .linux) }
  }

  /// A value from the environment.
  mutating func setting(_ name: String, example: String) -> String {
    if !settings.contains(where: { $0.name == name }) { settings.append((name, example)) }
    return "setting(\(SwiftLiteral.string(name)), example: \(SwiftLiteral.string(example)))"
  }

  /// The arguments of the app's client, without the redirect.
  mutating func appArguments() -> [LineModel] {
    var lines = arguments(client.arguments)
    if !client.clientID.isOptional { lines.append("clientID: " + setting("AUTH_CLIENT_ID", example: "abc123")) }
    if client.secret.isRequired || needsSecretOnLoopback { lines.append("clientSecret: " + secret) }
    lines += credentials(client.credentials)
    if !client.isBackend { lines += hooks }
    return lines.map { LineModel(text: $0) }
  }

  /// The arguments of the back end.
  mutating func serverArguments() -> [LineModel] {
    var lines = arguments(client.backendArguments)
    lines.append("clientID: " + setting("AUTH_CLIENT_ID", example: "abc123"))
    if client.needsBackendSecret { lines.append("clientSecret: " + secret) }
    lines += credentials(client.backendCredentials)
    lines += hooks
    return lines.enumerated().map { LineModel(text: $1, comma: $0 == lines.count - 1 ? "" : ",") }
  }

  /// The arguments that take the program's own types.
  private var hooks: [String] { descriptor.hooks.map { "\($0.rawValue): \(ProgramModel.typeName(of: $0))()" } }

  private var secret: String {
    mutating get { "Secret(\(setting("AUTH_CLIENT_SECRET", example: "a-secret")))" }
  }

  /// The key and the certificate that every client needs.
  private mutating func credentials(_ models: [ArgumentModel]) -> [String] {
    models.filter(\.isRequired).map { model in
      let key = "Secret(\(setting("AUTH_CLIENT_KEY", example: "-----BEGIN PRIVATE KEY-----…")))"
      guard model.name == "certificate" else { return "\(model.name): .pem(\(key))" }
      let chain = setting("AUTH_CLIENT_CERTIFICATE", example: "-----BEGIN CERTIFICATE-----…")
      return "certificate: .identity(ClientIdentity(certificateChain: \(chain), privateKey: \(key)))"
    }
  }

  private mutating func arguments(_ models: [ArgumentModel]) -> [String] {
    models.filter(\.isRequired).map { "\($0.name): \(value(of: $0))" }
  }

  private mutating func value(of model: ArgumentModel) -> String {
    let variable = descriptor.variables.first { $0.swiftName == model.name }
    if let variable, variable.isClosed { return ".\(variable.values[0].caseName)" }
    let option = descriptor.settings.first { $0.swiftName == model.name }
    let key = option?.kind == .pem ? "-----BEGIN PRIVATE KEY-----…" : "…"
    let example = variable?.exampleValue ?? option?.example ?? key
    let text = setting("AUTH_" + (variable?.name ?? option?.name ?? model.name).uppercased(), example: example)
    switch model.type {
    case "Secret": return "Secret(\(text))"
    case "Int": return "Int(\(text)) ?? 0"
    case "Bool": return "\(text) == \"true\""
    default: return text
    }
  }
}
