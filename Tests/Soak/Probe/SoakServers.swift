#if Hummingbird
  import AuthHummingbird
  import AuthRuntime
  import AuthWeb
  import Foundation
  import Hummingbird
  import Logging
  import NIOCore
  import ServiceLifecycle

  /// An API that responds with the user of the access token.
  enum SoakAPI {
    static func run(issuer: String, audiences: [String]) async throws {
      let api = ResourceServer(issuer: issuer, audiences: audiences)
      try await api.checkReadiness()
      let router = Router()
      router.get("me") { request, _ in
        do throws(AccessFailure) {
          let caller = try await api.caller(authorization: request.headers[values: .authorization])
          return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: caller.subject)))
        } catch {
          // The reason is in the message, so that it's in the client's failure.
          return Response(
            status: error.isUnavailable ? .serviceUnavailable : .unauthorized,
            body: ResponseBody(byteBuffer: ByteBuffer(string: "\(error)")))
        }
      }
      try await SoakProbe.serve(router)
    }
  }

  extension AccessFailure {
    fileprivate var isUnavailable: Bool { if case .unavailable = self { true } else { false } }
  }

  extension SoakProbe {
    /// Serves on a free port.
    static func serve<Context: InitializableFromSource<ApplicationRequestContextSource>>(
      _ router: Router<Context>, _ services: [any Service] = []
    ) async throws {
      var logger = Logger(label: "soak")
      logger.logLevel = .warning
      var application = Application(
        router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { channel in SoakProbe.say("listening \(channel.localAddress?.port ?? 0)") }, logger: logger)
      for service in services { application.addServices(service) }
      try await application.runService()
    }
  }

  #if PostgreSQL
    import AuthPostgres

    /// A web app whose sessions are in PostgreSQL.
    enum SoakWebApp {
      private typealias Context = BasicWebRequestContext<DynamicProvider>

      static func run(origin: String, issuer: String, api: String) async throws {
        guard let key = EncryptionKey(hexadecimal: SoakProbe.environment("AUTH_KEY")) else { exit(64) }
        let database = PostgresDatabase(
          try PostgresConfiguration(url: Secret(SoakProbe.environment("AUTH_DATABASE"))))
        try await database.migrate()
        let sessions = PostgresSessionStore(database)
        let backend = BackendExchange<DynamicProvider>(issuer: issuer, clientID: "web") {
          $0.refresh?.rotation = .rotate
        }
        let web = WebSignIn(backend, origin: origin, keys: WebKeys(key), sessions: sessions)
        let router = Router(context: Context.self)
        web.mount(on: router.group("auth"))
        router.add(middleware: web.authenticator())
        router.get("page") { _, context in try await page(context.webSession, api) }
        let removal = ExpiredSessionRemoval(from: sessions, every: .seconds(10), logger: Logger(label: "soak"))
        try await SoakProbe.serve(router, [removal])
      }

      private static func page(_ session: WebSession<DynamicProvider>?, _ api: String) async throws -> Response {
        guard let session else { return Response(status: .unauthorized) }
        do throws(WebSession<DynamicProvider>.Failure) {
          let (data, response) = try await session.data(from: api)
          return Response(
            status: .init(code: response.status.code), body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
        } catch {
          return Response(
            status: .internalServerError, body: ResponseBody(byteBuffer: ByteBuffer(string: "\(error)")))
        }
      }
    }
  #endif
#endif
