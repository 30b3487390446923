#if os(Windows) || (URL_SESSION_TESTS && !canImport(Darwin))
  import Foundation
  import FoundationNetworking

  extension URLError {
    /// Whether TLS failed before the request was sent. swift-corelibs-foundation has no code for most of these failures, only the text
    /// of libcurl. Failures that come later, such as those of `SSL_read`, don't count.
    var isFailedHandshake: Bool {
      guard code == .unknown else { return false }
      let text = localizedDescription
      return Self.openSSL.contains { text.hasPrefix($0) } || Self.schannel.contains { text.contains($0) }
    }

    /// libcurl with OpenSSL, as on Linux.
    private static let openSSL = [
      "SSL certificate problem", "SSL: ", "TLS connect error", "OpenSSL/", "OpenSSL SSL_connect",
    ]
    /// libcurl with Schannel, as on Windows.
    private static let schannel = [
      "InitializeSecurityContext failed", "SNI or certificate check failed", "CertGetCertificateChain",
      "CertGetNameString", "schannel: failed to receive handshake", "schannel: failed to send initial handshake",
    ]
  }
#endif
