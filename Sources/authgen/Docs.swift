import ArgumentParser
import AuthDescriptor
import AuthGenerator

struct Docs: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs", abstract: "Writes two DocC tutorials per provider, and a table of contents.",
    discussion: """
      The first tutorial registers an app and signs a user in, the second one stays signed in, signs out and handles \
      failures. Give the folder of a documentation catalog, such as Documentation.docc/Tutorials/Providers, and all \
      descriptors of the catalog in one run: the table of contents, SignInTutorials.tutorial, lists those of the run. \
      Each provider has a folder of its type's name; every file's name begins with it, for DocC finds files by name.

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
  var package = NewPackage.Origin.beside.place

  func run() throws {
    let console = Console.standard
    let run = DescriptorRun(options, package: NewPackage.Origin(place: package), console: console)
    try folder.finish(run, as: .tutorials, format: options.format, console: console)
  }
}
