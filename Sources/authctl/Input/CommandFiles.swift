import AuthRuntime
import Foundation

/// A file with a secret, named on the command line.
enum SecretFile {
  /// Reads the file's text, without the line break at its end.
  static func read(_ path: String) throws(ReportedFailure) -> Secret {
    guard let data = FileManager.default.contents(atPath: path), data.count <= 4096,
      let text = String(data: data, encoding: .utf8)?.trimmingCharacters(in: .newlines), !text.isEmpty
    else { throw ReportedFailure(line: "unreadableFile: can't read a secret from \(path)") }
    return Secret(text)
  }
}

enum CommandTransport {
  /// A transport for many streams that stay open.
  static func forStreams(trustRoot: String?) throws(ReportedFailure) -> any HTTPTransport {
    #if AsyncHTTPClient && !canImport(Darwin) && !os(Windows)
      do {
        return try AsyncHTTPTransport(forStreamsTrusting: trustRoot.map { URL(fileURLWithPath: $0) })
      } catch {
        throw unreadable(trustRoot ?? "")
      }
    #else
      return try make(trustRoot: trustRoot)
    #endif
  }

  /// The platform's transport. With a trust root, it trusts only the authorities in that file.
  static func make(trustRoot: String?) throws(ReportedFailure) -> any HTTPTransport {
    guard let trustRoot else { return AuthEnvironment.platformTransport }
    #if AsyncHTTPClient && !canImport(Darwin) && !os(Windows)
      do {
        return try AsyncHTTPTransport(trustRoot: URL(fileURLWithPath: trustRoot))
      } catch {
        throw unreadable(trustRoot)
      }
    #elseif Curl && os(Linux)
      do { return try CurlTransport(trustRoot: URL(fileURLWithPath: trustRoot)) } catch { throw unreadable(trustRoot) }
    #else
      throw ReportedFailure(
        line: "unsupported: --trust-root requires a build with AsyncHTTPClient or Curl; "
          + "use such a build, or add the certificate to the system's trusted certificates")
    #endif
  }

  private static func unreadable(_ file: String) -> ReportedFailure {
    ReportedFailure(line: "unreadableFile: can't read a certificate from \(file)")
  }
}
