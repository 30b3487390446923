import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// `authctl doctor`: compares a descriptor with its live server.
struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Compare a descriptor with the live server and suggest changes.",
    discussion: """
      Fetches the discovery document and the key set. It doesn't send a secret or start a sign-in. Each line gives a \
      location in the descriptor. Exit status 1 means that the descriptor and the server contradict each other, or \
      that the server can't be reached.

      With --all, the command compares all providers of the catalog, or the named ones, and writes a dated report \
      and a patch for endpoints that moved within their host to the folder of --output. It skips providers whose \
      server depends on variables. --recorded compares with saved documents, ID.json, instead of the servers.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(help: "A provider of the catalog, such as auth0, or the path of a descriptor.")
  var provider: String?

  @OptionGroup var drift: DriftOptions

  @Option(name: .customLong("variable"), help: ArgumentHelp("A variable of the descriptor.", valueName: "name=value"))
  var variables: [Assignment] = []

  @Option(
    help: ArgumentHelp("The issuer to check. Variables that you don't pass are derived from it.", valueName: "url"))
  var issuer: String?

  @Option(help: "The output format: text or json.")
  var format = Format.text

  @OptionGroup var trust: TrustOptions

  func validate() throws {
    guard drift.all else {
      if provider == nil || !drift.others.isEmpty { throw ValidationError("Pass one provider, or --all.") }
      return try drift.checkUnused()
    }
    guard variables.isEmpty, issuer == nil, format == .text else {
      throw ValidationError("--variable, --issuer, and --format can't be used with --all.")
    }
  }

  func run() async throws {
    let make = { () throws(ReportedFailure) in
      MetadataFetch(transport: try CommandTransport.make(trustRoot: trust.trustRoot))
    }
    guard let provider, !drift.all else {
      return try await drift.run(provider.map { [$0] } ?? [], fetch: make())
    }
    let visit = DoctorRun(
      loaded: try DescriptorFile.load(provider), variables: try Assignment.table(variables, "--variable"),
      issuer: issuer)
    let report = try await visit.report(fetch: make())
    StandardStream.output.print(format == .json ? report.json() : report.text())
    guard report.contradictions == 0 else {
      throw ReportedFailure(line: "contradiction: \(provider) and the server disagree; see the findings above")
    }
  }
}

/// One comparison, independent of a terminal.
struct DoctorRun: Sendable {
  let loaded: LoadedDescriptor
  let variables: [String: String]
  let issuer: String?

  /// - Throws: ``ReportedFailure`` if the server's address can't be determined from the arguments.
  func report(fetch: MetadataFetch) async throws(ReportedFailure) -> DoctorReport {
    let facts: DescriptorFacts
    do throws(StepFailure) {
      if let issuer { _ = try SecureURL.parse(issuer) }
      let inferred = issuer.map { DescriptorFacts.variables(of: loaded, from: $0) } ?? [:]
      facts = try DescriptorFacts(loaded, variables: inferred.merging(variables) { $1 })
    } catch {
      throw ReportedFailure(error)
    }
    guard let issuer = issuer ?? facts.issuer else { return .withoutIssuer(facts) }
    let server = await ServerResponses.fetch(facts, issuer: issuer, by: fetch)
    let findings = Comparison(facts: facts, server: server).findings
    return DoctorReport(provider: facts.name, issuer: issuer, findings: findings)
  }
}
