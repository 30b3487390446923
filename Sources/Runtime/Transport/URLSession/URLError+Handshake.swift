#if os(Windows) || (URL_SESSION_TESTS && !canImport(Darwin))
  import Foundation
  import FoundationNetworking

  extension URLError {
    /// Whether TLS failed before the request was sent. For most of these failures, swift-corelibs-foundation provides
    /// only libcurl's message, without a code. Later failures, such as those of `SSL_read`, don't count.
    var isFailedHandshake: Bool {
      guard code == .unknown else { return false }
      let text = localizedDescription
      return Self.openSSL.contains { text.hasPrefix($0) } || Self.schannel.contains { text.contains($0) }
    }

    /// The messages of libcurl with OpenSSL, as on Linux.
    private static let openSSL = [
      "SSL certificate problem", "SSL: ", "TLS connect error", "OpenSSL/", "OpenSSL SSL_connect",
    ]
    /// The messages of libcurl with Schannel, as on Windows.
    private static let schannel = [
      "InitializeSecurityContext failed", "SNI or certificate check failed", "CertGetCertificateChain",
      "CertGetNameString", "schannel: failed to receive handshake", "schannel: failed to send initial handshake",
    ]
  }
#endif
