import Foundation

/// Where the browser returns to with the answer.
public struct Redirect: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case loopback(ports: ClosedRange<Int>, path: String, signedOutPath: String)
    case delivered(URL, afterSignOut: URL?)
  }

  let kind: Kind

  #if Loopback
    /// A web server of this process on `127.0.0.1` that exists for the length of one sign-in (RFC 8252 §7.3).
    ///
    /// Register `http://127.0.0.1:PORT/callback` with the provider for each port, and
    /// `http://127.0.0.1:PORT/signed-out` for the return from sign-out. The first free port is used.
    public static func loopback(
      ports: ClosedRange<Int> = 8765...8769, path: String = "/callback", signedOutPath: String = "/signed-out"
    ) -> Redirect {
      Redirect(kind: .loopback(ports: ports, path: path, signedOutPath: signedOutPath))
    }

    /// ``loopback(ports:path:signedOutPath:)`` on one port.
    public static func loopback(port: Int) -> Redirect {
      loopback(ports: port...port)
    }
  #endif

  /// A URL that the operating system brings to the app: a private-use scheme with a period, such as
  /// `com.example.app:/callback` (RFC 8252 §7.1), or an `https` URL that the app has claimed (§7.2).
  ///
  /// The app hands what it receives to ``AuthClient/handle(_:)``.
  public static func url(_ callback: URL, afterSignOut: URL? = nil) -> Redirect {
    Redirect(kind: .delivered(callback, afterSignOut: afterSignOut))
  }

  /// Checks what can be checked before the browser opens.
  func validate() throws(ConfigurationFailure) {
    switch kind {
    case .loopback(let ports, let path, let signedOutPath):
      guard ports.lowerBound > 0, ports.upperBound <= 65535 else {
        throw .unsuitableRedirect("the loopback ports must lie between 1 and 65535")
      }
      guard path.hasPrefix("/"), signedOutPath.hasPrefix("/"), path != signedOutPath else {
        throw .unsuitableRedirect("the loopback paths must begin with a slash and differ")
      }
    case .delivered(let url, _):
      let scheme = url.scheme?.lowercased() ?? ""
      guard scheme == "https" || scheme.contains(".") else {
        throw .unsuitableRedirect("a callback scheme needs a period, such as com.example.app (RFC 8252 section 7.1)")
      }
    }
  }
}
