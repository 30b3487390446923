import AuthRuntime
import Foundation

/// The back end of the sign-in, which has the secret. A route of your server calls it.
struct SignInServer {
  private let backend = GitHub.Backend(
    clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
    clientSecret: Secret(setting("AUTH_CLIENT_SECRET", example: "a-secret"))
  )
}

/// Reads a value of your registration from the environment, so that the code doesn't contain a secret.
private func setting(_ name: String, example: String) -> String {
  if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
  fatalError("\(name) is not set; an example is \(name)='\(example)'")
}
