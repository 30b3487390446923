import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif os(Windows)
  import WinSDK
#endif

/// The standard streams that may be a terminal, or a console on Windows.
package enum StandardTerminal: Int32, Sendable, CaseIterable {
  case input = 0
  case error = 2

  /// Whether this stream is a terminal.
  package var isPresent: Bool {
    #if os(Windows)
      var mode = DWORD(0)
      return GetConsoleMode(GetStdHandle(self == .input ? STD_INPUT_HANDLE : STD_ERROR_HANDLE), &mode)
    #else
      return isatty(rawValue) == 1
    #endif
  }
}
