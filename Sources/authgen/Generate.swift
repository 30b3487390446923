import ArgumentParser
import AuthDescriptor
import AuthGenerator

struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Writes one Swift file per provider.",
    discussion: """
      A file is named after its type, and NAME.auth.yaml makes NAME.swift. Nothing is written if any descriptor has \
      an error. Of a folder all *.yaml below it are taken, hidden ones and links to folders left out; families in it \
      (abstract: true) are checked and make no file.

      The file .authgen in the output folder lists which file comes from which descriptor; commit it with them. A file \
      on this list is removed when its descriptor is gone, or was given to this run and makes another file now, \
      provided that it still begins with authgen's line. No other file is ever removed.

      With --format json one object is printed to standard output. Its keys are diagnostics (each with file, line, \
      column, severity, code, message, note, diff) and files (each with path and action: write, unchanged or remove).
      """
  )

  @OptionGroup var options: DescriptorOptions
  @OptionGroup var folder: FolderOptions

  @Option(
    help: """
      Who may use the generated declarations; internal for a descriptor beside an app's code (NAME.auth.yaml) and public \
      for others, unless this or the settings say so.
      """)
  var access: AccessLevel?

  func run() throws {
    let console = Console.standard
    let pipeline = GenerationPipeline(options) { settings in
      var settings = settings
      settings.access = access ?? settings.access
      return .clients(.builtIn, settings)
    }
    let result = pipeline.run(options.inputs, console: console)
    try folder.finish(result, as: .clients, format: options.format, console: console)
  }
}

extension AccessLevel: ExpressibleByArgument {}
