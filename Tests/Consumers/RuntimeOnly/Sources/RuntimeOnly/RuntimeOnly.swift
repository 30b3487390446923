import AuthRuntime
import Foundation

/// Uses the runtime without generated code or a descriptor, and with a custom transport.
@main
enum RuntimeOnly {
  static func main() async {
    guard let callback = URL(string: "com.example.app:/callback") else { return }
    let environment = AuthEnvironment(transport: CannedTransport())
    let client = AuthClient<DynamicProvider>(
      issuer: "https://id.example.com", clientID: "abc123", redirect: .url(callback), environment: environment)
    print(PKCE().codeChallenge.count, Secret("not shown"), client)
  }
}

/// Represents an app's existing transport.
struct CannedTransport: HTTPTransport {
  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    (Data(), HTTPResponse(status: .notFound))
  }
}
