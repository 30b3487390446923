import ArgumentParser

/// What `generate`, `validate` and `docs` have in common.
struct DescriptorOptions: ParsableArguments {
  @Argument(
    help: "Descriptor files, folders of them, or ids of the catalog such as auth0.",
    completion: .file(extensions: ["yaml", "yml"]))
  var inputs: [String]

  @Option(
    help: ArgumentHelp("A folder of templates that take the place of built-in ones.", valueName: "dir"),
    completion: .directory)
  var templates: String?

  @Option(
    help: ArgumentHelp("What auth-generator.yaml says for all clients of a target.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var settings: String?

  @Option(
    name: .customLong("pack"),
    help: ArgumentHelp(
      "A folder of descriptors that others may extend by id; may be given several times.", valueName: "dir"),
    completion: .directory)
  var packs: [String] = []

  @Option(help: "How findings are printed: for people, as one JSON object, or as annotations of GitHub Actions.")
  var format: ReportFormat = .text
}

/// Who reads the findings.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, github
}
