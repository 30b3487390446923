import AuthRuntime
import Foundation

/// A file with the client's private key, which only the user can read.
enum ClientKeyFile {
  /// Reads a key in PEM, or a JSON Web Key.
  ///
  /// - Parameter id: The ID of a key in PEM. A JSON Web Key has its own.
  /// - Throws: ``ReportedFailure`` if the file is missing, if other users can read it, or if it doesn't contain a
  ///   private key.
  static func read(_ path: String, id: String? = nil) throws(ReportedFailure) -> ClientKey {
    let text = try contents(path)
    let isObject = text.reveal().first { !$0.isWhitespace } == "{"
    do throws(KeyFailure) {
      _ = isObject ? try PrivateKey(jwk: text) : try PrivateKey(pem: text)
    } catch {
      throw ReportedFailure(line: "unusableKey: \(path) isn't a supported private key in PEM or a JSON Web Key")
    }
    guard id == nil || !isObject else {
      throw ReportedFailure(
        line: "unusedKeyID: \(path) is a JSON Web Key, which has its own key ID (leave out --client-key-id)")
    }
    return isObject ? .jwk(text) : .pem(text, keyID: id)
  }

  static func contents(_ path: String) throws(ReportedFailure) -> Secret {
    guard let data = try PrivateFile.contents(path, others: .nothing, atMost: 1 << 16) else {
      throw ReportedFailure(line: "unreadableFile: can't read a private key from \(path)")
    }
    return Secret(String(decoding: data, as: UTF8.self))
  }
}
