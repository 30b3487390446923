import ArgumentParser

struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reports every error and warning of descriptors.",
    discussion: "Goes through all of the generation, so what is valid here can be generated."
  )

  @Argument(help: "Descriptor files, or ids of the catalogue such as auth0.")
  var files: [String]

  func run() throws {
    var run = DescriptorRun()
    _ = run.generatedFiles(of: files)
    try run.finish()
  }
}
