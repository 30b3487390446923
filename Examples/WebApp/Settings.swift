import AuthRuntime
import AuthSQLite
import AuthWeb
import Foundation
import Logging

#if PostgreSQL
  import AuthPostgres
#endif

/// The app's settings, from the environment.
struct Settings {
  private let environment = ProcessInfo.processInfo.environment
  private let folder: URL

  var origin: String { self["APP_ORIGIN", "http://localhost:\(port)"] }
  var port: Int { Int(self["APP_PORT", "8080"]) ?? 8080 }

  init() throws {
    folder = URL(filePath: environment["APP_DATA"] ?? ".build/web-app")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  subscript(name: String) -> String? { environment[name] }
  subscript(name: String, standard: String) -> String { environment[name] ?? standard }

  /// The store for sessions: a file for one server, or a database for many.
  func sessions() async throws -> any WebSessionStore {
    #if PostgreSQL
      if let address = environment["APP_DATABASE"] {
        let database = PostgresDatabase(try PostgresConfiguration(url: Secret(address)))
        try await database.migrate()
        return PostgresSessionStore(database)
      }
    #endif
    return SQLiteSessionStore(try await SQLiteDatabase.open(folder.appending(path: "sessions.sqlite")))
  }

  /// The app's key. Several servers need the same one, so they get it from `APP_KEY`, in base64.
  func keys() throws -> WebKeys {
    if let bytes = environment["APP_KEY"].flatMap({ Data(base64Encoded: $0) }), let key = EncryptionKey(bytes: bytes) {
      return WebKeys(key)
    }
    return WebKeys(try EncryptionKey(file: folder.appending(path: "key"), createIfMissing: true))
  }

  /// The transport to the identity servers, which have certificates of a private authority in tests, and the log of failures.
  func connection() throws -> AuthEnvironment {
    var connection = AuthEnvironment()
    if let file = environment["APP_TRUST_ROOT"] {
      connection.transport = try AsyncHTTPTransport(trustRoot: URL(filePath: file))
    }
    connection.logger = Logger(label: "auth")
    return connection
  }

  func accounts() throws -> Accounts { try Accounts(in: folder.appending(path: "accounts")) }
}
