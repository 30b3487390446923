import AuthGenerator

/// The values for the template of a provider's article. Every string is escaped Markdown.
struct PageModel: TemplateModel {
  var source: String
  var id: String
  var type: String
  var name: String
  var isOwn: Bool
  var isCommitted: Bool
  var clients: [PageClientModel]
  var tutorials: [LineModel]

  static let fields: [TemplateField<Self>] = [
    .text("source", "The descriptor's file name.") { $0.source },
    .text("id", "The descriptor's ID.") { $0.id },
    .text("type", "The name of the generated type.") { $0.type },
    .text("name", "The provider's name.") { $0.name },
    .flag("isOwn", "The descriptor isn't in the catalog.") { $0.isOwn },
    .flag("isCommitted", "The tutorials are in the same documentation catalog.") { $0.isCommitted },
    .list("clients", "The provider's client, followed by those of its variants.") { $0.clients },
    .flag("hasVariants", "There is more than one client.") { $0.clients.count > 1 },
    .list("tutorials", "The tutorials' files without their extension.") { $0.tutorials },
  ]
}

/// One client of a provider.
struct PageClientModel: TemplateModel {
  var type: String
  var notes: [LineModel]
  var tables: [PageTableModel]
  var console: String?
  var steps: [LineModel]
  var sources: [LineModel]

  static let fields: [TemplateField<Self>] = [
    .text("type", "The name of the generated type.") { $0.type },
    .list("notes", "Notes on devices and on differences from the standards.") { $0.notes },
    .list("tables", "The facts, a table for each topic.") { $0.tables },
    .flag("hasConsole", "The descriptor names the page where clients are registered.") { $0.console != nil },
    .text("console", "The page where clients are registered.") { $0.console ?? "" },
    .flag("hasSteps", "The descriptor has the steps of the registration.") { !$0.steps.isEmpty },
    .list("steps", "The steps of the registration.") { $0.steps },
    .flag("hasSources", "The descriptor lists its sources.") { !$0.sources.isEmpty },
    .list("sources", "The pages and projects that the descriptor is based on.") { $0.sources },
  ]
}

/// A table with two columns.
struct PageTableModel: TemplateModel {
  var title: String
  var heading: String
  var rows: [PageRowModel]

  static let fields: [TemplateField<Self>] = [
    .text("title", "The heading of the first column.") { $0.title },
    .text("heading", "The heading of the second column.") { $0.heading },
    .list("rows", "The rows.") { $0.rows },
  ]
}

/// A row of a table with two columns.
struct PageRowModel: TemplateModel {
  let title: String
  let text: String

  /// - Parameters:
  ///   - title: Markdown of the first cell.
  ///   - text: Markdown of the second cell.
  init(title: String, text: String) {
    (self.title, self.text) = (TutorialProse.cell(title), TutorialProse.cell(text))
  }

  static let fields: [TemplateField<Self>] = [
    .text("title", "The first cell.") { $0.title },
    .text("text", "The second cell.") { $0.text },
  ]
}
