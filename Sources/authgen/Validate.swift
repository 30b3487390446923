import ArgumentParser
import AuthDescriptor
import AuthGenerator

struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reports every error and warning of descriptors.",
    discussion: "Goes through all of the generation, so what is valid here can be generated."
  )

  @Argument(help: "Descriptor files, or ids of the catalogue such as auth0.")
  var files: [String]

  func run() throws {
    let generator = Generator()
    var run = DescriptorRun()
    _ = run.results(of: files) { descriptor throws(DiagnosticsError) in
      try generator.file(for: descriptor)
    }
    try run.finish()
  }
}
