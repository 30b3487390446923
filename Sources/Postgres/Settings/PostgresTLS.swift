#if PostgreSQL
  import Foundation

  /// How a connection to PostgreSQL is protected.
  public enum PostgresTLS: Sendable, Hashable {
    /// TLS, and the server's certificate must be valid for its host name (`sslmode=verify-full`).
    ///
    /// - Parameter rootCertificates: The path of a PEM file with the trusted authorities, or `nil` for those of `PGSSLROOTCERT`. Without
    ///   this variable, they are those of the system.
    case verified(rootCertificates: String? = nil)
    /// TLS if the server offers it, without checks (`sslmode=prefer`). This doesn't protect against an attacker on the network.
    case unverified
    /// No TLS (`sslmode=disable`).
    case disabled
  }

  extension PostgresTLS {
    /// The files in which systems keep their authorities.
    private static let systemFiles = [
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
      "/etc/ssl/cert.pem",
    ]

    /// The parameters of libpq for this mode.
    var parameters: [String: String] {
      switch self {
      case .verified(let path):
        ["sslmode": "verify-full"].merging(
          (path ?? Self.systemRoots).map { ["sslrootcert": $0] } ?? [:], uniquingKeysWith: { $1 })
      case .unverified: ["sslmode": "prefer"]
      case .disabled: ["sslmode": "disable"]
      }
    }

    /// The system's authorities, which libpq 15 and earlier can't find, or `nil` if an environment variable names others.
    static var systemRoots: String? {
      guard ProcessInfo.processInfo.environment["PGSSLROOTCERT"]?.isEmpty ?? true else { return nil }
      return systemFiles.first { FileManager.default.isReadableFile(atPath: $0) }
    }
  }
#endif
