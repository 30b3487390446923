import AuthRuntime
import Foundation

/// A file with the client's certificate and its private key, which only the user can read.
enum ClientCertificateFile {
  /// Reads the certificates, which start with the client's own one, and the private key. All of them are PEM.
  ///
  /// - Parameter trustRoot: The file with the authorities that the server's certificate must be from.
  /// - Throws: ``ReportedFailure`` if the file is missing, if other users can read it, or if a part is missing.
  static func read(_ path: String, trustRoot: String?) throws(ReportedFailure) -> ClientCertificate {
    #if AsyncHTTPClient && !canImport(Darwin) && !os(Windows)
      let text = try ClientKeyFile.contents(path).reveal()
      let key = Self.blocks(in: text) { $0.hasSuffix("PRIVATE KEY") }
      let chain = Self.blocks(in: text) { $0 == "CERTIFICATE" }
      guard let key = key.first, !chain.isEmpty else {
        let what = chain.isEmpty ? "a certificate" : "the certificate's private key"
        throw ReportedFailure(line: "unusableCertificate: \(path) doesn't contain \(what) in PEM")
      }
      let identity = ClientIdentity(certificateChain: chain.joined(separator: "\n"), privateKey: Secret(key))
      do throws(ConfigurationFailure) { _ = try AsyncHTTPTransport(presenting: identity) } catch {
        throw ReportedFailure(
          line: "unusableCertificate: \(path) isn't valid PEM, or its private key doesn't match its certificate")
      }
      return .identity(identity, trustRoot: trustRoot.map { URL(fileURLWithPath: $0) })
    #else
      throw ReportedFailure(line: "unsupported: --client-certificate requires a build with AsyncHTTPClient")
    #endif
  }

  /// The parts of a PEM text (RFC 7468 §2) whose labels fit.
  private static func blocks(in pem: String, _ isWanted: (Substring) -> Bool) -> [String] {
    var blocks: [String] = []
    var lines: [Substring]?
    for line in pem.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("-----BEGIN "), line.hasSuffix("-----") {
        lines = isWanted(line.dropFirst(11).dropLast(5)) ? [] : nil
      }
      lines?.append(line)
      if line.hasPrefix("-----END "), let block = lines {
        blocks.append(block.joined(separator: "\n") + "\n")
        lines = nil
      }
    }
    return blocks
  }
}
