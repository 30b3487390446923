#if PostgreSQL
  import AuthRuntime
  import Foundation

  /// The settings of the connections to a PostgreSQL server, or to PgBouncer.
  ///
  /// Settings that are missing come from libpq's environment variables, such as `PGPASSWORD` and `PGPASSFILE`.
  public struct PostgresConfiguration: Sendable {
    /// The connection parameters of libpq, without the password.
    let parameters: [String: String]
    let password: Secret?

    /// The largest number of connections of this process.
    public var maximumConnections = 8
    /// The longest wait for a free connection.
    public var longestWait = Duration.seconds(10)
    /// The longest wait for a new connection, after its host's name was resolved. With several hosts, it applies to each of them, but
    /// not to each address of a host.
    public var connectTimeout = Duration.seconds(5)
    /// The longest execution of a statement. A server that doesn't respond in time loses the connection.
    public var statementTimeout = Duration.seconds(10)
    /// The time during which a statement is repeated if the server isn't available, for example because it restarts.
    public var recoveryTime = Duration.seconds(20)
    /// Whether statements are prepared once for each connection. If a pooler such as PgBouncer in transaction mode doesn't keep
    /// prepared statements, the client notices that and stops preparing. Set it to `false` to avoid the attempt.
    public var preparesStatements = true
    /// The schema that contains the tables.
    public var schema = "public"

    /// Creates settings from the parts of an address.
    ///
    /// - Parameters:
    ///   - host: A host name, an IP address, or the folder of a Unix socket.
    ///   - port: The port of the server.
    ///   - user: The name of the role.
    ///   - password: The password of the role, if the server requires one.
    ///   - database: The name of the database.
    ///   - tls: The protection of the connections, or `nil` for ``PostgresTLS/verified(rootCertificates:)``, except for a loopback
    ///     address or a Unix socket.
    public init(
      host: String, port: Int = 5432, user: String, password: Secret? = nil, database: String, tls: PostgresTLS? = nil
    ) {
      let all = ["host": host, "port": "\(port)", "user": user, "dbname": database]
      self.init(all.merging(tls?.parameters ?? [:], uniquingKeysWith: { $1 }), password: password)
    }

    init(_ given: [String: String], password: Secret?) {
      // libpq ignores empty values, so they must not replace the defaults.
      var all = given.filter { !$0.value.isEmpty }
      if all["sslmode"] == nil {
        let tls: PostgresTLS = Self.isLocal(all) ? .unverified : .verified(rootCertificates: all["sslrootcert"])
        all.merge(tls.parameters) { $1 }
      } else if all["sslmode"]?.hasPrefix("verify") == true, all["sslrootcert"] == nil {
        all["sslrootcert"] = PostgresTLS.systemRoots
      }
      // With an encryption of Kerberos, libpq wouldn't check the server's certificate.
      let defaults = ["application_name": "swift-auth", "client_encoding": "UTF8", "gssencmode": "disable"]
      (parameters, self.password) = (all.merging(defaults) { mine, _ in mine }, password)
    }

    /// Whether no other machine can read the connection.
    private static func isLocal(_ all: [String: String]) -> Bool {
      let environment = ProcessInfo.processInfo.environment
      guard all["service"] == nil, environment["PGSERVICE"] == nil else { return false }
      // libpq ignores empty values, and connects to a host's address if it has one.
      let addresses = list(all["hostaddr"], environment["PGHOSTADDR"])
      let hosts = list(all["host"], environment["PGHOST"])
      return (0..<max(addresses.count, hosts.count)).allSatisfy { index in
        let address = index < addresses.count ? addresses[index] : ""
        return isLocal(address.isEmpty && index < hosts.count ? hosts[index] : address)
      }
    }

    private static func list(_ given: String?, _ variable: String?) -> [Substring] {
      let value = [given, variable].compactMap { $0 }.first { !$0.isEmpty }
      return value?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    }

    /// libpq connects to a Unix socket if there's no host, or if the host starts with a slash or an at sign.
    private static func isLocal(_ host: Substring) -> Bool {
      host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1"
        || isLoopbackAddress(host)
    }

    private static func isLoopbackAddress(_ host: Substring) -> Bool {
      let parts = host.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
  }

  extension PostgresConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
      let shown = ["host", "hostaddr", "port", "dbname", "user", "sslmode"].compactMap { name in
        parameters[name].map { "\(name)=\($0)" }
      }
      return "PostgresConfiguration(\(shown.joined(separator: " ")))"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
  }
#endif
