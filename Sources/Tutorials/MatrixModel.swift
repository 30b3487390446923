import AuthGenerator

/// The values for the template of the matrix of providers. Every string is escaped Markdown.
struct MatrixModel: TemplateModel {
  var tables: [MatrixTableModel]
  var pages: [LineModel]

  static let fields: [TemplateField<Self>] = [
    .list("tables", "A table for each topic.") { $0.tables },
    .list("pages", "The providers' articles, by their files without the ending.") { $0.pages },
  ]
}

/// A table with a row for each client.
struct MatrixTableModel: TemplateModel {
  var title: String
  var legend: String
  var columns: [String]
  var rows: [MatrixRowModel]

  static let fields: [TemplateField<Self>] = [
    .text("title", "The topic.") { $0.title },
    .text("legend", "The meaning of the values.") { $0.legend },
    .text("columns", "The headings, with a bar between two of them.") { MatrixRowModel.cells($0.columns) },
    .text("rule", "The line below the headings.") { MatrixRowModel.cells($0.columns.map { _ in "---" }) },
    .list("rows", "The rows.") { $0.rows },
  ]
}

/// A client's row.
struct MatrixRowModel: TemplateModel {
  /// A link to the provider's page.
  var client: String
  var values: [String]

  static let fields: [TemplateField<Self>] = [
    .text("cells", "The link to the article and the values, with a bar between two of them.") { row in
      cells([row.client] + row.values)
    }
  ]

  fileprivate static func cells(_ cells: [String]) -> String {
    cells.map(TutorialProse.cell).joined(separator: " | ")
  }
}
