import AuthConfiguration
import AuthDescriptor

/// The program of a new package, and what its reader must do first.
///
/// Its shape is always the same; of the descriptor it takes identifiers and literals only.
struct NewProgram {
  let name: String
  let provider: ProviderDescriptor
  let client: ClientModel

  /// The program's type, whatever the package is called.
  static let type = "App"

  /// The callback that a client on loopback has unless it says otherwise.
  private static let callback = "http://127.0.0.1:8765/callback"

  /// Why there can be none.
  var obstacle: String? {
    if client.isSigned {
      return "its requests are signed by code of your own: write a type that conforms to TokenRequestSigning first"
    }
    guard provider.configuration.client.callbacks.loopback.isAllowed else {
      return "it accepts no callback on loopback, which a program in a terminal needs"
    }
    let parameters = client.parameters.filter(\.isRequired).map(\.name)
    let others = required.filter { argument(of: $0) == nil }.map(\.name)
    guard parameters.isEmpty, others.isEmpty else {
      return "it needs \((others + parameters).joined(separator: ", ")), which only an app can know"
    }
    return nil
  }

  var text: String {
    let arguments = required.compactMap(argument(of:)) + identity.map(\.argument) + ["redirect: .loopback()"]
    let missing = " is not set; your registration with \(provider.name) says what it is, such as "
    return """
      import AuthRuntime
      import Foundation

      /// Signs a user in, in the system's browser.
      @main
      enum \(Self.type) {
        static func main() async {
          let client = \(client.type).Client(
      \(arguments.map { "      \($0)" }.joined(separator: ",\n")))
          do {
      \(goal.map { "      \($0)" }.joined(separator: "\n"))
          } catch {
            print("could not go on: \\(error) → \\(error.recovery)")
            exit(1)
          }
        }

        /// What the provider's dashboard says, from the environment.
        private static func setting(_ name: String, example: String) -> String {
          if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
          let missing = \(SwiftLiteral.string(missing))
          print(name + missing + "\\(name)=\\(example)")
          exit(1)
        }
      }

      """
  }

  var readMe: String {
    let values = (required.compactMap(setting(of:)) + identity).map { "\($0.variable)='\($0.example.withoutQuotes)' " }
    return """
      # \(name)

      Signs a user in with \(client.name), in the system's browser.

      Register a native application there, with the callback URL `\(Self.callback)` (and the ports 8766 to 8769, if one
      may be taken). Then:

      ```
      \(values.joined())swift run \(name)
      ```

      `Sources/\(name)/\(client.type).auth.yaml` describes the provider, and the build makes `\(client.type).Client` of it.
      What you write into it, such as scopes or parameters of your own, is in the client with the next build.

      """
  }
}

extension NewProgram {
  /// Something that the registration says.
  private struct Setting {
    var label: String
    var variable: String
    var example: String
    var isSecret = false

    var argument: String {
      let call = "setting(\(SwiftLiteral.string(variable)), example: \(SwiftLiteral.string(example)))"
      return "\(label): " + (isSecret ? "Secret(\(call))" : call)
    }
  }

  /// What the initializer asks for beside id and secret, in its order.
  private var required: [ArgumentModel] { client.arguments.filter(\.isRequired) }

  /// `nil` for what no text can say.
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
    let id = Setting(label: "clientID", variable: "AUTH_CLIENT_ID", example: "abc123")
    let secret = Setting(
      label: "clientSecret", variable: "AUTH_CLIENT_SECRET", example: "a-secret", isSecret: true)
    return client.secret.isRequired ? [id, secret] : [id]
  }

  private var goal: [String] {
    guard client.isBackend else {
      return ["let user = try await client.signIn()", "print(\"signed in as \\(user.subject)\")"]
    }
    return [
      "_ = try await client.authorize()",
      "print(\"The user agreed. Your own server exchanges the grant: see the article BackendExchange.\")",
    ]
  }
}

extension String {
  /// For a shell, between quotes.
  fileprivate var withoutQuotes: String { filter { $0 != "'" && !$0.isNewline } }
}
