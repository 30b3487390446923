import AuthDescriptor
import AuthRuntime

/// The comparison of many descriptors with their servers' documents.
struct DriftRun: Sendable {
  /// The source of the documents.
  enum Source: Sendable {
    case live(MetadataFetch)
    case recorded(RecordedDocuments)
  }

  /// The result for one client.
  struct Result: Sendable {
    enum Outcome: Sendable {
      case compared(issuer: String, [Finding])
      /// The document is missing, for this reason.
      case skipped(String)
    }

    let id: String
    let name: String
    let outcome: Outcome

    /// The findings, or an empty list if the client was skipped.
    var findings: [Finding] {
      if case .compared(_, let findings) = outcome { findings } else { [] }
    }

    var contradictions: [Finding] { findings.filter { $0.severity == .contradiction } }
  }

  /// The clients: descriptors, and their variants.
  let clients: [LoadedDescriptor]
  let source: Source
  private static let noIssuer = Result.Outcome.skipped("its descriptor doesn't state an issuer")

  /// The maximum number of servers that are asked at the same time.
  let limit: Int

  /// - Returns: The results in the order of the clients.
  func results() async throws(ReportedFailure) -> [Result] {
    var results: [Int: Swift.Result<Result, ReportedFailure>] = [:]
    await withTaskGroup(of: (Int, Swift.Result<Result, ReportedFailure>).self) { group in
      var rest = clients.enumerated().makeIterator()
      func addNext() {
        guard let (index, client) = rest.next() else { return }
        group.addTask { (index, await attempt(client)) }
      }
      for _ in 0..<max(1, limit) { addNext() }
      while let (index, result) = await group.next() {
        results[index] = result
        addNext()
      }
    }
    var inOrder: [Result] = []
    for index in clients.indices {
      if let result = results[index] { inOrder.append(try result.get()) }
    }
    return inOrder
  }

  private func attempt(_ client: LoadedDescriptor) async -> Swift.Result<Result, ReportedFailure> {
    do throws(ReportedFailure) {
      let outcome =
        switch source {
        case .live(let fetch): await live(client, fetch)
        case .recorded(let documents): try recorded(client, documents)
        }
      return .success(Result(id: client.descriptor.id, name: client.descriptor.name, outcome: outcome))
    } catch {
      return .failure(error)
    }
  }

  private func live(_ client: LoadedDescriptor, _ fetch: MetadataFetch) async -> Result.Outcome {
    let facts: DescriptorFacts
    do throws(StepFailure) { facts = try DescriptorFacts(client, variables: [:]) } catch {
      return .skipped("its server depends on variables")
    }
    guard let issuer = facts.issuer else { return Self.noIssuer }
    let server = await ServerResponses.fetch(facts, issuer: issuer, by: fetch)
    return .compared(issuer: issuer, Comparison(facts: facts, server: server).findings)
  }

  private func recorded(
    _ client: LoadedDescriptor, _ documents: RecordedDocuments
  ) throws(ReportedFailure) -> Result.Outcome {
    guard let document = try documents.document(of: client.descriptor.id) else { return .skipped("not recorded") }
    let issuer = document.text("issuer") ?? ""
    do throws(StepFailure) {
      let variables = DescriptorFacts.variables(of: client, from: issuer)
      let facts = try DescriptorFacts(client, variables: variables)
      // The document of a server that is used without OpenID Connect can have other endpoints.
      guard let expected = facts.issuer else { return Self.noIssuer }
      let server = ServerResponses(document: .success(document))
      // A saved document has no time to compare.
      let findings = Comparison(facts: facts, server: server).findings.filter { $0.check != .clock }
      return .compared(issuer: expected, findings)
    } catch {
      return .skipped("the document's issuer, \(issuer.shown()), doesn't determine the descriptor's variables")
    }
  }
}
