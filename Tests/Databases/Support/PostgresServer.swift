#if PostgreSQL
  import AuthPostgres
  import AuthRuntime
  import Foundation
  import TestSupport
  import Testing

  /// A real PostgreSQL server, started by `scripts/lib/postgres`.
  struct PostgresServer: Sendable {
    /// The server of the suite that is running.
    @TaskLocal static var current: PostgresServer?

    let folder: URL

    static var running: PostgresServer { get throws { try #require(current) } }

    /// Creates a server and starts it.
    static func start() async throws -> PostgresServer {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-pg-\(UUID().uuidString)")
      let server = PostgresServer(folder: folder)
      try await server.control("start")
      return server
    }

    /// Runs a command of the script.
    func control(_ verb: String) async throws {
      let script = Repository.file("scripts/lib/postgres")
      let outcome = try await Command.run(script, [verb, folder.path])
      guard outcome.status == 0 else { throw SetUpFailure("\(verb): \(outcome.errors)") }
    }

    func end() async {
      try? await control("stop")
      try? FileManager.default.removeItem(at: folder)
    }

    func port(_ name: String = "port") throws -> String {
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The settings for a connection by TCP.
    func configuration(
      host: String = "127.0.0.1", port: String? = nil, options: String = ""
    ) throws -> PostgresConfiguration {
      let address = "\(host):\(try port ?? self.port())/app"
      return try PostgresConfiguration(url: Secret("postgresql://app:app-password@\(address)\(options)"))
    }

    /// A database with separate tables.
    func database(_ change: (inout PostgresConfiguration) -> Void = { _ in }) async throws -> PostgresDatabase {
      var configuration = try configuration()
      configuration.schema = "test \(UUID().uuidString)"
      change(&configuration)
      try await create(schema: configuration.schema)
      let database = PostgresDatabase(configuration)
      try await database.migrate()
      return database
    }

    func create(schema: String) async throws {
      let outcome = try await sql("CREATE SCHEMA IF NOT EXISTS \"\(schema)\" AUTHORIZATION app")
      guard outcome.status == 0 else { throw SetUpFailure(outcome.errors) }
    }

    /// Runs a statement as another program.
    @discardableResult
    func sql(_ text: String) async throws -> Command.Outcome {
      try await Command.run(
        URL(fileURLWithPath: "/usr/bin/psql"),
        ["-q", "-A", "-t", "-h", folder.path, "-p", try port(), "-U", "postgres", "-d", "app", "-c", text])
    }
  }

  /// Starts a server before the suite, and stops it afterwards.
  struct PostgresTrait: SuiteTrait, TestScoping {
    var isRecursive: Bool { false }

    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let server = try await PostgresServer.start()
      do { try await PostgresServer.$current.withValue(server) { try await function() } } catch {
        await server.end()
        throw error
      }
      await server.end()
    }
  }

  extension Trait where Self == PostgresTrait {
    static var postgres: PostgresTrait { PostgresTrait() }
  }
#endif
