import AuthGenerator

/// Everything that the templates of tutorials may say about one provider.
///
/// Every text is Markdown that shows what it says (``TutorialProse``), or a `@Code` directive.
struct TutorialModel: TemplateModel {
  var source = ""
  var minutes = ""
  var type = ""
  var name = ""
  var title = ""
  var isBackend = false
  var isWeb = false
  /// What the descriptor says, by the template's name for it.
  var texts: [Text: String] = [:]
  /// The `@Code` directives.
  var codes: [Code: String] = [:]
  var registration: [InstructionModel] = []
  var flags: [LineModel] = []
  var questions: [QuestionModel] = []
  var errors: [LineModel] = []
  var isCopied = false
  var isOwn = false
  var isBesideCheckout = false
  var hasIDToken = false
  var hasAudience = false
  var hasPorts = false

  enum Text: String, CaseIterable, Sendable {
    case verified, unverified, reason, console, note, callbackCode, userRemark, scopes, limits, rotation, offline
    case signOutText, appCallback
  }

  enum Code: String, CaseIterable, Sendable {
    case platforms, package, descriptor, client, signIn, run, user, server, exchange, send, api, keep, runAgain, device
    case signOut, failures, view
  }

  static let fields: [TemplateField<Self>] = facts + flags + Text.allCases.map(\.field) + Code.allCases.map(\.field)

  private static let facts: [TemplateField<Self>] = [
    .text("source", "The descriptor's file name.") { $0.source },
    .text("minutes", "How long it takes: a minute a step.") { $0.minutes },
    .text("type", "Name of the generated type.") { $0.type },
    .text("name", "The provider's name.") { $0.name },
    .text("title", "The same, for a title that begins with `Sign in with`.") { $0.title },
    .list("registration", "The steps of the registration.") { $0.registration },
    .list("flags", "Switches of the sign-out.") { $0.flags },
    .list("errors", "Errors of the provider that the program tells apart.") { $0.errors },
    .list("questions", "What the reader is asked at the end.") { $0.questions },
  ]

  private static let flags: [TemplateField<Self>] = [
    .flag("isBackend", "A server of the app's exchanges the code.") { $0.isBackend },
    .flag("isWeb", "That server sends the browser, too: no program on a device can take the answer.") { $0.isWeb },
    .flag("isCopied", "The descriptor has variants, so it is copied and not extended.") { $0.isCopied },
    .flag("isOwn", "The descriptor is none of the catalog.") { $0.isOwn },
    .flag("isBesideCheckout", "The package's folder has a checkout of swift-auth-generator beside it.") {
      $0.isBesideCheckout
    },
    .flag("hasIDToken", "The sign-in brings an ID token.") { $0.hasIDToken },
    .flag("hasAudience", "The sign-in may name an API.") { $0.hasAudience },
    .flag("hasPorts", "Each port is registered.") { $0.hasPorts },
    .flag("isVerified", "The descriptor says when its sources were read.") { $0.texts[.verified] != nil },
    .flag("hasUnverified", "The descriptor lists what no source confirms.") { $0.texts[.unverified] != nil },
    .flag("hasReason", "The descriptor says why something is weaker than the standards.") { $0.texts[.reason] != nil },
    .flag("hasConsole", "The descriptor says where clients are registered.") { $0.texts[.console] != nil },
    .flag("hasNote", "The descriptor says what differs on devices.") { $0.texts[.note] != nil },
    .flag("hasLimits", "There is something that the provider does not have.") { $0.texts[.limits] != nil },
    .flag("hasPlatforms", "The descriptor has callbacks by platform.") { $0.codes[.platforms] != nil },
    .flag("callsAPI", "The app calls APIs itself.") { $0.codes[.api] != nil },
    .flag("keeps", "The session is kept.") { $0.codes[.keep] != nil },
    .flag("refreshes", "There are refresh tokens.") { $0.texts[.rotation] != nil },
    .flag("usesDevice", "A user may sign in on another device.") { $0.codes[.device] != nil },
    .flag("signsOut", "There is something to end at the provider.") { $0.codes[.signOut] != nil },
    .flag("hasView", "An app on Apple's platforms can take the answer.") { $0.codes[.view] != nil },
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
  /// What it is about, as an identifier.
  var name = ""
  var comma = ""

  static let fields: [TemplateField<Self>] = [
    .text("text", "The line.") { $0.text },
    .text("name", "What it is about.") { $0.name },
    .text("comma", "What stands behind it: nothing where none follows.") { $0.comma },
  ]
}

/// A step of the registration.
struct InstructionModel: TemplateModel {
  var text: String
  var code: String

  static let fields: [TemplateField<Self>] = [
    .text("text", "What to do.") { $0.text },
    .text("code", "The sheet so far.") { $0.code },
  ]
}

/// A question with its answers.
struct QuestionModel: TemplateModel {
  struct Choice: TemplateModel {
    var text: String
    var isCorrect: Bool
    var reason: String

    static let fields: [TemplateField<Self>] = [
      .text("text", "The answer.") { $0.text },
      .text("isCorrect", "`true` or `false`.") { $0.isCorrect ? "true" : "false" },
      .text("reaction", "A word on it.") { $0.isCorrect ? "That is right." : "Not that one." },
      .text("reason", "Why.") { $0.reason },
    ]
  }

  var text: String
  var choices: [Choice]

  static let fields: [TemplateField<Self>] = [
    .text("text", "The question.") { $0.text },
    .list("choices", "The answers, one of them right.") { $0.choices },
  ]
}
