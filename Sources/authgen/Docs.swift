import ArgumentParser
import AuthDescriptor
import AuthGenerator
import AuthTutorials

struct Docs: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs", abstract: "Write two DocC tutorials or an article per provider, and a table of contents.",
    discussion: """
      The first tutorial registers an app and signs a user in. The second keeps the user signed in, signs out, and \
      handles errors. Pass the folder of a documentation catalog, such as Documentation.docc/Tutorials/Providers, and \
      all descriptors in one run, because the table of contents, SignInTutorials.tutorial, lists only the descriptors \
      of the run. Each provider has a folder named after its type. All its file names begin with that name, because \
      DocC finds files by name.

      With --pages, each provider gets an article instead. It lists the features of its clients and what to register. \
      The index, Providers.md, lists the providers of the run.

      The file .authgen in the output folder lists the files that authgen wrote, with their digests. Commit it with the \
      rest. authgen overwrites the listed files, and deletes a file if its descriptor is gone or no longer generates it. \
      It never changes any other file, or a listed one that you edited, unless it still begins with authgen's line.
      """
  )

  @OptionGroup var options: DescriptorOptions
  @OptionGroup var folder: FolderOptions

  @Option(
    help: ArgumentHelp(
      "The location of swift-auth-generator for the tutorials' packages: a folder or a repository URL.",
      valueName: "place"))
  var package = NewPackage.Origin.sibling.place

  @Flag(help: "Write an article per provider and an index instead of tutorials.")
  var pages = false

  @Flag(help: "Write tutorials only for descriptors with 'docs.tutorial: committed'.")
  var committed = false

  func validate() throws {
    if pages, committed { throw ValidationError("--pages and --committed can't be used together.") }
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
