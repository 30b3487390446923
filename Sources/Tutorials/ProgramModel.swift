import AuthGenerator

/// What the templates of a tutorial's programs may say. Every text is Swift: literals, identifiers, expressions.
struct ProgramModel: TemplateModel {
  /// How far the program has come. Each step adds one.
  enum Stage: String, CaseIterable, Sendable {
    case signsIn, sends, readsUser, callsAPI, keeps, usesDevice, signsOut, explains, starts, exchanges
  }

  var type = ""
  var program = "App"
  var commentName = ""
  var isBackend = false
  var isWeb = false
  var isSigned = false
  var isWebCallback = false
  var stages: Set<Stage> = []
  var arguments: [LineModel] = []
  var redirect = ""
  var signInArguments = ""
  var deviceArguments = ""
  var startArguments = ""
  var apiSetting = ""
  var serverExample = ""
  var signOutCall = ""
  var folder = ""
  var callback = ""
  var button = ""
  var greeting: [LineModel] = []
  var filling: [LineModel] = []
  var errors: [LineModel] = []

  static let fields: [TemplateField<Self>] = texts + lists + flags

  private static let texts: [TemplateField<Self>] = [
    .text("type", "Name of the generated type.") { $0.type },
    .text("program", "Name of the program's type.") { $0.program },
    .text("commentName", "The provider, for comments.") { $0.commentName },
    .text("redirect", "Where the browser returns to.") { $0.redirect },
    .text("signInArguments", "Arguments of the sign-in.") { $0.signInArguments },
    .text("deviceArguments", "Arguments of the sign-in on another device.") { $0.deviceArguments },
    .text("startArguments", "Arguments of the sign-in that a server begins.") { $0.startArguments },
    .text("apiSetting", "The address of an API.") { $0.apiSetting },
    .text("serverExample", "The address of a server of one's own.") { $0.serverExample },
    .text("signOutCall", "The call that signs out.") { $0.signOutCall },
    .text("folder", "Name of the folder of sessions, a literal.") { $0.folder },
    .text("callback", "The address that the system brings to an app, a literal.") { $0.callback },
    .text("button", "Title of the button, a literal.") { $0.button },
  ]

  private static let lists: [TemplateField<Self>] = [
    .list("arguments", "Arguments of the initializer.") { $0.arguments },
    .list("greeting", "Statements that show the user.") { $0.greeting },
    .list("filling", "Statements that fill what is asked for with each sign-in.") { $0.filling },
    .list("errors", "Errors that the program tells apart, each with a text.") { $0.errors },
  ]

  private static let flags: [TemplateField<Self>] =
    [
      .flag("isBackend", "A server exchanges the code.") { $0.isBackend },
      .flag("isWeb", "The server sends the browser, too.") { $0.isWeb },
      .flag("isSigned", "The app signs token requests.") { $0.isSigned },
      .flag("isWebCallback", "The address that the system brings to an app is an https URL.") { $0.isWebCallback },
    ]
    + Stage.allCases.map { stage in
      .flag(stage.rawValue, "The program has come to that step.") { $0.stages.contains(stage) }
    }
}

/// A package of the tutorial.
struct PackageModel: TemplateModel {
  struct Target: TemplateModel {
    var kind: String
    var name: String
    var comma = ","

    static let fields: [TemplateField<Self>] = [
      .text("kind", "`executableTarget` or `target`.") { $0.kind },
      .text("name", "Its name, a literal.") { $0.name },
      .text("comma", "What stands behind it: nothing behind a single one.") { $0.comma },
    ]
  }

  var name: String
  var dependency: String
  var identity: String
  var targets: [Target]

  static let fields: [TemplateField<Self>] = [
    .text("name", "Its name, a literal.") { $0.name },
    .text("dependency", "Where swift-auth-generator is.") { $0.dependency },
    .text("identity", "What SwiftPM calls it, a literal.") { $0.identity },
    .list("targets", "Its targets.") { $0.targets },
  ]
}

/// The table of contents.
struct ContentsModel: TemplateModel {
  struct Page: TemplateModel {
    var file: String

    static let fields: [TemplateField<Self>] = [.text("file", "The tutorial's file without its ending.") { $0.file }]
  }

  var apps: [Page] = []
  var servers: [Page] = []

  static let fields: [TemplateField<Self>] = [
    .list("apps", "Tutorials of providers whose codes the app exchanges.") { $0.apps },
    .list("servers", "Tutorials of the others.") { $0.servers },
  ]
}

/// The picture of a chapter.
struct ChapterModel: TemplateModel {
  var ink: String
  var box: String
  var paper: String
  var hasServer: Bool

  static let fields: [TemplateField<Self>] = [
    .text("ink", "Colour of lines and text.") { $0.ink },
    .text("box", "Colour of boxes.") { $0.box },
    .text("paper", "Colour of the ground: the page that shows the picture is dark, whatever the reader's colors.") {
      $0.paper
    },
    .flag("hasServer", "A server of the app's takes part.") { $0.hasServer },
  ]
}
