/// The functions that create requests of one type.
struct RequestGroupModel: TemplateModel {
  var type: String
  var doc: String
  var functions: [RequestModel]

  static let fields: [TemplateField<Self>] = [
    .text("type", "The generic type of the requests.") { $0.type },
    .text("doc", "The comment of the extension.") { $0.doc },
    .list("functions", "The functions.") { $0.functions },
  ]
}

/// A function that creates a request: a token exchange, or a step of a sign-in without a browser.
struct RequestModel: TemplateModel {
  var name: String
  var doc: String
  var key: String
  var arguments: [ArgumentModel]
  var statements: [StatementModel]

  static let fields: [TemplateField<Self>] = [
    .text("name", "Its name.") { $0.name },
    .text("doc", "Its comment.") { $0.doc },
    .text("key", "Its name in the descriptor as a literal.") { $0.key },
    .list("arguments", "Its arguments, which can be empty.") { $0.arguments },
    .list("statements", "The statements that add the arguments to `request`.") { $0.statements },
  ]
}

/// A statement.
struct StatementModel: TemplateModel {
  var text: String

  static let fields: [TemplateField<Self>] = [.text("text", "The statement.") { $0.text }]
}
