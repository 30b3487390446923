import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// The options of `authctl doctor --all`.
struct DriftOptions: ParsableArguments {
  @Argument(help: "With --all: more providers or descriptors. Without any, the whole catalog.")
  var others: [String] = []

  @Flag(help: "Compare many descriptors, and write a report and a patch.")
  var all = false

  @Option(
    help: ArgumentHelp("With --all: compare with the saved documents in this folder.", valueName: "folder"),
    completion: .directory)
  var recorded: String?

  @Option(
    help: ArgumentHelp("With --all: the folder for the report and the patch.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Option(help: "With --all: the number of servers to ask at the same time.")
  var jobs: Int = 8

  func validate() throws {
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs must be from 1 to 64.") }
  }

  func checkUnused() throws {
    if recorded != nil || output != nil { throw ValidationError("--recorded and --output need --all.") }
  }

  /// Compares the descriptors, writes the files, and prints a summary.
  ///
  /// - Throws: ``ReportedFailure`` if a descriptor and a server contradict each other.
  func run(_ first: [String], fetch: MetadataFetch) async throws {
    let loader = DescriptorLoader()
    let source = recorded.map { DriftRun.Source.recorded(RecordedDocuments(folder: $0)) } ?? .live(fetch)
    let run = DriftRun(clients: try clients(first + others, loader), source: source, limit: jobs)
    let report = DriftReport(results: try await run.results(), day: DescriptorLoader.currentDay())
    if let output { try write(report, to: output, loader) }
    StandardStream.output.print(output == nil ? report.text : report.summary)
    guard report.contradictions == 0 else {
      throw ReportedFailure(line: "contradiction: \(report.contradictions) in the descriptors; see the report")
    }
  }

  /// The named descriptors, or the whole catalog, and their variants.
  private func clients(
    _ named: [String], _ loader: DescriptorLoader
  ) throws(ReportedFailure) -> [LoadedDescriptor] {
    var clients: [LoadedDescriptor] = []
    for reference in named.isEmpty ? Catalog.builtIn.providerIDs : named {
      let loaded = try DescriptorFile.load(reference, loader: loader)
      clients += [loaded] + loaded.variants
    }
    return clients
  }

  /// Writes the report and, if a patch can correct anything, the patch.
  private func write(
    _ report: DriftReport, to folder: String, _ loader: DescriptorLoader
  ) throws(ReportedFailure) {
    let start = (folder.hasSuffix("/") ? folder : folder + "/") + "drift-\(report.day)"
    let patch = DriftPatch(facts: report.moved) { loader.text(ofFile: $0) }.text
    try NewFile.write(report.text, to: "\(start).md", overwriting: true)
    if !patch.isEmpty { try NewFile.write(patch, to: "\(start).patch", overwriting: true) }
  }
}
