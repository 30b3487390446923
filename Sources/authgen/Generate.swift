import ArgumentParser
import AuthDescriptor
import AuthGenerator

struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Write one Swift file per provider.",
    discussion: """
      A file is named after its type. NAME.auth.yaml generates NAME.swift. If any descriptor has an error, nothing is \
      written. For a folder, authgen reads all *.yaml files in it and its subfolders, except hidden files and linked \
      folders. Families (abstract: true) in a folder are checked but don't generate a file.

      The file .authgen in the output folder lists each generated file with its descriptor. Commit it with them. \
      authgen deletes a listed file if its descriptor is gone, or if its descriptor now generates a different file. It \
      never deletes a file whose first line is no longer authgen's header.

      With --format json, authgen prints one object to standard output. Its keys are diagnostics (each with file, \
      line, column, severity, code, message, note, diff) and files (each with path and action: write, unchanged, or \
      remove).
      """
  )

  @OptionGroup var options: DescriptorOptions
  @OptionGroup var folder: FolderOptions

  @Option(
    help: """
      The access level of the generated declarations. The default comes from the settings; otherwise it's internal for \
      a descriptor next to an app's code (NAME.auth.yaml), and public for all others.
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
