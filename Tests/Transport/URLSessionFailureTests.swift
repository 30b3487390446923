import Foundation
import Testing

@testable import AuthRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct `The failures of URLSession` {
  private static let host = "id.example.com"
  private static let codes: [(URLError.Code, TransportFailure)] =
    [(.cancelled, .cancelled), (.timedOut, .network(.noResponse(host: host)))]
    + [
      .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet, .dataNotAllowed,
      .internationalRoamingOff, .callIsActive, .badURL,
    ].map { ($0, .network(.unreachable(host: host))) }
    + [
      .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
      .serverCertificateHasBadDate, .serverCertificateNotYetValid,
    ].map { ($0, .network(.untrustedServer(host: host))) }
    // The request may have been sent.
    + [
      .networkConnectionLost, .badServerResponse, .unsupportedURL, .cannotParseResponse, .unknown, .resourceUnavailable,
      .zeroByteResource, .userCancelledAuthentication, .userAuthenticationRequired, .httpTooManyRedirects,
    ].map { ($0, .network(.interrupted(host: host))) }
    + [(.appTransportSecurityRequiresSecureConnection, .blockedByTransportSecurity(host: host))]

  @Test(arguments: codes)
  func `Each error code becomes the matching transport failure`(code: URLError.Code, expected: TransportFailure) {
    #expect(URLSessionTransport.failure(URLError(code), host: Self.host) == expected, "\(code.rawValue)")
  }

  @Test func `Any other error is treated as one that may occur after the request was sent`() {
    struct Unknown: Error {}
    #expect(URLSessionTransport.failure(Unknown(), host: Self.host) == .network(.interrupted(host: Self.host)))
    #expect(URLSessionTransport.failure(CancellationError(), host: Self.host) == .cancelled)
    #expect(URLSessionTransport.failure(TransportFailure.tooLarge, host: Self.host) == .tooLarge)
  }

  #if !canImport(Darwin)
    @Test(arguments: [
      ("SSL certificate problem: self-signed certificate", true),
      ("SSL: no alternative certificate subject name matches target host name 'a'", true),
      ("OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version number", true),
      ("OpenSSL SSL_connect: Connection reset by peer in connection to 127.0.0.1:1", true),
      ("TLS connect error: error:0A00010B:SSL routines::wrong version number", true),
      ("schannel: next InitializeSecurityContext failed: SEC_E_UNTRUSTED_ROOT (0x80090325)", true),
      ("schannel: SNI or certificate check failed: SEC_E_WRONG_PRINCIPAL (0x80090322)", true),
      ("schannel: CertGetCertificateChain trust error CERT_TRUST_IS_UNTRUSTED_ROOT", true),
      // The request may have been sent.
      ("OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading, errno 0", false),
      ("schannel: server closed abruptly (missing close_notify)", false),
      ("transfer closed with 7 bytes remaining to read", false), ("", false),
    ])
    func `A failed handshake is recognized by its message`(text: String, isHandshake: Bool) {
      let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])
      let expected = isHandshake ? NetworkFailure.untrustedServer(host: Self.host) : .interrupted(host: Self.host)
      #expect(URLSessionTransport.failure(error, host: Self.host) == .network(expected))
      let other = URLError(.networkConnectionLost, userInfo: [NSLocalizedDescriptionKey: text])
      #expect(URLSessionTransport.failure(other, host: Self.host) == .network(.interrupted(host: Self.host)))
    }
  #endif

  @Test func `An App Transport Security failure is recognized by Apple's error code`() {
    #expect(URLError.Code.appTransportSecurityRequiresSecureConnection.rawValue == -1022)
  }
}
