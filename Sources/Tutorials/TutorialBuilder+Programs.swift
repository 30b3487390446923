import AuthConfiguration
import AuthDescriptor
import AuthGenerator

extension TutorialBuilder {
  private typealias Stage = ProgramModel.Stage

  /// Writes the program of a client that exchanges its own codes.
  mutating func makeProgram() throws(DiagnosticsError) {
    model.codes[.client] = try app("Client")
    model.codes[.signIn] = try app("SignIn", .signsIn)
    model.codes[.run] = files.add("Terminal", "Run", commands(["swift run App"]), as: "txt")
    model.codes[.user] = try app("ReadUser", .readsUser)
  }

  /// Adds the steps after the sign-in.
  mutating func extendProgram() throws(DiagnosticsError) {
    model.codes[.api] = try app("CallAPI", .callsAPI)
    describeRotation()
    model.codes[.keep] = try app("StaySignedIn", .keeps)
    model.codes[.runAgain] = files.add("Terminal", "Run", commands(["swift run App", "swift run App"]), as: "txt")
    if descriptor.hasDeviceFlow, descriptor.identifiesUser { model.codes[.device] = try app("Device", .usesDevice) }
    if facts.signOutCall != nil {
      model.texts[.signOutText] = facts.signOut(at: model.name)
      model.codes[.signOut] = try app("SignOut", .signsOut)
    }
    model.codes[.failures] = try app("Failures", .explains)
    describeErrors()
  }

  /// Writes the program that begins a sign-in, and the back end that completes it.
  mutating func makeHalves() throws(DiagnosticsError) {
    if facts.isWeb {
      model.codes[.client] = try server("Server")
      model.codes[.signIn] = try server("Begin", .starts)
      model.codes[.exchange] = try server("Finish", .exchanges)
    } else {
      model.codes[.client] = try app("Client")
      model.codes[.signIn] = try app("Authorize", .signsIn)
      model.codes[.send] = try app("Send", .sends)
      model.codes[.run] = files.add("Terminal", "Run", commands(["swift run App"]), as: "txt")
      model.codes[.server] = try server("Server")
      model.codes[.exchange] = try server("Exchange", .exchanges)
    }
    model.codes[.user] = try server("ReadUser", .readsUser)
  }

  /// Adds the steps of the back end after the sign-in.
  mutating func extendServer() throws(DiagnosticsError) {
    describeRotation()
    if descriptor.canRefresh { model.codes[.keep] = try server("Refresh", .keeps) }
    if facts.signOutCall != nil {
      model.texts[.signOutText] = facts.signOut(at: model.name)
      model.codes[.signOut] = try server("SignOut", .signsOut)
    }
    model.codes[.failures] = try server("Failures", .explains)
    describeErrors()
  }

  private mutating func app(_ slug: String, _ stage: ProgramModel.Stage? = nil) throws(DiagnosticsError) -> String {
    if let stage { stages.insert(stage) }
    var program = common()
    program.arguments = facts.appArguments()
    program.redirect = facts.sheet.redirect
    let (isKept, hasUser) = (stages.contains(.keeps), descriptor.identifiesUser)
    let hasGrant = facts.client.isBackend || !hasUser
    let call = hasGrant ? "let grant = try await client.authorize(" : "let user = try await client.signIn("
    // A back end can't request a refresh token later.
    let argumentStages = facts.client.isBackend ? stages.union([.keeps]) : stages
    program.signInArguments = facts.signInArguments(
      argumentStages, indentation: isKept ? (hasUser ? 4 : 8) : 6,
      head: isKept && hasUser ? "return try await client.signIn(" : call)
    if stages.contains(.usesDevice) { program.deviceArguments = facts.deviceArguments() }
    if stages.contains(.callsAPI) { program.apiSetting = facts.setting("API_URL", example: facts.apiExample) }
    if stages.contains(.keeps) { _ = facts.setting("SESSION_PASSPHRASE", example: "four words that you choose") }
    if stages.contains(.sends) { _ = facts.setting("SERVER_URL", example: "https://app.acme.example/sign-in") }
    program.serverExample = SwiftLiteral.string("https://app.acme.example/sign-in")
    program.signOutCall = facts.signOutCall ?? ""
    program.folder = SwiftLiteral.string(".sign-in-with-\(descriptor.id)")
    return files.add("App.swift", slug, try renderer.render("app.swift.stencil", program))
  }

  private mutating func server(_ slug: String, _ stage: ProgramModel.Stage? = nil) throws(DiagnosticsError) -> String {
    // The back end doesn't share the app's steps.
    if slug == "Server" { stages = [] }
    if let stage { stages.insert(stage) }
    var program = common()
    program.arguments = facts.serverArguments()
    program.startArguments = facts.startArguments
    program.filling = facts.filling
    return files.add("Server.swift", slug, try renderer.render("server.swift.stencil", program))
  }

  private func common() -> ProgramModel {
    var program = ProgramModel()
    program.type = model.type
    program.program = model.type == "App" ? "Program" : "App"
    program.commentName = facts.client.name
    program.isBackend = facts.client.isBackend
    program.isWeb = facts.isWeb
    program.identifiesUser = descriptor.identifiesUser
    program.hooks = Set(descriptor.hooks)
    program.stages = stages
    program.greeting = facts.greeting
    program.errors = facts.errors.map { LineModel(text: SwiftLiteral.string($0.summary), name: $0.caseName) }
    return program
  }

  private func commands(_ lines: [String]) -> String {
    let values = facts.settings.map { setting in
      "export \(setting.name)=\(ShellWord.singleQuoted(setting.example.words.joined(separator: " ")))"
    }
    return (values + lines).joined(separator: "\n") + "\n"
  }

  private mutating func describeErrors() {
    model.errors = facts.errors.map { LineModel(text: TutorialProse.text($0.summary), name: $0.caseName) }
  }

  /// Describes the behavior of the provider's refresh tokens, and how to request one.
  private mutating func describeRotation() {
    guard let refresh = descriptor.configuration.refresh else {
      model.texts[.offline] =
        "\(model.name) doesn't issue refresh tokens, so the session ends when its access token expires."
      return
    }
    let reuse = loaded.reuseSentence
    let rotation = facts.rotation(of: refresh, at: model.name, describesReuse: reuse != nil)
    model.texts[.rotation] = [rotation, reuse].compactMap(\.self).joined(separator: " ")
    let scope = descriptor.configuration.scopes?.offline
    if let scope, facts.offlineScopes != nil {
      let verb = facts.client.isBackend ? "requested" : "requests"
      model.texts[.offline] = "The scope \(TutorialProse.code(scope)) \(verb) a refresh token."
    } else if facts.client.parameters.contains(where: { $0.name == "offlineAccess" }) {
      let verb = facts.client.isBackend ? "requested" : "requests"
      model.texts[.offline] = "`offlineAccess: true` \(verb) a refresh token."
    } else {
      model.texts[.offline] = "The provider always issues a refresh token."
    }
  }
}
