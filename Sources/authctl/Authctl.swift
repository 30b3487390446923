import ArgumentParser
import AuthDescriptor
import AuthRuntime
import Foundation

/// The companion command: the same runtime as in an app, from a terminal.
@main
struct Authctl: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "authctl",
    abstract: "Describes, checks and tries any OpenID Connect provider, signs in at it, and keeps the session.",
    version: ToolVersion.current,
    subcommands: [
      Initialize.self, Doctor.self, SignIn.self, PrintToken.self, ShowUserInfo.self, ShowStatus.self, SignOut.self,
      ListProfiles.self, DecodeToken.self,
    ])

  /// Runs the command. Every failure is one line on standard error and exit status 1.
  static func main() async {
    StandardStream.prepare()
    do {
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let failure as ReportedFailure {
      StandardError.print("authctl: \(failure.line)")
      Foundation.exit(1)
    } catch {
      guard exitCode(for: error).isSuccess else {
        StandardError.print("authctl: \(message(for: error))")
        Foundation.exit(1)
      }
      // Help and the like.
      StandardStream.output.print(fullMessage(for: error))
      Foundation.exit(0)
    }
  }
}
