/// The arguments of the generated `ProviderConfiguration`, as Swift expressions.
struct ConfigurationModel: TemplateModel {
  var id: String
  var name: String
  var variables: [CallModel]
  var server: [ArgumentModel]
  var discovery: String
  var authentication: String
  var parameters: [CallModel]
  var scopes: [ArgumentModel]
  var encoding: String
  var refresh: String
  var revocation: String
  var logout: [ArgumentModel]
  var idToken: [ArgumentModel]
  var errors: [CallModel]

  static let fields: [TemplateField<Self>] = [
    .text("id") { $0.id },
    .text("name") { $0.name },
    .list("variables") { $0.variables },
    .list("server") { $0.server },
    .text("discovery") { $0.discovery },
    .text("authentication") { $0.authentication },
    .list("parameters") { $0.parameters },
    .list("scopes") { $0.scopes },
    .text("encoding") { $0.encoding },
    .text("refresh") { $0.refresh },
    .text("revocation") { $0.revocation },
    .list("logout") { $0.logout },
    .list("idToken") { $0.idToken },
    .list("errors") { $0.errors },
  ]
}

/// An argument on a line of its own.
struct ArgumentModel: TemplateModel {
  var label: String
  var value: String
  var comma = ""

  static let fields: [TemplateField<Self>] = [
    .text("label") { $0.label },
    .text("value") { $0.value },
    .text("comma") { $0.comma },
  ]
}

/// An element `key: .init(…)` or `.init(…)` of a collection: in one line, or an argument a line where that is too long.
struct CallModel: TemplateModel {
  var key = ""
  var arguments: [String]
  var isLong = false
  var comma = ""

  static let fields: [TemplateField<Self>] = [
    .text("key") { $0.key },
    .text("line") { $0.arguments.joined(separator: ", ") },
    .list("arguments") { call in
      call.arguments.map { ArgumentModel(label: "", value: $0) }.separated(trailing: false)
    },
    .flag("isLong") { $0.isLong },
    .text("comma") { $0.comma },
  ]
}

/// Something in a comma-separated list.
protocol Separated {
  var comma: String { get set }
}

extension ArgumentModel: Separated {}
extension CallModel: Separated {}
extension VariableModel: Separated {}

extension Array where Element: Separated {
  /// Commas between the elements; after the last one too in a collection of several, as swift-format wants it.
  func separated(trailing: Bool) -> [Element] {
    enumerated().map { index, element in
      var element = element
      let isLast = index == count - 1
      element.comma = !isLast || (trailing && count > 1) ? "," : ""
      return element
    }
  }
}
