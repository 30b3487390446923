import ArgumentParser

/// Generates typed Swift clients from provider descriptors.
@main
struct Authgen: ParsableCommand {
  // Every command states its name: making one of the type's takes longer than reading the arguments.
  static let configuration = CommandConfiguration(
    commandName: "authgen",
    abstract: "Generates typed OAuth and OpenID Connect clients from provider descriptors.",
    subcommands: [
      New.self, Generate.self, Validate.self, Explain.self, Providers.self, Templates.self, Schema.self, Examples.self,
      Docs.self,
    ]
  )
}
