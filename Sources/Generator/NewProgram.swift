import AuthConfiguration
import AuthDescriptor

/// The program of a new package, and what its reader must do first.
struct NewProgram {
  let name: String
  let provider: ProviderDescriptor
  let client: ClientModel

  /// The callback that a client on loopback has unless it says otherwise.
  private static let callback = "http://127.0.0.1:8765/callback"

  /// Why there can be none.
  var obstacle: String? {
    if client.isSigned {
      return "its requests are signed by code of your own: write a type that conforms to TokenRequestSigning first"
    }
    let kinds = provider.configuration.client.callbacks
    return kinds.loopback.isAllowed ? nil : "it accepts no callback on loopback, which a program in a terminal needs"
  }

  var text: String {
    """
    import AuthRuntime
    import Foundation

    /// Signs a user in with \(client.name), in the system's browser.
    @main
    enum \(name) {
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
        print("\\(name) is not set; your registration with \(client.name) says what it is, such as \\(name)=\\(example)")
        exit(1)
      }
    }

    """
  }

  var readMe: String {
    """
    # \(name)

    Signs a user in with \(client.name), in the system's browser.

    Register a native application with \(client.name), with the callback URL `\(Self.callback)` (and the ports 8766
    to 8769, if one may be taken). Then:

    ```
    \(settings.map { "\($0.variable)=\($0.example) " }.joined())swift run \(name)
    ```

    `Sources/\(name)/\(client.type).auth.yaml` describes the provider. The build makes `\(client.type).Client` of it; what you write
    into it, such as scopes or parameters of your own, is in the client with the next build.

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

  private var settings: [Setting] {
    var all = provider.variables.filter { $0.isAskedOnce && $0.rule.defaultValue == nil && !$0.isClosed }.map {
      Setting(label: $0.swiftName, variable: "AUTH_\($0.name.uppercased())", example: $0.rule.example)
    }
    all.append(Setting(label: "clientID", variable: "AUTH_CLIENT_ID", example: "abc123"))
    if client.secret.isRequired {
      all.append(
        Setting(label: "clientSecret", variable: "AUTH_CLIENT_SECRET", example: "a-secret", isSecret: true))
    }
    return all
  }

  private var arguments: [String] {
    let closed = provider.variables.filter { $0.isAskedOnce && $0.rule.defaultValue == nil && $0.isClosed }
    let words = closed.map { "\($0.swiftName): .\($0.values.first?.caseName ?? "")" }
    return words + settings.map(\.argument) + ["redirect: .loopback()"]
  }

  private var goal: [String] {
    if client.isBackend {
      return [
        "_ = try await client.authorize()",
        "print(\"The user agreed. Your own server exchanges the grant; see the article BackendExchange.\")",
      ]
    }
    return ["let user = try await client.signIn()", "print(\"signed in as \\(user.subject)\")"]
  }
}
