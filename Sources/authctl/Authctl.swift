import ArgumentParser
import AuthDescriptor
import AuthRuntime
import Foundation

/// The companion command. It uses the same runtime as an app, from a terminal.
@main
struct Authctl: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "authctl",
    abstract: "Describe, check, and sign in with any OpenID Connect provider.",
    version: PackageVersion.current,
    subcommands: [
      Initialize.self, Doctor.self, SignIn.self, PrintToken.self, ShowUserInfo.self, ShowStatus.self, SignOut.self,
      ListProfiles.self, DecodeToken.self, MCPCommand.self,
    ])

  /// Runs the command. Every failure is printed as one line on standard error, with exit status 1.
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
      // The user requested help or similar output.
      StandardStream.output.print(fullMessage(for: error))
      Foundation.exit(0)
    }
  }
}
