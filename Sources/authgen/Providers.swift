import ArgumentParser
import AuthDescriptor

struct Providers: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Lists the providers of the catalogue.")

  func run() throws {
    var run = DescriptorRun()
    let lines = run.results(of: Catalogue.builtIn.providerIDs) { loaded throws(DiagnosticsError) in
      "\(loaded.descriptor.id)\t\(loaded.descriptor.name)"
    }
    try run.finish()
    print(lines.joined(separator: "\n"))
  }
}
