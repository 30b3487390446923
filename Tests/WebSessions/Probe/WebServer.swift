#if PostgreSQL
  import AuthPostgres
  import AuthRuntime
  import AuthTesting
  import AuthWeb
  import Foundation
  import HTTPTypes

  /// A web server whose sessions are in PostgreSQL. `GET /page` uses the session's access token.
  enum WebServer {
    static func run(origin: String, issuer: String) async throws {
      guard let key = EncryptionKey(bytes: bytes(WebSessionProbe.environment("AUTH_KEY"))) else { exit(64) }
      var configuration = try PostgresConfiguration(url: Secret(WebSessionProbe.environment("AUTH_DATABASE")))
      configuration.maximumConnections = 8
      configuration.longestWait = .seconds(30)
      configuration.recoveryTime = .seconds(30)
      let database = PostgresDatabase(configuration)
      try await database.migrate()
      let backend = BackendExchange<DynamicProvider>(issuer: issuer, clientID: "web") {
        $0.refresh?.rotation = .rotate
      }
      let lease = Double(WebSessionProbe.environment("AUTH_LEASE")) ?? 10
      let sessions = PostgresSessionStore(database)
      let web = WebSignIn(
        backend, origin: origin, keys: WebKeys(key), sessions: sessions,
        lifetimes: WebLifetimes(lease: .seconds(lease)))
      try web.checkConfiguration()
      let server = try await ScriptedServer.start { await response(to: $0, web) }
      WebSessionProbe.say("listening \(server.url.split(separator: ":").last ?? "")")
      while !Task.isCancelled {
        _ = try? await sessions.removeAllExpired()
        try? await Task.sleep(for: .seconds(1))
      }
    }

    private static func response(
      to request: RecordedRequest, _ web: WebSignIn<DynamicProvider>
    ) async -> ScriptedResponse {
      let request = WebRequest(request)
      if let response = await web.handle(request) { return ScriptedResponse(response) }
      do throws(StoreFailure) {
        guard let session = try await web.session(for: request) else { return ScriptedResponse(401, body: "none") }
        return await page(of: session)
      } catch {
        return ScriptedResponse(503, body: "\(error)")
      }
    }

    private static func page(of session: WebSession<DynamicProvider>) async -> ScriptedResponse {
      do throws(WebSession<DynamicProvider>.Failure) {
        return ScriptedResponse(200, body: String(try await session.accessToken().reveal().suffix(24)))
      } catch .notSignedIn {
        return ScriptedResponse(401, body: "not signed in")
      } catch .session(.ended(let end)) {
        return ScriptedResponse(
          401, body: end.unconfirmedRefresh == nil ? "ended, nothing was lost" : "ended, a response was lost")
      } catch {
        return ScriptedResponse(503, body: "\(error)")
      }
    }

    private static func bytes(_ digits: String) -> [UInt8] {
      stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
    }
  }

  extension WebRequest {
    fileprivate init(_ request: RecordedRequest) {
      var fields = HTTPFields()
      for (name, value) in request.headers {
        if let name = HTTPField.Name(name) { fields[name] = value }
      }
      let target = request.query.isEmpty ? request.path : "\(request.path)?\(request.query)"
      self.init(
        method: HTTPRequest.Method(request.method) ?? .get, target: target, headers: fields, form: request.text)
    }
  }

  extension ScriptedResponse {
    fileprivate init(_ response: WebResponse) {
      var headers: [String: String] = [:]
      for field in response.headers {
        // A dictionary has each name once. The letters of a field's name may have any case.
        var name = field.name.canonicalName
        while headers[name] != nil {
          guard let next = name.firstIndex(where: { $0.isLowercase }) else { break }
          name.replaceSubrange(next...next, with: name[next].uppercased())
        }
        headers[name] = field.value
      }
      self.init(response.status.code, headers: headers, body: response.body)
    }
  }
#endif
