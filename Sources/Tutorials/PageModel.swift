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
  var hasVariants: Bool
  var console: String?
  var callbacks: [PageRowModel]
  var notes: [LineModel]
  var tutorials: [LineModel]

  static let fields: [TemplateField<Self>] = [
    .text("source", "The descriptor's file name.") { $0.source },
    .text("id", "The descriptor's ID.") { $0.id },
    .text("type", "The name of the generated type.") { $0.type },
    .text("name", "The provider's name.") { $0.name },
    .flag("isOwn", "The descriptor isn't in the catalog.") { $0.isOwn },
    .flag("isCommitted", "The tutorials are in the same documentation catalog.") { $0.isCommitted },
    .list("clients", "The provider's client, followed by those of its variants.") { $0.clients },
    .flag("hasVariants", "There is more than one client.") { $0.hasVariants },
    .flag("hasConsole", "The descriptor names the page where clients are registered.") { $0.console != nil },
    .text("console", "The page where clients are registered.") { $0.console ?? "" },
    .flag("hasCallbacks", "The descriptor has callbacks by platform.") { !$0.callbacks.isEmpty },
    .list("callbacks", "The callback URLs by platform.") { $0.callbacks },
    .list("notes", "Notes on devices, on differences from the standards, and on the sources.") { $0.notes },
    .list("tutorials", "The tutorials' files without their extension.") { $0.tutorials },
  ]
}

/// One client of a provider.
struct PageClientModel: TemplateModel {
  var type: String
  var facts: [PageRowModel]

  static let fields: [TemplateField<Self>] = [
    .text("type", "The name of the generated type.") { $0.type },
    .list("facts", "Its features, one per row.") { $0.facts },
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

/// The index of several providers' articles.
struct PageIndexModel: TemplateModel {
  struct Entry: TemplateModel {
    var page: String
    var id: String
    var exchange: String
    var refreshes: String
    var endsSession: String
    var revokes: String
    var verified: String

    static let fields: [TemplateField<Self>] = [
      .text("page", "The article's file without its extension.") { $0.page },
      .text("id", "The descriptor's ID.") { $0.id },
      .text("exchange", "The program that exchanges the code.") { $0.exchange },
      .text("refreshes", "Whether there are refresh tokens: `yes` or `no`.") { $0.refreshes },
      .text("endsSession", "Whether a sign-out ends the browser's session: `yes` or `no`.") { $0.endsSession },
      .text("revokes", "Whether tokens can be revoked: `yes` or `no`.") { $0.revokes },
      .text("verified", "The day on which the sources were read.") { $0.verified },
    ]
  }

  var entries: [Entry]

  static let fields: [TemplateField<Self>] = [.list("entries", "A row for each provider.") { $0.entries }]
}
