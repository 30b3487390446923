import AuthConfiguration
import AuthDescriptor

/// The program of a new package, and the README with its first steps.
///
/// The program's structure is always the same. Only identifiers and literals come from the descriptor.
struct NewProgram {
  let name: String
  let provider: ProviderDescriptor
  let client: ClientModel
  /// Whether the program is a web app.
  let isWeb: Bool

  /// The name of the program's type, regardless of the package's name.
  static let type = "App"

  /// The argument that takes the client's key.
  private static let key = "key"

  /// The reason why no program can be generated, or `nil` if one can.
  var obstacle: String? {
    if !provider.hooks.isEmpty {
      let protocols = provider.hooks.map(\.protocolName).joined(separator: ", ")
      return "it needs your own code; first write a type that conforms to \(protocols)"
    }
    if isWeb, let obstacle = webObstacle { return obstacle }
    guard isWeb || provider.configuration.client.callbacks.loopback.isAllowed else {
      return "it doesn't allow callbacks to loopback, which a command-line program needs"
    }
    let parameters = client.parameters.filter(\.isRequired).map(\.name)
    let certificates = (isWeb ? client.backendCredentials : client.credentials).filter {
      $0.isRequired && $0.name != Self.key
    }
    let others = (required.filter { argument(of: $0) == nil } + certificates).map(\.name)
    guard parameters.isEmpty, others.isEmpty else {
      return "it needs \((others + parameters).joined(separator: ", ")), which only your app can supply"
    }
    return nil
  }

  var text: String {
    let arguments = settingArguments + ["redirect: .loopback()"]
    return """
      import AuthRuntime
      import Foundation

      /// Signs a user in with the system browser.
      @main
      enum \(Self.type) {
        static func main() async {
          let client = \(client.type).Client(
      \(arguments.map { "      \($0)" }.joined(separator: ",\n")))
          do {
      \(goal.map { "      \($0)" }.joined(separator: "\n"))
          } catch {
            print("sign-in failed: \\(error) → \\(error.recovery)")
            exit(1)
          }
        }

      \(settingFunction)
      }

      """
  }

  /// The function that reads the settings.
  var settingFunction: String {
    let missing = " isn't set. Find its value in your registration with \(provider.name), then set it"
    return """
        /// Reads a value of your registration from the environment.
        private static func setting(_ name: String, example: String) -> String {
          if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
          let missing =
            \(SwiftLiteral.string(missing))
          print(name + missing + ", for example: \\(name)=\\(example)")
          exit(1)
        }
      """
  }

  var readMe: String {
    """
    # \(name)

    Signs a user in with \(client.name) in the system browser.

    Register a native application with \(client.name), and enter these URLs:

    \(addresses)

    Then run:

    ```
    \(assignments)swift run \(name)
    ```

    `Sources/\(name)/\(client.type).auth.yaml` describes the provider. The build generates `\(client.type).Client`
    from it. To add scopes or parameters, edit that file and build again.

    """
  }
}

extension NewProgram {
  private var loopback: ProviderConfiguration.CallbackKind { provider.configuration.client.callbacks.loopback }

  /// The URLs to register. A client on loopback uses the first free port.
  private var addresses: String {
    let callback = "- Callback URL: \(address("/callback")). The program listens on the first port that's free."
    guard provider.canEndSession, !client.isBackend else { return callback }
    return callback + "\n- Logout URL, if you call `signOut()`: \(address("/signed-out"))."
  }

  private func address(_ path: String) -> String {
    typealias Kind = ProviderConfiguration.CallbackKind
    let first = "`http://\(loopback.receiverHost):\(Kind.loopbackPorts.lowerBound)\(path)`"
    return loopback.port == .any ? first : first + ", and the same URL with the ports \(Kind.otherLoopbackPorts)"
  }
}

extension NewProgram {
  /// A value from the registration.
  private struct Setting {
    var label: String
    var variable: String
    var example: String
    var isSecret = false
    private var key: String { NewProgram.key }

    var argument: String {
      let call = "setting(\(SwiftLiteral.string(variable)), example: \(SwiftLiteral.string(example)))"
      let value = isSecret ? "Secret(\(call))" : call
      return "\(label): " + (label == key ? ".pem(\(value))" : value)
    }
  }

  /// The initializer's required arguments other than ID and secret, in order.
  private var required: [ArgumentModel] {
    (isWeb ? client.backendArguments : client.arguments).filter(\.isRequired)
  }

  /// The arguments of the client's or the back end's initializer.
  var settingArguments: [String] { required.compactMap(argument(of:)) + identity.map(\.argument) }

  /// The settings as assignments in a shell, each followed by a space.
  var assignments: String {
    (required.compactMap(setting(of:)) + identity).map { setting in
      "\(setting.variable)=\(ShellWord.singleQuoted(setting.example.words.joined(separator: " "))) "
    }.joined()
  }

  /// The argument in Swift, or `nil` if a string can't supply its value.
  private func argument(of model: ArgumentModel) -> String? {
    let closed = provider.variables.first { $0.swiftName == model.name && $0.isClosed }
    if let word = closed?.values.first { return "\(model.name): .\(word.caseName)" }
    return setting(of: model)?.argument
  }

  private func setting(of model: ArgumentModel) -> Setting? {
    guard ["String", "Secret"].contains(model.type) else { return nil }
    let variable = provider.variables.first { $0.swiftName == model.name }
    let setting = provider.settings.first { $0.swiftName == model.name }
    guard let name = variable?.name ?? setting?.name else { return nil }
    return Setting(
      label: model.name, variable: "AUTH_\(name.uppercased())",
      example: variable?.rule.example ?? setting?.example ?? "…", isSecret: model.type == "Secret")
  }

  private var identity: [Setting] {
    if client.clientID.isOptional, !isWeb { return [] }
    let example = client.clientID.isURL ? "https://app.example.com/client.json" : "abc123"
    let id = Setting(label: "clientID", variable: "AUTH_CLIENT_ID", example: example)
    let secret = Setting(
      label: "clientSecret", variable: "AUTH_CLIENT_SECRET", example: "a-secret", isSecret: true)
    let key = Setting(
      label: Self.key, variable: "AUTH_CLIENT_KEY", example: "-----BEGIN PRIVATE KEY-----…", isSecret: true)
    let credentials = isWeb ? client.backendCredentials : client.credentials
    let needsKey = credentials.contains { $0.isRequired && $0.name == Self.key }
    let needsSecret = isWeb ? client.needsBackendSecret && !needsKey : client.secret.isRequired
    return [id] + (needsSecret ? [secret] : []) + (needsKey ? [key] : [])
  }

  private var goal: [String] {
    guard client.isBackend else {
      return client.identifiesUser
        ? ["let user = try await client.signIn()", "print(\"signed in as \\(user.subject)\")"]
        : [
          "let grant = try await client.authorize()", "print(\"access to \\(grant.scopes.joined(separator: \", \"))\")",
        ]
    }
    return [
      "_ = try await client.authorize()",
      "print(\"The user agreed. Next, your server exchanges the grant. See the article BackendExchange.\")",
    ]
  }
}
