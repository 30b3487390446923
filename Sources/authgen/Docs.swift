import ArgumentParser
import AuthDescriptor
import AuthGenerator
import AuthTutorials

struct Docs: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs", abstract: "Writes two DocC tutorials or an article per provider, and their contents.",
    discussion: """
      The first tutorial registers an app and signs a user in, the second one stays signed in, signs out and handles \
      failures. Give the folder of a documentation catalog, such as Documentation.docc/Tutorials/Providers, and all \
      descriptors of the catalog in one run: the table of contents, SignInTutorials.tutorial, lists those of the run. \
      Each provider has a folder of its type's name; every file's name begins with it, for DocC finds files by name.

      With --pages, each provider gets an article instead, which says what its clients can do and what to register. \
      The index, Providers.md, lists those of the run.

      The file .authgen in the output folder lists what authgen wrote; commit it with the rest. What is on the list \
      is overwritten, and removed when its descriptor is gone or makes it no longer. No other file is ever touched.
      """
  )

  @OptionGroup var options: DescriptorOptions
  @OptionGroup var folder: FolderOptions

  @Option(
    help: ArgumentHelp(
      "Where the packages of the tutorials find swift-auth-generator: a folder, or the URL of a repository.",
      valueName: "place"))
  var package = NewPackage.Origin.sibling.place

  @Flag(help: "Write an article per provider and an index of them, and no tutorials.")
  var pages = false

  @Flag(help: "Write tutorials only for descriptors with 'docs.tutorial: committed'.")
  var committed = false

  func validate() throws {
    if pages, committed { throw ValidationError("--pages and --committed exclude each other.") }
  }

  func run() throws {
    let console = Console.standard
    let parts = DocumentationParts(
      tutorials: pages ? nil : committed ? .committed : .all, hasPages: pages, origin: NewPackage.Origin(place: package)
    )
    let pipeline = GenerationPipeline(options) { _ in .documentation(.tutorials, parts) }
    let result = pipeline.run(options.inputs, console: console)
    try folder.finish(result, as: .tutorials, format: options.format, console: console)
  }
}
