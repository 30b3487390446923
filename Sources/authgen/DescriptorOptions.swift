import ArgumentParser

/// The options that `generate`, `validate`, and `docs` share.
struct DescriptorOptions: ParsableArguments {
  @Argument(
    help: "The descriptors: files, folders, or IDs of the catalog, such as auth0.",
    completion: .file(extensions: ["yaml", "yml"]))
  var inputs: [String]

  @Option(
    help: ArgumentHelp("A folder of templates that replace the built-in ones.", valueName: "dir"),
    completion: .directory)
  var templates: String?

  @Option(
    help: ArgumentHelp("The settings for all clients of a target: an auth-generator.yaml file.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var settings: String?

  @Option(
    name: .customLong("pack"),
    help: ArgumentHelp(
      "A folder of descriptors that others can extend by ID. You can repeat this option.", valueName: "dir"),
    completion: .directory)
  var packs: [String] = []

  @Option(help: "The format of diagnostics: text, one JSON object, or GitHub Actions annotations.")
  var format: ReportFormat = .text
}

/// The format of diagnostics.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, github
}
