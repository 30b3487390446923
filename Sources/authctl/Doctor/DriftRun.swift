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
      case compared([Finding])
      /// The document is missing, for this reason.
      case skipped(String)
    }

    let id: String
    let outcome: Outcome

    /// The findings, or an empty list if the client was skipped.
    var findings: [Finding] {
      if case .compared(let findings) = outcome { findings } else { [] }
    }

    var contradictions: [Finding] { findings.filter { $0.severity == .contradiction } }
  }

  /// The clients: descriptors, and their variants.
  let clients: [LoadedDescriptor]
  let source: Source
  /// The maximum number of servers that are asked at the same time.
  let limit: Int

  private static let noIssuer = Result.Outcome.skipped("its descriptor doesn't state an issuer")

  /// - Returns: The results in the order of the clients.
  func results() async throws(ReportedFailure) -> [Result] {
    let attempts = await attempts()
    var results: [Result] = []
    for index in clients.indices {
      if let attempt = attempts[index] { results.append(try attempt.get()) }
    }
    return results
  }

  /// Compares several clients at a time.
  ///
  /// - Returns: The results by the index of the client.
  private func attempts() async -> [Int: Swift.Result<Result, ReportedFailure>] {
    var attempts: [Int: Swift.Result<Result, ReportedFailure>] = [:]
    await withTaskGroup(of: (Int, Swift.Result<Result, ReportedFailure>).self) { group in
      var rest = clients.enumerated().makeIterator()
      func addNext() {
        guard let (index, client) = rest.next() else { return }
        group.addTask { (index, await attempt(client)) }
      }
      for _ in 0..<max(1, limit) { addNext() }
      while let (index, result) = await group.next() {
        attempts[index] = result
        addNext()
      }
    }
    return attempts
  }

  private func attempt(_ client: LoadedDescriptor) async -> Swift.Result<Result, ReportedFailure> {
    do throws(ReportedFailure) {
      let outcome =
        switch source {
        case .live(let fetch): await live(client, fetch)
        case .recorded(let documents): try recorded(client, documents)
        }
      return .success(Result(id: client.descriptor.id, outcome: outcome))
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
    return .compared(Comparison(facts: facts, server: server).findings)
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
      guard facts.issuer != nil else { return Self.noIssuer }
      let server = ServerResponses(document: .success(document))
      // A saved document has no time to compare.
      let findings = Comparison(facts: facts, server: server).findings.filter { $0.check != .clock }
      return .compared(findings)
    } catch {
      return .skipped("the document's issuer, \(issuer.shown()), doesn't determine the descriptor's variables")
    }
  }
}
