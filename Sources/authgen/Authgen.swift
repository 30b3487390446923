import ArgumentParser
import AuthConfiguration
import AuthDescriptor
import Foundation

/// Generates typed Swift clients from provider descriptors.
@main
struct Authgen: ParsableCommand {
  // Every command states its name: making one of the type's takes longer than reading the arguments.
  static let configuration = CommandConfiguration(
    commandName: "authgen",
    abstract: "Generates typed OAuth and OpenID Connect clients from provider descriptors.",
    version: ToolVersion.current,
    subcommands: [
      New.self, Generate.self, Validate.self, Explain.self, Providers.self, Templates.self, Schema.self, Examples.self,
      Docs.self,
    ]
  )

  /// Runs the command. Help and messages go through the streams that report a failure to write.
  static func main() {
    StandardStream.prepare()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let code = exitCode(for: error)
      // Messages repeat arguments, which a terminal must not act on.
      let text = fullMessage(for: error).plainLines
      if !text.isEmpty { (code.isSuccess ? StandardStream.output : .error).print(text) }
      Foundation.exit(code.rawValue)
    }
  }
}
