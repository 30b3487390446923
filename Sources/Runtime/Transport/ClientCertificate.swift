import Crypto
import Foundation

/// The certificate with which a client authenticates (`tls_client_auth`, `self_signed_tls_client_auth`; RFC 8705 §2), or
/// to which its access tokens are bound (RFC 8705 §3).
///
/// ```swift
/// let identity = ClientIdentity(certificateChain: chain, privateKey: Secret(key))
/// let bank = Bank.Client(
///   issuer: "https://bank.example", clientID: "abc", certificate: .identity(identity), redirect: .loopback())
/// ```
///
/// The client presents it only to the provider's endpoints that require it, preferably at their `mtls_endpoint_aliases`
/// (RFC 8705 §5). If the provider binds tokens to it, the client presents it to APIs, too. All other requests, such as
/// those for the provider's metadata and keys, use the environment's transport and don't present it.
public struct ClientCertificate: Sendable {
  /// The transport that presents the certificate, or the reason that there is none.
  let transport: Result<any HTTPTransport, ConfigurationFailure>
  /// The certificate and those of its issuers in DER. It's empty if the app doesn't pass the certificate.
  package let chain: [Data]
  /// The public key of the certificate, if the app passes the private key.
  let publicKey: PublicKey?

  /// A certificate that a transport of the app presents, such as `URLSessionTransport(presenting: credential)` on Apple's
  /// platforms.
  ///
  /// - Parameters:
  ///   - transport: The transport. It presents the certificate to every server that requests one.
  ///   - chain: The certificate in PEM, followed by those of the authorities that issued it. With it, the client checks
  ///     that access tokens are bound to this certificate.
  public static func presented(by transport: any HTTPTransport, chain: String? = nil) -> ClientCertificate {
    ClientCertificate(transport: .success(transport), chain: chain.map { certificates(in: $0) } ?? [], publicKey: nil)
  }

  #if AsyncHTTPClient && !canImport(Darwin) && !os(Windows)
    /// A certificate with its private key in memory, on Linux and Android.
    ///
    /// If the certificate or the key is invalid, the client's first call fails with
    /// ``ConfigurationFailure/unusableClientCertificate``, before it sends a request.
    ///
    /// - Parameters:
    ///   - identity: The certificate and its private key.
    ///   - file: The authorities to trust, in a PEM file. `nil` trusts those that ``AsyncHTTPTransport/init()`` trusts.
    public static func identity(_ identity: ClientIdentity, trustRoot file: URL? = nil) -> ClientCertificate {
      let transport = Result { () throws(ConfigurationFailure) -> any HTTPTransport in
        try AsyncHTTPTransport(presenting: identity, trustRoot: file)
      }
      return ClientCertificate(
        transport: transport, chain: certificates(in: identity.certificateChain),
        publicKey: (try? PrivateKey(pem: identity.privateKey))?.publicKey)
    }
  #endif

  /// The SHA-256 thumbprint of the certificate in base64url (`x5t#S256`; RFC 8705 §3.1), or `nil` if the app doesn't pass
  /// the certificate.
  public var thumbprint: String? { chain.first.map { Base64URL.encode(SHA256.hash(data: $0)) } }

  /// The certificate's public key with the chain, as a JSON Web Key Set, to register it for `self_signed_tls_client_auth`
  /// (RFC 8705 §2.2.2). It's `nil` if the app doesn't pass the certificate and its private key.
  public var keySet: [String: JSONValue]? {
    guard let publicKey, !chain.isEmpty else { return nil }
    var members = publicKey.jwk
    members["use"] = "sig"
    members["x5c"] = .array(chain.map { .string($0.base64EncodedString()) })
    return ["keys": .array([.object(members)])]
  }

  /// Returns the certificates in a PEM text (RFC 7468 §5.1), without other parts. It's empty if one isn't valid Base64.
  static func certificates(in pem: String) -> [Data] {
    let parts = "\n\(pem)".split(separator: "-----BEGIN CERTIFICATE-----").dropFirst()
    let all = parts.map { part in
      part.firstRange(of: "-----END CERTIFICATE-----").flatMap { end in
        Data(base64Encoded: String(part[..<end.lowerBound].filter { !$0.isWhitespace }))
      }
    }
    let valid = all.compactMap(\.self)
    return valid.count == all.count ? valid : []
  }
}

// A dump would otherwise show the transport, which has the private key.
extension ClientCertificate: CustomStringConvertible, CustomReflectable {
  public var description: String { "ClientCertificate(\(thumbprint ?? "unknown"))" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The transports of a client, one of which presents its certificate.
struct ClientTransports: Sendable {
  /// Sends requests without a certificate.
  let plain: any HTTPTransport
  /// Sends requests with the certificate, or the reason that the client can't.
  let presenting: Result<any HTTPTransport, StepFailure>

  /// Creates the transports. Requests with a certificate are logged and repeated in the same way.
  init(_ plain: any HTTPTransport, _ certificate: ClientCertificate?, _ wrap: (any HTTPTransport) -> any HTTPTransport)
  {
    self.plain = wrap(plain)
    presenting =
      switch certificate?.transport {
      case .success(let transport)?: .success(wrap(transport))
      case .failure(let reason)?: .failure(.configuration(reason))
      case nil: .failure(.configuration(.missingClientCertificate))
      }
  }

  func transport(presentsCertificate: Bool) throws(StepFailure) -> any HTTPTransport {
    presentsCertificate ? try presenting.get() : plain
  }
}
