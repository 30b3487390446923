#if AsyncHTTPClient && !canImport(Darwin) && !os(Windows)
  import NIOCore
  import NIOSSL

  /// Checks that a server's certificate is for the host of the URL (RFC 9110 §4.3.4).
  ///
  /// NIOSSL also accepts a certificate that contains the IP address of the connection, even if the URL has a host name.
  /// Public authorities issue certificates for IP addresses, so an attacker who spoofs DNS could receive every request.
  enum ServerIdentity {
    /// The certificate isn't for the host.
    struct Mismatch: Error {}

    /// Checks a connection before the client sends a request on it.
    ///
    /// The client requires the connection to stay open until the check is complete. It does, because the client calls this
    /// function on the event loop of the connection, and the result is complete when the function returns.
    @Sendable static func check(_ channel: any Channel) -> EventLoopFuture<Void> {
      let loop = channel.eventLoop
      loop.preconditionInEventLoop()
      // Without TLS, the pipeline has no such handler.
      guard let handler = try? channel.pipeline.syncOperations.handler(type: NIOSSLHandler.self),
        let certificate = handler.peerCertificate, !isFor(host(expectedBy: handler), certificate)
      else { return loop.makeSucceededVoidFuture() }
      // The client leaves a connection that fails the check open. It must receive the failure before the connection closes.
      loop.execute { channel.close(promise: nil) }
      return loop.makeFailedFuture(Mismatch())
    }

    enum Host: Equatable {
      case name(String)
      case address
      case unknown
    }

    /// Returns the host that NIOSSL compared with the certificate. Neither NIOSSL nor AsyncHTTPClient has an API for it.
    private static func host(expectedBy handler: NIOSSLHandler) -> Host {
      var mirror: Mirror? = Mirror(reflecting: handler)
      while let current = mirror, current.descendant("connection") == nil { mirror = current.superclassMirror }
      return host(mirror?.descendant("connection", "expectedHostname"))
    }

    /// - Parameter expected: The value of NIOSSL's property, an optional string, or `nil` if the property doesn't exist.
    static func host(_ expected: Any?) -> Host {
      guard let expected else { return .unknown }
      if let name = expected as? String { return .name(name) }
      let value = Mirror(reflecting: expected)
      return value.displayStyle == .optional && value.children.isEmpty ? .address : .unknown
    }

    /// NIOSSL has compared the certificate with the host and with the address of the connection. The second comparison
    /// counts only if the host is an address.
    static func isFor(_ host: Host, _ certificate: NIOSSLCertificate) -> Bool {
      let names = certificate._subjectAlternativeNames()
      guard names.contains(where: { $0.nameType == .ipAddress }) else { return true }
      return switch host {
      case .name(let host):
        names.contains { $0.nameType == .dnsName && matches($0.bytes, host) }
      case .address: true
      case .unknown: false
      }
    }

    /// Compares a name of a certificate with a host (RFC 9525 §6.3). A wildcard stands for the whole first label.
    static func matches(_ name: [UInt8], _ host: String) -> Bool {
      var labels = labels(of: Array(host.utf8))
      if labels.last?.isEmpty == true { labels.removeLast() }
      let name = Self.labels(of: name)
      if name.first == [UInt8(ascii: "*")], name.count > 1 { return name.dropFirst() == labels.dropFirst() }
      return name == labels
    }

    /// The labels in lowercase. Bytes, because Swift's strings treat some characters as equal to ASCII letters.
    private static func labels(of name: [UInt8]) -> [[UInt8]] {
      let lowercase = name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      return lowercase.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Array.init)
    }
  }

  extension _SubjectAlternativeName {
    fileprivate var bytes: [UInt8] { contents.withUnsafeBufferPointer { Array($0) } }
  }
#endif
