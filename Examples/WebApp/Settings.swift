import AuthRuntime
import AuthSQLite
import AuthWeb
import Foundation

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
}

/// The app's accounts, and the users who belong to them. A real app has a table for them.
actor Accounts {
  private struct Identity: Hashable {
    var provider: String
    var user: String
  }

  private var accounts: [Identity: String] = [:]

  func account(of provider: String, _ user: String, linkingTo other: String?) -> String {
    let identity = Identity(provider: provider, user: user)
    if let known = accounts[identity] { return known }
    let account = other ?? "account-\(accounts.count + 1)"
    accounts[identity] = account
    return account
  }
}
