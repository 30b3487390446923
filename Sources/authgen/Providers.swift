import ArgumentParser
import AuthConfiguration
import AuthDescriptor
import AuthGenerator

struct Providers: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "providers", abstract: "List, find, show, and copy the descriptors of the catalog.",
    subcommands: [List.self, Search.self, Show.self, Copy.self, Version.self],
    defaultSubcommand: List.self
  )

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Print the ID and name of every provider.")

    @OptionGroup var options: ProviderListOptions

    func run() { options.show(Catalog.index) }
  }

  struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "search", abstract: "Print the providers whose ID, names, or hosts contain a term.")

    @Argument(help: "The term, such as microsoft or ciamlogin.com.")
    var term: String

    @OptionGroup var options: ProviderListOptions

    func run() throws {
      let found = Catalog.search(term)
      options.show(found)
      guard found.isEmpty else { return }
      StandardStream.error.print("no provider's ID, name, or host contains '\(term.plainText())'\(remedy)")
      throw ExitCode.failure
    }

    /// The ID that the user probably meant, or the next steps if the catalog lacks the provider.
    private var remedy: String {
      let suggestion = SpellingSuggestion.suggestion(for: term, among: Catalog.index.map(\.id))
      guard suggestion.isEmpty else { return suggestion }
      return "; 'authgen providers list' lists all providers, and "
        + "the article 'Add an OAuth or OpenID Connect provider' says how to describe another one"
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Print the YAML of a provider or family.")

    @Argument(help: "The ID, such as auth0.", completion: .list(Catalog.builtIn.ids))
    var id: String

    func run() throws {
      StandardStream.output.print(try text(of: id), terminator: "")
    }
  }

  struct Copy: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "copy", abstract: "Copy the YAML of a provider to ID.yaml, for you to edit.",
      discussion: "For small changes, extend the provider instead: 'extends: auth0' inherits all the rest.")

    @Argument(help: "The ID, such as auth0.", completion: .list(Catalog.builtIn.ids))
    var id: String

    @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"), completion: .directory)
    var output = "."

    @Flag(help: "Replace an existing file.")
    var force = false

    func validate() throws { try output.checkNotEmpty("--output") }

    func run() throws {
      let file = GeneratedFile(path: "\(id).yaml", contents: try text(of: id))
      let path = output.hasSuffix("/") ? output + file.path : "\(output)/\(file.path)"
      try Reporter.reporting { () throws(DiagnosticsError) in
        try OutputFolder(path: output).write(file, at: path, replacing: force)
      }
      StandardStream.output.print(path)
    }
  }
}

extension Providers {
  struct Version: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "version", abstract: "Print the version of the catalog: the date of its last change.")

    func run() { StandardStream.output.print(Catalog.version) }
  }
}

private func text(of id: String) throws -> String {
  guard let text = Catalog.builtIn.text(id: id) else {
    throw ValidationError("The catalog doesn't contain '\(id)'\(Catalog.builtIn.suggestion(for: id))")
  }
  return text
}
