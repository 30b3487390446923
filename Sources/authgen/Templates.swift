import ArgumentParser
import AuthDescriptor
import AuthGenerator
import AuthTutorials

struct Templates: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "templates", abstract: "Lists, writes out and checks the templates of generated files.",
    discussion: """
      'authgen generate --templates DIR' and 'authgen docs --templates DIR' use templates of one's own. A folder needs only \
      those that differ from the built-in ones.
      """,
    subcommands: [List.self, Eject.self, Check.self, Context.self]
  )

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Prints the names of all templates.")

    @OptionGroup var kind: TemplateKind

    func run() {
      StandardStream.output.print(kind.templates.files.keys.sorted().joined(separator: "\n"))
    }
  }

  struct Eject: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "eject", abstract: "Writes the built-in templates into a folder.")

    @Argument(help: ArgumentHelp("The folder.", valueName: "dir"), completion: .directory)
    var folder: String

    @OptionGroup var kind: TemplateKind

    @Flag(help: "Replace files that are there already.")
    var force = false

    func validate() throws { try folder.checkNotEmpty("The folder") }

    func run() throws {
      let paths = try Reporter.reporting { () throws(DiagnosticsError) in
        try TemplateFolder(path: folder, builtIn: kind.templates).eject(replacing: force)
      }
      StandardStream.output.print(paths.joined(separator: "\n"))
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Reports every slip in the templates of a folder.",
      discussion: "Without a slip, every provider of the catalog is rendered, and the files must be Swift.")

    @Argument(help: ArgumentHelp("The folder.", valueName: "dir"), completion: .directory)
    var folder: String

    @OptionGroup var kind: TemplateKind

    @Option(help: "How findings are printed: for people, as one JSON object, or as annotations of GitHub Actions.")
    var format: ReportFormat = .text

    func run() throws {
      let console = Console.standard
      var pipeline = GenerationPipeline(kind.product)
      pipeline.readTemplates(folder)
      let result = pipeline.run(Catalog.builtIn.providerIDs, console: console)
      try Reporter(format: format, console: console, text: result.text).finish(Report(result.diagnostics))
    }
  }

  struct Context: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "context", abstract: "Prints everything that templates may name, in Markdown.")

    @OptionGroup var kind: TemplateKind

    func run() {
      StandardStream.output.print(kind.tutorials ? TemplateContext.tutorials : TemplateContext.markdown, terminator: "")
    }
  }
}

/// Which templates a command is about.
struct TemplateKind: ParsableArguments {
  @Flag(help: "Those of tutorials and articles, not those of clients.")
  var tutorials = false

  var product: GenerationProduct {
    guard tutorials else { return .clients(.builtIn, GeneratorSettings()) }
    return .documentation(.tutorials, DocumentationParts(hasPages: true))
  }

  var templates: TemplateSet { product.templates }
}
