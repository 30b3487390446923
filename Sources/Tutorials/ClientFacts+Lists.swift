import AuthConfiguration
import AuthDescriptor

/// The descriptor's lists, for the page of its provider.
extension ClientFacts {
  /// The scopes that the descriptor names.
  var scopes: PageTableModel {
    let all = [descriptor.scopes] + descriptor.scopeGroups
    let isUsed = configuration.scopes != nil
    let rows = (isUsed ? all : []).flatMap(\.values).map { scope in
      PageRowModel(
        title: TutorialProse.code(scope.name),
        text: [scope.doc.map(TutorialProse.text), scope.isRequired ? "Always requested." : nil].sentences)
    }
    return PageTableModel(title: "Scope", heading: "Meaning", rows: rows)
  }

  /// The provider's own errors.
  var errors: PageTableModel {
    let rows = program.ownErrors.map { error in
      PageRowModel(title: TutorialProse.code(error.code), text: TutorialProse.text(error.summary))
    }
    return PageTableModel(title: "Error", heading: "Meaning", rows: rows)
  }

  /// The variables and settings that an app fills in.
  var values: PageTableModel {
    let variables = descriptor.variables.map { variable in
      let rule = variable.rule
      let example = rule.example.isEmpty ? nil : "Example: \(TutorialProse.code(rule.example))."
      return PageRowModel(
        title: TutorialProse.code(variable.name),
        text: [
          variable.doc.map(TutorialProse.text), variable.words,
          rule.defaultValue.map { "Default: \(TutorialProse.code($0))." }, example,
        ].sentences)
    }
    let settings = descriptor.settings.map { setting in
      PageRowModel(
        title: TutorialProse.code(setting.name),
        text: [
          setting.doc.map(TutorialProse.text), setting.isOptional ? "Optional." : nil,
          setting.isSecret ? "Secret." : nil,
          setting.example.map { "Example: \(TutorialProse.code($0))." },
        ].sentences)
    }
    return PageTableModel(title: "Variable", heading: "Meaning", rows: variables + settings)
  }

  /// The places where the provider runs.
  var environments: PageTableModel {
    let rows = descriptor.environments.map { environment in
      PageRowModel(
        title: TutorialProse.code(environment.name),
        text: [environment.doc.map(TutorialProse.text), environment.isDefault ? "Default." : nil].sentences)
    }
    return PageTableModel(title: "Environment", heading: "Meaning", rows: rows)
  }

  /// The callbacks that no fact shows.
  var otherCallbacks: PageTableModel {
    let rows = sheet.otherPlatforms.map { platform in
      PageRowModel(title: TutorialProse.text(platform.name), text: TutorialProse.code(platform.address))
    }
    return PageTableModel(title: "Other callbacks", heading: "Callback URL", rows: rows)
  }

  /// The pages and projects that the descriptor is based on.
  var sources: [String] {
    let links = descriptor.docs.links.sorted { $0.key < $1.key }.map { TutorialProse.code(sheet.filled($0.value)) }
    return descriptor.provenance.sources.map(TutorialProse.text) + links
  }

  /// The page where clients are registered.
  var console: String? {
    descriptor.docs.console.map { console in
      "\(TutorialProse.text(console.name)), \(TutorialProse.code(sheet.filled(console.url)))"
    }
  }

  /// The steps of the registration.
  var steps: [String] {
    descriptor.docs.register.map { step in
      switch step {
      case .instruction(let text): TutorialProse.text(text)
      case .field(let field, let value, let platforms):
        "\(TutorialProse.text(field)): \(entry(sheet.values(value)))\(condition(of: platforms))"
      }
    }
  }
}

extension ClientFacts {
  /// The first value of a field, and how the others differ from it.
  private func entry(_ values: [String]) -> String {
    let first = values.prefix(1).map(TutorialProse.code).joined()
    return values.count > 1 ? "\(first), and the same URL with the ports \(sheet.otherPorts)" : first
  }

  /// The platforms that need a field, unless all of them do.
  private func condition(of platforms: [ProviderDescriptor.Docs.Platform]) -> String {
    let names = platforms.compactMap { CallbackSheet.Platform(rawValue: $0.rawValue)?.name }
    return names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
  }
}

extension ProviderDescriptor.Variable {
  /// The documented values.
  fileprivate var words: String? {
    values.isEmpty ? nil : "Values: \(values.map(\.rawValue).inlineCode)."
  }
}

extension [String?] {
  /// The sentences that exist, in one paragraph.
  fileprivate var sentences: String { compactMap(\.self).joined(separator: " ") }
}
