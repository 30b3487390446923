import AuthConfiguration
import AuthDescriptor
import AuthGenerator

/// Collects the contents of a provider's article.
struct PageBuilder {
  let loaded: LoadedDescriptor
  private let faces: [ProgramFacts]

  init(_ loaded: LoadedDescriptor) throws(DiagnosticsError) {
    self.loaded = loaded
    var faces: [ProgramFacts] = []
    for face in [loaded] + loaded.variants {
      faces.append(ProgramFacts(face.descriptor, try ClientModelBuilder.model(of: face, access: .internal)))
    }
    self.faces = faces
  }

  private var descriptor: ProviderDescriptor { loaded.descriptor }
  private var sheet: CallbackSheet { faces[0].sheet }
  private var name: String { TutorialProse.text(descriptor.name) }

  var model: PageModel {
    PageModel(
      source: TutorialProse.text(loaded.fileName), id: TutorialProse.text(descriptor.id), type: descriptor.swiftType,
      name: name, isOwn: !loaded.file.hasPrefix(SourceLocation.builtInPrefix),
      isCommitted: descriptor.docs.tutorial == .committed,
      clients: faces.map { PageClientModel(type: $0.client.type, facts: facts(of: $0)) },
      hasVariants: faces.count > 1, console: console,
      callbacks: sheet.platforms.map { platform in
        PageRowModel(title: TutorialProse.text(platform.name), text: TutorialProse.code(platform.address))
      },
      notes: notes.map { LineModel(text: $0) },
      tutorials: faces.flatMap { face in
        TutorialBuilder.pages.map { LineModel(text: "\(face.client.type)-\($0)") }
      })
  }

  private var console: String? {
    descriptor.docs.console.map { console in
      "\(TutorialProse.text(console.name)), \(TutorialProse.code(sheet.filled(console.url)))"
    }
  }

  private var notes: [String] {
    let provenance = descriptor.provenance
    let texts = [descriptor.docs.native, provenance.reason, provenance.domains].compactMap(\.self)
    var notes = texts.map(TutorialProse.text)
    if let day = provenance.verified { notes.append("The descriptor was last checked on \(TutorialProse.text(day)).") }
    if !provenance.unverified.isEmpty {
      let keys = provenance.unverified.map(TutorialProse.code).joined(separator: ", ")
      notes.append("These keys aren't confirmed by any source: \(keys).")
    }
    return notes
  }
}

extension PageBuilder {
  private func facts(of face: ProgramFacts) -> [PageRowModel] {
    let descriptor = face.descriptor
    let scopes = descriptor.configuration.scopes?.defaults ?? []
    let rows = [
      ("Code exchange", face.client.isBackend ? "Your own server, which keeps the secret" : "The client"),
      ("Flows", descriptor.flows.map { TutorialProse.code($0.rawValue) }.joined(separator: ", ")),
      ("Default scopes", scopes.isEmpty ? "None" : scopes.map(TutorialProse.code).joined(separator: ", ")),
      ("Refresh tokens", refresh(of: face)),
      ("Sign-out", face.signOutCall == nil ? "\(name) doesn't support sign-out." : face.signOut(at: name)),
      ("Token revocation", descriptor.canRevoke ? "Yes" : "No"),
      ("Client secret", secret(of: face.client)),
      ("Callbacks", callbacks(of: descriptor.configuration.client.callbacks)),
    ]
    return rows.map { PageRowModel(title: $0, text: $1) }
  }

  private func refresh(of face: ProgramFacts) -> String {
    face.descriptor.configuration.refresh.map { face.rotation(of: $0, at: name) }
      ?? "\(name) doesn't issue refresh tokens."
  }

  private func secret(of client: ClientModel) -> String {
    switch client {
    case _ where client.isSigned: "None: your own code signs the requests"
    case _ where client.isBackend: client.needsBackendSecret ? "Required on your server" : "A key on your server"
    case _ where client.secret.isRequired: "Required"
    default: client.secret.isPossible ? "Optional" : "None"
    }
  }

  private func callbacks(of kinds: ProviderConfiguration.CallbackKinds) -> String {
    var all: [String] = []
    if kinds.loopback.isAllowed { all.append(kinds.loopback.port == .any ? "loopback with any port" : "loopback") }
    if kinds.customScheme.isAllowed { all.append("custom scheme") }
    if kinds.https.isAllowed { all.append("`https`") }
    return all.joined(separator: ", ")
  }
}
