import AuthDescriptor
import AuthGenerator

/// Collects the contents of a provider's article.
struct PageBuilder {
  let loaded: LoadedDescriptor
  private let clients: [ClientFacts]

  init(_ loaded: LoadedDescriptor) throws(DiagnosticsError) {
    self.loaded = loaded
    clients = try ClientFacts.all(of: loaded)
  }

  var model: PageModel {
    let descriptor = loaded.descriptor
    return PageModel(
      source: TutorialProse.text(loaded.fileName), id: TutorialProse.text(descriptor.id), type: descriptor.swiftType,
      name: TutorialProse.text(descriptor.name), isOwn: !loaded.file.hasPrefix(SourceLocation.builtInPrefix),
      isCommitted: descriptor.docs.tutorial == .committed, clients: clients.map(client),
      tutorials: clients.flatMap { client in
        TutorialBuilder.pages.map { LineModel(text: "\(client.client.type)-\($0)") }
      })
  }

  private func client(_ facts: ClientFacts) -> PageClientModel {
    let provenance = facts.descriptor.provenance
    let notes = [facts.descriptor.docs.native, provenance.reason, provenance.domains].compactMap(\.self)
    return PageClientModel(
      type: facts.client.type, notes: notes.map { LineModel(text: TutorialProse.text($0)) },
      tables: (topics(of: facts) + lists(of: facts)).filter { !$0.rows.isEmpty },
      console: facts.console, steps: facts.steps.map { LineModel(text: $0) },
      sources: facts.sources.map { LineModel(text: $0) })
  }

  private func lists(of facts: ClientFacts) -> [PageTableModel] {
    [facts.otherCallbacks, facts.scopes, facts.errors, facts.values, facts.environments]
  }

  private func topics(of facts: ClientFacts) -> [PageTableModel] {
    ProviderFact.Topic.allCases.map { topic in
      let rows = ProviderFact.all.filter { $0.topic == topic }.compactMap { fact in
        fact.value(facts).text.map { PageRowModel(title: fact.title, text: $0) }
      }
      return PageTableModel(title: topic.rawValue, heading: "Value", rows: rows)
    }
  }
}
