import ArgumentParser
import AuthConfiguration
import AuthDescriptor
import AuthGenerator

struct Lock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Write the facts of descriptors to auth-generator.lock, to notice later changes.",
    discussion: """
      Writes the file into the folder of each descriptor. Commit it. Afterward, 'authgen validate', 'authgen generate', \
      and the build plugin report each fact that differs from the lock, for example after an update of the catalog. A \
      change of the claim that identifies users is an error. Only this command writes the file.
      """
  )

  @Argument(
    help: "The descriptors: files or folders.", completion: .file(extensions: ["yaml", "yml"]))
  var inputs: [String]

  @Option(
    name: .customLong("pack"),
    help: ArgumentHelp(
      "A folder of descriptors that others can extend by ID. You can repeat this option.", valueName: "dir"),
    completion: .directory)
  var packs: [String] = []

  func run() throws {
    let (descriptors, diagnostics) = GenerationPipeline(packs: packs).load(inputs)
    try Reporter.ofDescriptors.finish(Report(diagnostics))
    guard !descriptors.contains(where: { $0.file.hasPrefix(SourceLocation.builtInPrefix) }) else {
      throw ValidationError("The catalog can't be locked; pass your own descriptors")
    }
    let folders = Dictionary(grouping: descriptors, by: \.file.folder)
    for (folder, descriptors) in folders.sorted(by: { $0.key < $1.key }) {
      try Reporter.reporting { () throws(DiagnosticsError) in try write(descriptors, in: folder) }
    }
  }

  /// Replaces the facts of these descriptors, and removes those of descriptors that no longer exist.
  private func write(_ descriptors: [LoadedDescriptor], in folder: String) throws(DiagnosticsError) {
    var lock = (try? DescriptorLock(inFolder: folder)) ?? DescriptorLock()
    for file in lock.files where DescriptorLoader.contents(ofFile: folder + file) == nil { lock.remove(file: file) }
    for descriptor in descriptors { lock.set(descriptor) }
    let file = GeneratedFile(path: DescriptorLock.fileName, contents: lock.text)
    try OutputFolder(path: folder.isEmpty ? "." : folder).write([file], replacing: true)
    StandardStream.output.print((folder + DescriptorLock.fileName).plainText(limit: .max))
  }
}
