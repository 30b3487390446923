#if PostgreSQL
  import AuthRuntime
  import CLibPQ
  import Foundation

  extension PostgresConfiguration {
    /// Creates settings from a connection string of libpq, such as `postgresql://app:secret@db.example.com/app`.
    ///
    /// Without `sslmode`, the server's certificate must be valid for its host name (`verify-full`), except for a loopback address
    /// or a Unix socket. An `sslmode` in the string applies as it is.
    ///
    /// - Parameter url: The connection string. It usually contains the password, so it's a secret.
    /// - Throws: ``PostgresFailure/invalidConfiguration(_:)``, without the string.
    public init(url: Secret) throws(PostgresFailure) {
      var message: UnsafeMutablePointer<CChar>?
      let options = PQconninfoParse(url.reveal(), &message)
      // The message may repeat parts of the string, such as the password, so it isn't passed on.
      defer {
        PQconninfoFree(options)
        PQfreemem(message)
      }
      guard var option = options else { throw .invalidConfiguration("the connection string isn't valid") }
      var all: [String: String] = [:]
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val { all[String(cString: keyword)] = String(cString: value) }
        option += 1
      }
      let password = all.removeValue(forKey: "password")
      self.init(all, password: password.map { Secret($0) })
    }
  }
#endif
