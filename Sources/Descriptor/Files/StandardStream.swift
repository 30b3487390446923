import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Standard output and standard error of a command. If a command can't write its output, it exits with status 1.
package enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  /// Prepares the streams when a command starts. A closed pipe becomes an error instead of a signal, and a file that
  /// the command opens never gets the file descriptor of a closed stream.
  package static func prepare() {
    #if !os(Windows)
      signal(SIGPIPE, SIG_IGN)
      for stream in Int32(0)...2 where fcntl(stream, F_GETFD) < 0 {
        // Opened in the wrong direction, so that using it still fails.
        _ = open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY)
      }
    #endif
  }

  /// Writes a string. If that fails, the process exits with a message and status 1.
  package func write(_ text: String) {
    do throws(FileFailure) { try attempt(text) } catch {
      if self == .output { try? Self.error.attempt("error: cannot write to standard output: \(error.reason)\n") }
      exit(1)
    }
  }

  /// Writes a line.
  package func print(_ line: String, terminator: String = "\n") { write(line + terminator) }

  private func attempt(_ text: String) throws(FileFailure) {
    guard !text.isEmpty else { return }
    #if os(Windows)
      let handle = self == .output ? FileHandle.standardOutput : FileHandle.standardError
      do { try handle.write(contentsOf: Data(text.utf8)) } catch { throw FileFailure(error.localizedDescription) }
    #else
      try OpenFile.write(Data(text.utf8), to: rawValue)
    #endif
  }
}
