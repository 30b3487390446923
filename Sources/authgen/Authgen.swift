import ArgumentParser
import AuthConfiguration
import AuthDescriptor
import Foundation

/// Generates typed Swift clients from provider descriptors.
@main
struct Authgen: ParsableCommand {
  // Every command sets its name, because deriving it from the type takes longer than parsing the arguments.
  static let configuration = CommandConfiguration(
    commandName: "authgen",
    abstract: "Generate typed OAuth and OpenID Connect clients from provider descriptors.",
    version: PackageVersion.current,
    subcommands: [
      New.self, Import.self, Generate.self, Validate.self, Lock.self, Explain.self, Providers.self, Templates.self,
      Schema.self, Examples.self, Docs.self,
    ]
  )

  /// Runs the command. Help and messages go through streams that report a failure to write.
  static func main() {
    StandardStream.prepare()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let code = exitCode(for: error)
      // Messages repeat arguments, which may contain control sequences for the terminal.
      let text = fullMessage(for: error).plainLines
      if !text.isEmpty { (code.isSuccess ? StandardStream.output : .error).print(text) }
      Foundation.exit(code.rawValue)
    }
  }
}
