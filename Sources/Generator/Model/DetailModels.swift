/// A type of authorization detail, as a case of the enumeration of details.
struct DetailModel: TemplateModel {
  var name: String
  var doc: String
  var type: String
  var key: String
  var fields: [DetailFieldModel]

  static let fields: [TemplateField<Self>] = [
    .text("name", "Its case.") { $0.name },
    .text("doc", "The comment of the case.") { $0.doc },
    .text("type", "The name of its type.") { $0.type },
    .text("key", "The value of `type` as a literal.") { $0.key },
    .list("fields", "Its members.") { $0.fields },
  ]
}

/// The type of an authorization detail, or of an object in one.
struct DetailTypeModel: TemplateModel {
  var container: String
  var type: String
  var doc: String
  var start: String
  var fields: [DetailFieldModel]
  var enumerations: [EnumerationModel]

  static let fields: [TemplateField<Self>] = [
    .text("container", "The type that contains it.") { $0.container },
    .text("type", "Its name.") { $0.type },
    .text("doc", "Its comment.") { $0.doc },
    .text("start", "The arguments that create its members: a type, or none for an object in a detail.") { $0.start },
    .list("fields", "Its members.") { $0.fields },
    .list("enumerations", "The types with a fixed set of values in it.") { $0.enumerations },
  ]
}

/// A member of an authorization detail.
struct DetailFieldModel: TemplateModel {
  var name: String
  var type: String
  var argumentType: String
  var doc: String
  var parameterDoc: String
  var key: String
  var reading: String
  var comma = ","

  static let fields: [TemplateField<Self>] = [
    .text("name", "Its name.") { $0.name },
    .text("type", "Its type.") { $0.type },
    .text("argumentType", "Its type as an argument, with the default value if there is one.") { $0.argumentType },
    .text("doc", "Its comment.") { $0.doc },
    .text("parameterDoc", "Its entry in the list of parameters.") { $0.parameterDoc },
    .text("key", "The member's name as a literal.") { $0.key },
    .text("reading", "The name of the function that reads it: `required`, `optional`, or `list`.") { $0.reading },
    .text("comma", "The comma after it; empty for the last member.") { $0.comma },
  ]
}
