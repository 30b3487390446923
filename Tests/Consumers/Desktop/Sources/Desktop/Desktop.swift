import AuthRuntime
import Foundation

/// Signs in at the issuer in the argument, with the default transport and a loopback callback, and prints why that fails.
@main
enum Desktop {
  static func main() async {
    let environment = AuthEnvironment(browser: RefusingBrowser())
    let client = AuthClient<DynamicProvider>(
      issuer: CommandLine.arguments[1], clientID: "abc123", redirect: .loopback(), environment: environment)
    do {
      _ = try await client.signIn()
    } catch {
      print(type(of: environment.transport), error.caseName)
    }
  }
}

/// Represents the user's browser. The issuer's page redirects immediately.
struct RefusingBrowser: Browser {
  func open(_ url: URL) async throws(BrowserFailure) {
    let transport = AuthEnvironment.platformTransport
    guard let page = try? await transport.send(HTTPRequest(url: url)).1,
      let callback = page.headerFields[.location].flatMap({ URL(string: $0) })
    else { return }
    _ = try? await transport.send(HTTPRequest(url: callback))
  }
}
