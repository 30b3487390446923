import AuthDescriptor
import AuthGenerator

/// The data that the templates of a tutorial's programs can use. Every string is Swift: a literal, identifier, or
/// expression.
struct ProgramModel: TemplateModel {
  /// The features that the program has so far. Each step adds one.
  enum Stage: String, CaseIterable, Sendable {
    case signsIn, sends, readsUser, callsAPI, keeps, usesDevice, signsOut, explains, starts, exchanges
  }

  var type = ""
  var program = "App"
  var commentName = ""
  var isBackend = false
  var isWeb = false
  var identifiesUser = true
  var hooks: Set<ProviderDescriptor.Hook> = []
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
  var greeting: [LineModel] = []
  var filling: [LineModel] = []
  var errors: [LineModel] = []

  static let fields: [TemplateField<Self>] = texts + lists + flags

  /// The program's type that implements a hook.
  static func typeName(of hook: ProviderDescriptor.Hook) -> String {
    switch hook {
    case .signTokenRequest: "Signer"
    case .signUserInfoRequest: "UserInfoSigner"
    case .decodeResponse: "ResponseDecoder"
    }
  }

  private static let texts: [TemplateField<Self>] = [
    .text("type", "The name of the generated type.") { $0.type },
    .text("program", "The name of the program's type.") { $0.program },
    .text("commentName", "The provider's name, for comments.") { $0.commentName },
    .text("redirect", "The redirect.") { $0.redirect },
    .text("signInArguments", "The arguments of the sign-in.") { $0.signInArguments },
    .text("deviceArguments", "The arguments of the sign-in on another device.") { $0.deviceArguments },
    .text("startArguments", "The arguments of the sign-in that a server begins.") { $0.startArguments },
    .text("apiSetting", "The URL of an API.") { $0.apiSetting },
    .text("serverExample", "The URL of your server.") { $0.serverExample },
    .text("signOutCall", "The call that signs out.") { $0.signOutCall },
    .text("folder", "The name of the sessions' folder, as a literal.") { $0.folder },
  ]

  private static let lists: [TemplateField<Self>] = [
    .list("arguments", "The arguments of the initializer.") { $0.arguments },
    .list("greeting", "The statements that show the user.") { $0.greeting },
    .list("filling", "The statements that fill in the parameters of each sign-in.") { $0.filling },
    .list("errors", "The errors that the program handles, each with a message.") { $0.errors },
  ]

  private static let flags: [TemplateField<Self>] =
    [
      .flag("isBackend", "A server exchanges the code.") { $0.isBackend },
      .flag("isWeb", "The server also sends the browser.") { $0.isWeb },
      .flag("identifiesUser", "The provider identifies the user.") { $0.identifiesUser },
    ]
    + ProviderDescriptor.Hook.allCases.map { hook in
      .flag(hook.rawValue, "The program implements this hook.") { $0.hooks.contains(hook) }
    }
    + Stage.allCases.map { stage in
      .flag(stage.rawValue, "The program includes that step.") { $0.stages.contains(stage) }
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
      .text("name", "Its name, as a literal.") { $0.name },
      .text("comma", "The comma after it; empty if there's only one.") { $0.comma },
    ]
  }

  var name: String
  var dependency: String
  var identity: String
  var targets: [Target]

  static let fields: [TemplateField<Self>] = [
    .text("name", "Its name, as a literal.") { $0.name },
    .text("dependency", "The dependency on swift-auth-generator.") { $0.dependency },
    .text("identity", "The dependency's identity in SwiftPM, as a literal.") { $0.identity },
    .list("targets", "Its targets.") { $0.targets },
  ]
}

/// The table of contents.
struct ContentsModel: TemplateModel {
  struct Page: TemplateModel {
    var file: String

    static let fields: [TemplateField<Self>] = [.text("file", "The tutorial's file without its extension.") { $0.file }]
  }

  var apps: [Page] = []
  var servers: [Page] = []

  static let fields: [TemplateField<Self>] = [
    .list("apps", "The tutorials of providers whose codes the app exchanges.") { $0.apps },
    .list("servers", "The tutorials of the other providers.") { $0.servers },
  ]
}

/// The image of a chapter.
struct ChapterModel: TemplateModel {
  var ink: String
  var box: String
  var paper: String
  var hasServer: Bool

  static let fields: [TemplateField<Self>] = [
    .text("ink", "The color of lines and text.") { $0.ink },
    .text("box", "The color of boxes.") { $0.box },
    .text("paper", "The color of the background. The page that shows the image is always dark.") {
      $0.paper
    },
    .flag("hasServer", "The app has a server.") { $0.hasServer },
  ]
}
