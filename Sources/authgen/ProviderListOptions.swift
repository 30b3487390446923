import ArgumentParser
import AuthDescriptor

/// The format of a list of providers.
struct ProviderListOptions: ParsableArguments {
  @Flag(help: "Print a JSON list with the contents of the table, and the hosts.")
  var json = false

  @Flag(help: "Print a table with headings.")
  var table = false

  func validate() throws {
    if json, table { throw ValidationError("--json and --table can't be used together.") }
  }

  /// Prints the providers: each on a line with a tab between ID and name, unless another format was chosen.
  func show(_ providers: [Catalog.Provider]) {
    let text =
      if json {
        JSONText.list(providers.map(\.json)).document
      } else if table {
        TextTable(
          headings: ["ID", "NAME", "SOURCES READ", "CONFIRMED", "VARIANTS"], rows: providers.map(\.cells)
        ).text
      } else {
        providers.map { "\($0.id)\t\($0.name)\n" }.joined()
      }
    StandardStream.output.print(text, terminator: "")
  }
}

extension Catalog.Provider {
  fileprivate var json: JSONText {
    .object([
      .init("id", .text(id)), .init("name", .text(name)), .init("variants", .list(variants.map(JSONText.text))),
      .init("hosts", .list(hosts.map(JSONText.text))), .init("verified", verified.map(JSONText.text) ?? .null),
      .init("confirmed", .integer(confirmed)), .init("groups", .integer(groups)),
    ])
  }

  fileprivate var cells: [String] {
    [id, name, verified ?? "", "\(confirmed) of \(groups)", variants.joined(separator: ", ")]
  }
}

/// A table for a terminal.
struct TextTable {
  let headings: [String]
  let rows: [[String]]

  /// The rows below the headings, with aligned columns.
  var text: String {
    let lines = [headings] + rows
    let widths = headings.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { cells in
      let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return padded.joined(separator: "  ").trimmingTrailingSpaces + "\n"
    }.joined()
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
  }
}
