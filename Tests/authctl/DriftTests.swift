import AuthDescriptor
import AuthRuntime
import Foundation
import TestSupport
import Testing

@testable import authctl

@Suite struct `authctl doctor --all` {
  private static let folder = Repository.file("Tests/authctl/Recorded").path

  /// The names of the recorded documents.
  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }.sorted()
  }()

  /// A descriptor that states every endpoint of a recorded document.
  private func descriptor(_ name: String, _ fields: [String: JSONValue]) -> String {
    let names = ["issuer"] + Endpoint.allCases.map(\.rawValue).filter { $0 != "issuer" }
    var lines = names.compactMap { key in fields[key]?.string.map { "  \(key): \"\($0.escapingBraces)\"\n" } }
    if fields["token_endpoint"] == nil { lines.append("  token_endpoint: \"https://www.facebook.com/token\"\n") }
    return "schema: 1\nid: \(name)\nname: \(name)\nserver:\n" + lines.joined()
      + "provenance: { domains: A test. }\n"
  }

  private func document(_ name: String) throws -> [String: JSONValue] {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(name).json"))
    return try #require(JSONValue(parsing: data)?.object)
  }

  private func load(_ yaml: String, as name: String) throws -> LoadedDescriptor {
    try DescriptorLoader(readFile: { _ in Data(yaml.utf8) }).load(path: "\(name).yaml")
  }

  private func results(_ clients: [LoadedDescriptor], in folder: String) async throws -> [DriftRun.Result] {
    try await DriftRun(clients: clients, source: .recorded(RecordedDocuments(folder: folder)), limit: 4).results()
  }

  /// The documents of a folder with a change.
  private func withFolder<Value>(
    _ documents: [String: [String: JSONValue]], _ body: (String) async throws -> Value
  ) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, fields) in documents {
      try JSONEncoder().encode(JSONValue.object(fields)).write(to: folder.appendingPathComponent("\(name).json"))
    }
    return try await body(folder.path)
  }

  @Test func `There are recorded documents of twenty servers`() {
    #expect(Self.names.count >= 20)
  }

  @Test(arguments: names)
  func `A descriptor with the endpoints of a recorded document doesn't contradict it`(_ name: String) async throws {
    let loaded = try load(descriptor(name, document(name)), as: name)
    let result = try #require(try await results([loaded], in: Self.folder).first)
    #expect(result.contradictions.filter { $0.check == .endpoints }.map(\.message) == [])
    #expect(!result.findings.isEmpty)
  }

  @Test(arguments: names.filter { $0 != "facebook" })
  func `A moved endpoint is a contradiction, and the patch writes the new URL`(_ name: String) async throws {
    var fields = try document(name)
    let old = try #require(fields["token_endpoint"]?.string)
    let yaml = descriptor(name, fields)
    fields["token_endpoint"] = .string("\(old)/v9")
    let loaded = try load(yaml, as: name)
    let result = try await withFolder([name: fields]) { try #require(try await results([loaded], in: $0).first) }
    let report = DriftReport(results: [result], day: "2026-01-02")
    #expect(report.moved.map(\.after) == ["\(old)/v9"])
    // Descriptors that extend this one find the same fact.
    #expect(DriftReport(results: [result, result], day: "2026-01-02").moved.count == 1)
    let patch = DriftPatch(facts: report.moved) { _ in yaml }.text
    #expect(patch.hasPrefix("--- a/\(name).yaml\n+++ b/\(name).yaml\n@@ -"))
    let lines = patch.split(separator: "\n").filter { "+-".contains($0.first ?? " ") }.dropFirst(2)
    #expect(lines.map(String.init) == ["-  token_endpoint: \"\(old)\"", "+  token_endpoint: \"\(old)/v9\""])
  }

  @Test func `An endpoint on another host is reported, but a person has to change the descriptor`() async throws {
    var fields = try document("gitlab")
    let loaded = try load(descriptor("gitlab", fields), as: "gitlab")
    fields["token_endpoint"] = "https://gitlab.example/token"
    let result = try await withFolder(["gitlab": fields]) { try #require(try await results([loaded], in: $0).first) }
    #expect(result.contradictions.contains { $0.message.contains("https://gitlab.example/token") })
    #expect(DriftReport(results: [result], day: "").moved == [])
  }

  @Test(arguments: [
    "https://gitlab.com/a\nb", "https://gitlab.com/\" }", "https://gitlab.com/a#b", "https://gitlab.com/{x}",
  ])
  func `A URL that could change the meaning of the YAML isn't in the patch`(_ url: String) async throws {
    var fields = try document("gitlab")
    let loaded = try load(descriptor("gitlab", fields), as: "gitlab")
    fields["token_endpoint"] = .string(url)
    let result = try await withFolder(["gitlab": fields]) { try #require(try await results([loaded], in: $0).first) }
    let report = DriftReport(results: [result], day: "")
    #expect(report.moved == [])
    #expect(report.contradictions > 0)
    #expect(report.text.split(separator: "\n").allSatisfy { !$0.hasPrefix("b") })
  }

  @Test func `The report lists the differences, the skipped providers, and the date`() async throws {
    let gitlab = try load(descriptor("gitlab", document("gitlab")), as: "gitlab")
    let other = try load(descriptor("other", document("gitlab")), as: "other")
    let results = try await results([gitlab, other], in: Self.folder)
    let text = DriftReport(results: results, day: "2026-01-02").text
    #expect(text.hasPrefix("# Comparison of descriptors with servers, 2026-01-02\n\ncompared: 1, skipped: 1, "))
    #expect(text.contains("## gitlab\n\n"))
    #expect(text.contains("## Skipped\n\n    other: not recorded\n"))
  }

  @Test func `A damaged document fails, and names its file`() async throws {
    let loaded = try load(descriptor("gitlab", document("gitlab")), as: "gitlab")
    try await withFolder([:]) { folder in
      try Data("[]".utf8).write(to: URL(fileURLWithPath: folder + "/gitlab.json"))
      let failure = await #expect(throws: ReportedFailure.self) { try await results([loaded], in: folder) }
      #expect(failure?.line.contains("gitlab.json isn't a JSON object") == true)
    }
  }

  @Test func `The endpoints of the catalog are those of the recorded documents`() async throws {
    let clients = try Catalog.builtIn.providerIDs.flatMap { id in
      let loaded = try LoadedCatalog.descriptor(id)
      return [loaded] + loaded.variants
    }
    let results = try await results(clients, in: Self.folder)
    #expect(results.map(\.id) == clients.map(\.descriptor.id))
    let compared = results.filter { !$0.findings.isEmpty }.map(\.id)
    #expect(Set(["apple", "google", "microsoft-entra-id", "slack-openid"]).isSubset(of: compared))
    let moved = results.flatMap { result in
      result.contradictions.filter { $0.check == .endpoints }.map { "\(result.id): \($0.message)" }
    }
    #expect(moved == [])
  }

  @Test(.timeLimit(.minutes(1))) func `Servers are asked in parallel, up to the limit`() async throws {
    let gauge = RequestGauge()
    try await PublishingServer().serve { base in
      let clients = try (0..<12).map { try Acme.load(Acme.descriptor.replacing("acme", with: "acme\($0)"), base: base) }
      let fetch = MetadataFetch(transport: GaugedTransport(gauge: gauge), now: { Acme.noon })
      let results = try await DriftRun(clients: clients, source: .live(fetch), limit: 3).results()
      #expect(results.count == 12)
      #expect(results.allSatisfy { $0.contradictions.isEmpty })
    }
    #expect(await gauge.highest == 3)
  }
}

extension String {
  /// The text in a template, in which braces are doubled.
  fileprivate var escapingBraces: String { replacing("{", with: "{{").replacing("}", with: "}}") }
}

/// The number of requests that run at the same time. The first ones wait until three are there.
private actor RequestGauge {
  private var now = 0
  private(set) var highest = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    now += 1
    highest = max(highest, now)
    if highest >= 3 {
      for one in waiting { one.resume() }
      waiting = []
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func leave() { now -= 1 }
}

private struct GaugedTransport: HTTPTransport {
  let gauge: RequestGauge

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    await gauge.enter()
    do throws(TransportFailure) {
      let response = try await AuthEnvironment.platformTransport.send(request, body: body, options: options)
      await gauge.leave()
      return response
    } catch {
      await gauge.leave()
      throw error
    }
  }
}
