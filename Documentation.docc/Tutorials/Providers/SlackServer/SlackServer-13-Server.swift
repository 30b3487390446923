import AuthRuntime
import Foundation

/// The half of the sign-in that has the secret. A route of your server calls it.
struct SignInServer {
  private let backend = SlackServer.Backend(
    clientID: setting("AUTH_CLIENT_ID", example: "abc123"),
    clientSecret: Secret(setting("AUTH_CLIENT_SECRET", example: "a-secret"))
  )
}

/// What the registration says, from the environment, so that no secret stands in the code.
private func setting(_ name: String, example: String) -> String {
  if let value = ProcessInfo.processInfo.environment[name], !value.isEmpty { return value }
  fatalError("\(name) is not set; an example is \(name)='\(example)'")
}
