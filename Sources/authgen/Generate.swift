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

      In the user's cache folder, authgen records what it read and wrote. It skips a run that would change \
      nothing, but always compares the contents of the files. --check and --dry-run never skip anything.
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

  @Option(
    help: ArgumentHelp(
      """
      The folder in which authgen records its runs. The default is the folder authgen in the user's cache folder.
      """, valueName: "dir"), completion: .directory)
  var cache: String?

  func validate() throws { try cache?.checkNotEmpty("--cache") }

  func run() throws {
    let console = Console.standard
    let found = DescriptorInput.find(options.inputs)
    let cache = cache(for: found.inputs)
    if let record = cache?.record, record.isCurrent(in: folder.outputFolder) {
      return try folder.finish(unchanged: record.outputs, format: options.format, console: console)
    }
    let reader = InputReader()
    let pipeline = GenerationPipeline(options, readFile: reader.read) { settings in
      var settings = settings
      settings.access = access ?? settings.access
      return .clients(.builtIn, settings)
    }
    let result = pipeline.run(found, console: console)
    let plan = try folder.finish(result, as: .clients, format: options.format, console: console)
    guard result.diagnostics.isEmpty, let outputs = plan?.digests else { return }
    cache?.store(inputs: reader.digests, outputs: outputs)
  }

  /// The record of the last run, or `nil` if this run must not be skipped. `--check` always renders, because it decides
  /// whether CI accepts the files.
  private func cache(for inputs: [DescriptorInput]) -> GenerationCache? {
    guard folder.isWriting, let tool = GenerationKey.currentTool, let place = cache ?? GenerationCache.standardFolder
    else { return nil }
    let key = GenerationKey(options, inputs, access: access, output: folder.output, tool: tool)
    return GenerationCache(folder: place, key: key)
  }
}

extension AccessLevel: ExpressibleByArgument {}
