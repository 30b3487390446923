import AuthRuntime
import Foundation

/// The half of the sign-in that has the secret. A route of your server calls it.
struct SignInServer {
  private let backend = SignInWithApple.Backend(
    teamID: setting("AUTH_TEAM_ID", example: "A1B2C3D4E5"),
    keyID: setting("AUTH_KEY_ID", example: "F6G7H8I9J0"),
    privateKey: Secret(setting("AUTH_PRIVATE_KEY", example: "-----BEGIN PRIVATE KEY-----…")),
    clientID: setting("AUTH_CLIENT_ID", example: "abc123")
  )
}

/// What the registration says, from the environment, so that no secret stands in the code.
private func setting(_ name: String, example: String) -> String {
  if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
  fatalError("\(name) is not set; an example is \(name)='\(example)'")
}
