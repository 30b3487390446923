import AuthGenerator

/// The data that the templates of tutorials can use for one provider.
///
/// Every string is escaped Markdown (``TutorialProse``) or a `@Code` directive.
struct TutorialModel: TemplateModel {
  var source = ""
  var minutes = ""
  var type = ""
  var name = ""
  var title = ""
  var isBackend = false
  var identifiesUser = true
  var isWeb = false
  /// The descriptor's prose, by its keys in the template.
  var texts: [Text: String] = [:]
  /// The `@Code` directives.
  var codes: [Code: String] = [:]
  var registration: [InstructionModel] = []
  var flags: [LineModel] = []
  var questions: [QuestionModel] = []
  var errors: [LineModel] = []
  var isCopied = false
  var isOwn = false
  var isNextToCheckout = false
  var hasIDToken = false
  var hasAudience = false
  var hasPorts = false
  var listsCallbacks = false

  enum Text: String, CaseIterable, Sendable {
    case verified, reason, console, userRemark, scopes, limits, rotation, offline, signOutText, article
  }

  enum Code: String, CaseIterable, Sendable {
    case package, descriptor, client, signIn, run, user, server, exchange, send, api, keep, runAgain, device, signOut
    case failures
  }

  static let fields: [TemplateField<Self>] = facts + flags + Text.allCases.map(\.field) + Code.allCases.map(\.field)

  private static let facts: [TemplateField<Self>] = [
    .text("source", "The descriptor's file name.") { $0.source },
    .text("minutes", "The duration: one minute per step.") { $0.minutes },
    .text("type", "The name of the generated type.") { $0.type },
    .text("name", "The provider's name.") { $0.name },
    .text("title", "The provider's name for a title that begins with `Sign in with`.") { $0.title },
    .list("registration", "The steps of the registration.") { $0.registration },
    .list("flags", "The flags of the sign-out.") { $0.flags },
    .list("errors", "The provider's errors that the program handles.") { $0.errors },
    .list("questions", "The questions at the end.") { $0.questions },
  ]

  private static let flags: [TemplateField<Self>] = [
    .flag("isBackend", "The app's server exchanges the code.") { $0.isBackend },
    .flag("isWeb", "The server also sends the browser: no device can receive the response.") { $0.isWeb },
    .flag("identifiesUser", "The provider identifies the user.") { $0.identifiesUser },
    .flag("isCopied", "The descriptor has variants, so it's copied, not extended.") { $0.isCopied },
    .flag("isOwn", "The descriptor isn't in the catalog.") { $0.isOwn },
    .flag("isNextToCheckout", "A checkout of swift-auth-generator is next to the package.") {
      $0.isNextToCheckout
    },
    .flag("hasIDToken", "The sign-in returns an ID token.") { $0.hasIDToken },
    .flag("hasAudience", "The sign-in can name an API.") { $0.hasAudience },
    .flag("hasPorts", "Each port must be registered.") { $0.hasPorts },
    .flag("listsCallbacks", "The registration lists the callback URLs.") { $0.listsCallbacks },
    .flag("isVerified", "The descriptor has the date on which its sources were read.") { $0.texts[.verified] != nil },
    .flag("hasReason", "The descriptor explains a weakness against the standards.") { $0.texts[.reason] != nil },
    .flag("hasConsole", "The descriptor names the page where clients are registered.") { $0.texts[.console] != nil },
    .flag("hasLimits", "The provider lacks some features.") { $0.texts[.limits] != nil },
    .flag("hasArticle", "The documentation has an article for other platforms.") { $0.texts[.article] != nil },
    .flag("callsAPI", "The app calls APIs itself.") { $0.codes[.api] != nil },
    .flag("keeps", "The session is stored.") { $0.codes[.keep] != nil },
    .flag("refreshes", "There are refresh tokens.") { $0.texts[.rotation] != nil },
    .flag("usesDevice", "A user can sign in on another device.") { $0.codes[.device] != nil },
    .flag("signsOut", "The provider supports sign-out.") { $0.codes[.signOut] != nil },
  ]
}

extension TutorialModel.Text {
  fileprivate var field: TemplateField<TutorialModel> {
    .text(rawValue, "Prose about \(rawValue).") { $0.texts[self] ?? "" }
  }
}

extension TutorialModel.Code {
  fileprivate var field: TemplateField<TutorialModel> {
    .text(rawValue, "The file of the step \(rawValue).") { $0.codes[self] ?? "" }
  }
}

/// One line, of a program or of a list.
struct LineModel: TemplateModel {
  var text: String
  /// The line's subject, as an identifier.
  var name = ""
  var comma = ""

  static let fields: [TemplateField<Self>] = [
    .text("text", "The line.") { $0.text },
    .text("name", "The line's subject.") { $0.name },
    .text("comma", "The comma after it; empty for the last line.") { $0.comma },
  ]
}

/// A step of the registration.
struct InstructionModel: TemplateModel {
  var text: String
  var code: String

  static let fields: [TemplateField<Self>] = [
    .text("text", "The instruction.") { $0.text },
    .text("code", "The sheet so far.") { $0.code },
  ]
}

/// A question with its choices.
struct QuestionModel: TemplateModel {
  struct Choice: TemplateModel {
    var text: String
    var isCorrect: Bool
    var reason: String

    static let fields: [TemplateField<Self>] = [
      .text("text", "The answer.") { $0.text },
      .text("isCorrect", "`true` or `false`.") { $0.isCorrect ? "true" : "false" },
      .text("reaction", "The reaction to it.") { $0.isCorrect ? "That's right!" : "Try again!" },
      .text("reason", "Why.") { $0.reason },
    ]
  }

  var text: String
  var choices: [Choice]

  static let fields: [TemplateField<Self>] = [
    .text("text", "The question.") { $0.text },
    .list("choices", "The choices. One of them is correct.") { $0.choices },
  ]
}
