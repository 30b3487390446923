import AuthConfiguration
import AuthRuntime
import AuthTesting
import Foundation
import TestSupport

/// A provider that accepts each refresh token once and ends the session if one is used again. Its log has a line for each
/// request and each response of the token endpoint. It's also an API: `/resource` accepts access tokens that haven't
/// expired.
enum LoggingProvider {
  /// - Parameter overlap: The time in seconds for which a refresh token can be used again.
  static func run(seconds: Int, log path: String, overlap: Int = 0) async throws {
    let log = try Log(path)
    let resource = Resource(lifetime: TimeInterval(seconds))
    let configuration = ProviderConfiguration.openIDConnect(issuer: "https://probe.example") {
      $0.refresh?.rotation = .rotate
      $0.accessToken.format = .jwt
    }
    let provider = try await ScriptedProvider.start(as: configuration)
    await provider.rewrite { script in
      script.rotation = .reuseDetected(overlap: .seconds(overlap))
      script.accessTokenLifetime = .seconds(seconds)
      script.tokens = { members in
        resource.accept(members["access_token"]?.string)
        log.issued(members["refresh_token"]?.string, members["access_token"]?.string)
      }
      script.instead = { request in
        if request.path == "/resource" { return resource.response(to: request) }
        log.requested(request)
        return nil
      }
    }
    // Chooses the user of the next sign-in.
    let control = try await ScriptedServer.start { request in
      let name = request.query
      await provider.rewrite { $0.user = TestUser(name, claims: [:]) }
      return ScriptedResponse(204)
    }
    WebSessionProbe.say("issuer \(provider.configuration.server.issuer?.text ?? "")")
    WebSessionProbe.say("control \(control.url)")
    await WebSessionProbe.forever()
  }

  /// An API that accepts this provider's tokens.
  private final class Resource: Sendable {
    private let lifetime: TimeInterval
    private let issued = Locked<[String: Date]>([:])

    init(lifetime: TimeInterval) { self.lifetime = lifetime }

    func accept(_ token: String?) {
      if let token { issued.withLock { $0["Bearer \(token)"] = Date() } }
    }

    func response(to request: RecordedRequest) -> ScriptedResponse {
      let date = request.headers["authorization"].flatMap { header in issued.withLock { $0[header] } }
      let isValid = date.map { Date() < $0.addingTimeInterval(lifetime) } ?? false
      return isValid
        ? ScriptedResponse(200, body: "resource")
        : ScriptedResponse(401, headers: ["WWW-Authenticate": #"Bearer error="invalid_token""#])
    }
  }

  /// The provider handles one request after the other, so a response belongs to the last request.
  private final class Log: Sendable {
    private let file: FileHandle
    private let current = Locked("")

    init(_ path: String) throws {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    func requested(_ request: RecordedRequest) {
      guard request.method == "POST" else { return }
      let fields = (FormEncoding.decode(request.text) ?? []).reduce(into: [:]) { $0[$1.name] = $1.value }
      let old = fields["refresh_token"] ?? "code"
      current.withLock { $0 = old }
      if old != "code" { write("request \(old)") }
    }

    func issued(_ refresh: String?, _ access: String?) {
      write("issued \(current.value) \(refresh ?? "-") \((access ?? "-").suffix(24))")
    }

    private func write(_ line: String) {
      let stamped = "\(Date().timeIntervalSince1970) \(line)\n"
      try? file.write(contentsOf: Data(stamped.utf8))
    }
  }
}
