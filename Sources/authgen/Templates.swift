import ArgumentParser
import AuthDescriptor
import AuthGenerator
import AuthTutorials

struct Templates: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "templates", abstract: "List, write, and check the templates of generated files.",
    discussion: """
      'authgen generate --templates DIR' and 'authgen docs --templates DIR' use your own templates. The folder needs \
      to contain only the templates that differ from the built-in ones.
      """,
    subcommands: [List.self, Eject.self, Check.self, Context.self]
  )

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Print the names of all templates.")

    @OptionGroup var kind: TemplateKind

    func run() {
      StandardStream.output.print(kind.templates.files.keys.sorted().joined(separator: "\n"))
    }
  }

  struct Eject: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "eject", abstract: "Write the built-in templates into a folder.")

    @Argument(help: ArgumentHelp("The folder.", valueName: "dir"), completion: .directory)
    var folder: String

    @OptionGroup var kind: TemplateKind

    @Flag(help: "Replace existing files.")
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
      commandName: "check", abstract: "Report every error in a folder's templates.",
      discussion: "If it finds none, it checks that every provider of the catalog renders valid Swift.")

    @Argument(help: ArgumentHelp("The folder.", valueName: "dir"), completion: .directory)
    var folder: String

    @OptionGroup var kind: TemplateKind

    @Option(help: "The format of diagnostics: text, one JSON object, or GitHub Actions annotations.")
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
      commandName: "context", abstract: "Print the keys that templates can use, in Markdown.")

    @OptionGroup var kind: TemplateKind

    func run() {
      StandardStream.output.print(kind.tutorials ? TemplateContext.tutorials : TemplateContext.markdown, terminator: "")
    }
  }
}

/// The templates that a command works on.
struct TemplateKind: ParsableArguments {
  @Flag(help: "Use the templates of tutorials and articles instead of those of clients.")
  var tutorials = false

  var product: GenerationProduct {
    guard tutorials else { return .clients(.builtIn, GeneratorSettings()) }
    return .documentation(.tutorials, DocumentationParts(hasPages: true))
  }

  var templates: TemplateSet { product.templates }
}
