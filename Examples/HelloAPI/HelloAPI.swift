import AuthRuntime
import Foundation
import Hummingbird

/// An API that accepts the access tokens of one Auth0 tenant.
@main
enum HelloAPI {
  static func main() async throws {
    let environment = ProcessInfo.processInfo.environment
    let api = Auth0.API(
      domain: environment["AUTH_DOMAIN"] ?? "acme.eu.auth0.com",
      audiences: [environment["AUTH_AUDIENCE"] ?? "https://api.acme.com"])
    try await api.checkReadiness()

    let router = Router()
    router.get("timesheets") { request, _ in
      do {
        let caller = try await api.caller(authorization: request.headers[values: .authorization])
        try caller.require(.scope("read:timesheets"))
        return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "Hello, \(caller.subject)\n")))
      } catch let failure as AccessFailure {
        return Response(failure.challenge(realm: "timesheets"))
      }
    }
    let server = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8080)))
    try await server.runService()
  }
}

extension Response {
  /// Creates the response to a request that was rejected.
  init(_ challenge: BearerChallenge) {
    var fields = HTTPFields()
    for (name, value) in challenge.headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    self.init(
      status: .init(code: challenge.status), headers: fields,
      body: ResponseBody(byteBuffer: ByteBuffer(string: challenge.body)))
  }
}
