import AuthConfiguration
import AuthDescriptor
import AuthGenerator

/// Builds the tutorials of one provider: first the steps of its programs, then the pages that show them.
struct TutorialBuilder {
  /// The pages of each provider.
  static let pages = ["SignIn", "Session"]

  let loaded: LoadedDescriptor
  /// The descriptor in the file: this one, or the one that it's a variant of.
  let family: LoadedDescriptor
  let text: String?
  let origin: NewPackage.Origin
  let renderer: TemplateRenderer
  var facts: ProgramFacts
  var files: TutorialFiles
  var model: TutorialModel
  var stages: Set<ProgramModel.Stage> = []

  init(
    _ loaded: LoadedDescriptor, of family: LoadedDescriptor, text: String?, origin: NewPackage.Origin,
    renderer: TemplateRenderer
  ) throws(DiagnosticsError) {
    (self.loaded, self.family, self.text, self.origin, self.renderer) = (loaded, family, text, origin, renderer)
    let client = try ClientModelBuilder.model(of: loaded, access: .internal)
    facts = ProgramFacts(loaded, client)
    files = TutorialFiles(type: client.type, source: loaded.file)
    model = TutorialModel()
  }

  var descriptor: ProviderDescriptor { facts.descriptor }

  mutating func build() throws(DiagnosticsError) -> [GeneratedFile] {
    describe()
    register()
    try makePackage()
    if facts.client.isBackend { try makeHalves() } else { try makeProgram() }
    let questions = TutorialQuestions(facts: facts, name: model.name)
    let steps = files.files.count
    try write(page: Self.pages[0], questions.aboutSignIn, steps: steps)
    if facts.client.isBackend { try extendServer() } else { try extendProgram() }
    try write(page: Self.pages[1], questions.aboutSession, steps: files.files.count - steps - 1)
    return files.files
  }

  private mutating func write(page: String, _ questions: [QuestionModel], steps: Int) throws(DiagnosticsError) {
    model.questions = questions
    model.minutes = "\(max(steps, 1))"
    let template = page == Self.pages[0] ? "signin.tutorial.stencil" : "session.tutorial.stencil"
    files.add(page: page, try renderer.render(template, model))
  }
}

extension TutorialBuilder {
  /// Collects the descriptor's human-readable information.
  private mutating func describe() {
    let docs = descriptor.docs
    let provenance = descriptor.provenance
    model.source = TutorialProse.text(loaded.fileName)
    model.type = facts.client.type
    model.name = TutorialProse.text(descriptor.name)
    model.title = title
    (model.isBackend, model.isWeb) = (facts.client.isBackend, facts.isWeb)
    model.identifiesUser = descriptor.identifiesUser
    (model.isCopied, model.isOwn, model.isNextToCheckout) = (isCopied, isOwn, origin == .sibling)
    model.hasIDToken = descriptor.configuration.idToken?.required == true
    model.hasAudience = facts.client.parameters.contains { $0.name == "audience" }
    model.hasPorts = facts.sheet.hasLoopback && !facts.sheet.takesAnyPort
    model.texts[.verified] = provenance.verified.map(TutorialProse.text)
    let reasons = [provenance.reason, provenance.domains].compactMap(\.self)
    if !reasons.isEmpty { model.texts[.reason] = reasons.map(TutorialProse.text).joined(separator: " ") }
    model.texts[.console] = docs.console.map { console in
      let url = facts.sheet.filled(console.url)
      return "\(TutorialProse.text(console.name)), \(TutorialProse.code(url))"
    }
    if !isOwn, !facts.isWeb, family.descriptor.docs.tutorial == .committed {
      // If a site has several modules, DocC resolves no link from a tutorial to an article. A path works.
      let path = "/documentation/swift-auth-generator/\(family.descriptor.swiftType.lowercased())-provider"
      model.texts[.article] = "[\(TutorialProse.text(family.descriptor.name))](\(path))"
    }
    model.texts[.userRemark] =
      descriptor.claims.custom.isEmpty ? "" : "The claims include the provider's own."
    model.texts[.scopes] = scopes
    model.texts[.limits] = limits
    model.flags = facts.client.flags.map { flag in
      let known = descriptor.flags.first { $0.swiftName == flag.name }
      return LineModel(text: "`\(flag.name): true`: \(TutorialProse.text(known?.doc ?? "An option of the provider."))")
    }
  }

  /// The name for titles that begin with `Sign in with`. For example, `Sign in with Slack` becomes `Slack`.
  private var title: String {
    let prefix = "Sign in with "
    let name = descriptor.name.hasPrefix(prefix) ? String(descriptor.name.dropFirst(prefix.count)) : descriptor.name
    return TutorialProse.argument(name)
  }

  private var scopes: String {
    let names = descriptor.configuration.scopes?.defaults ?? []
    return names.isEmpty ? "no scopes" : names.map(TutorialProse.code).formattedList
  }

  /// The features that the provider lacks and that a reader might look for.
  private var limits: String? {
    var missing: [String] = []
    if !descriptor.canRefresh {
      missing.append("doesn't issue refresh tokens (when a token expires, the user signs in again)")
    }
    if facts.signOutCall == nil {
      missing.append("doesn't support sign-out (delete the session on your side)")
    }
    return missing.isEmpty ? nil : "\(model.name) \(missing.joined(separator: ", and "))."
  }

  /// The descriptor isn't in the catalog.
  var isOwn: Bool { !family.file.hasPrefix(SourceLocation.builtInPrefix) }
  /// Whether the descriptor is copied, because extending it wouldn't include its variants.
  var isCopied: Bool { !isOwn && !family.variants.isEmpty }
}

extension TutorialBuilder {
  /// Adds a step for each instruction of the registration that this program needs. Each step adds to the same sheet.
  private mutating func register() {
    let console = descriptor.docs.console
    let head = [console.map(\.name) ?? descriptor.name, console.map { facts.sheet.filled($0.url) }].compactMap(\.self)
    var sheet = head.map(\.oneLine) + [""]
    let steps = descriptor.docs.register.isEmpty ? Self.anyRegistration : facts.registration
    for (index, step) in steps.enumerated() {
      let text: String
      switch step {
      case .instruction(let instruction):
        text = TutorialProse.text(instruction)
        sheet.append("\(index + 1). \(instruction.oneLine)")
      case .field(let field, let value, _):
        model.listsCallbacks = model.listsCallbacks || value == "{callback_url}"
        let values = facts.sheet.values(value)
        text =
          "Enter \(values.prefix(1).map(TutorialProse.code).joined()) in the field \(TutorialProse.text(field))"
          + (values.count > 1 ? ", and the same URL with ports \(facts.sheet.otherPorts), one per line." : ".")
        sheet.append("\(index + 1). \(field.oneLine)")
        sheet += values.map { "     \($0.oneLine)" }
      }
      let code = files.add(console?.name ?? "Registration", "Register", sheet.joined(separator: "\n") + "\n", as: "txt")
      model.registration.append(InstructionModel(text: text, code: code))
    }
  }

  /// The steps for a descriptor that doesn't describe the registration.
  private static let anyRegistration: [ProviderDescriptor.Docs.Step] = [
    .instruction("Register an application with the provider."), .field("Callback URL", value: "{callback_url}"),
    .instruction("Copy the client ID."),
  ]

  private mutating func makePackage() throws(DiagnosticsError) {
    func target(_ kind: String, _ name: String) -> PackageModel.Target {
      PackageModel.Target(kind: kind, name: SwiftLiteral.string(name))
    }
    let app = target("executableTarget", "App")
    let server = target("target", "Server")
    let package = PackageModel(
      name: SwiftLiteral.string("\(model.type)Tutorial"), dependency: origin.dependency,
      identity: SwiftLiteral.string(origin.identity),
      targets: facts.client.isBackend && !facts.isWeb ? [app, server] : [facts.isWeb ? server : app].map(\.alone))
    model.codes[.package] = files.add("Package.swift", "Package", try renderer.render("package.swift.stencil", package))
    let folder = facts.isWeb ? "Sources/Server" : "Sources/App"
    let name = isCopied ? family.descriptor.swiftType : model.type
    if isCopied {
      let command = "authgen providers copy \(family.descriptor.id)"
      let lines =
        clone + ["swift run --package-path \(ShellWord.quoted(origin.checkout)) \(command)"]
        + (facts.isWeb ? ["Server"] : facts.client.isBackend ? ["App", "Server"] : ["App"])
        .map { "cp \(family.descriptor.id).yaml Sources/\($0)/\(name).auth.yaml" } + ["rm \(family.descriptor.id).yaml"]
      model.codes[.descriptor] = files.add("Terminal", "Descriptor", lines.joined(separator: "\n") + "\n", as: "txt")
    } else {
      let contents = isOwn ? text ?? "extends: \(family.descriptor.id)\n" : "extends: \(family.descriptor.id)\n"
      model.codes[.descriptor] = files.add("\(folder)/\(name).auth.yaml", "Descriptor", contents)
    }
  }
}

extension TutorialBuilder {
  /// The command that clones a repository, because its programs run in a clone.
  private var clone: [String] {
    guard case .url(let url) = origin else { return [] }
    return ["git clone \(ShellWord.quoted(url)) \(ShellWord.quoted(origin.checkout))"]
  }
}

extension PackageModel.Target {
  /// The target without a comma, as in a list with a single target.
  fileprivate var alone: Self { Self(kind: kind, name: name, comma: "") }
}

extension String {
  /// The string on one line, because a line break would begin a new item of the sheet.
  fileprivate var oneLine: String { words.joined(separator: " ") }
}
