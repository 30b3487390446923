import Foundation
import TestSupport
import Testing

@testable import AuthDescriptor
@testable import AuthGenerator
@testable import AuthTutorials

@Suite struct `The matrix of providers` {
  /// The cells of each row, by the topic and the row's first cell.
  private func tables(_ ids: [String]) throws -> [String: [String: [String]]] {
    let page = try PageGenerator().index(of: try ids.map(LoadedCatalog.descriptor)).contents
    var tables: [String: [String: [String]]] = [:]
    for section in page.components(separatedBy: "\n### ").dropFirst() {
      let lines = section.split(separator: "\n")
      let rows = lines.filter { $0.hasPrefix("| ") }.map { line in
        line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
      }
      tables[String(lines[0])] = Dictionary(rows.map { ($0[0], Array($0.dropFirst())) }) { first, _ in first }
    }
    return tables
  }

  @Test func `The matrix has a row for each client, in the order of the providers' names`() throws {
    let loader = DescriptorLoader()
    let index = try PageGenerator().index(of: [loader.load("slack"), loader.load("cognito"), loader.load("apple")])
    let section = try #require(index.contents.components(separatedBy: "\n### Client\n").last)
    let rows = try #require(section.components(separatedBy: "\n### ").first).split(separator: "\n")
      .filter { $0.contains("doc:") }
    #expect(
      rows == [
        "| <doc:Cognito-Provider> | app | optional |", "| <doc:SignInWithApple-Provider> | server | key |",
        "| <doc:Slack-Provider> | app | optional |", "| [Slack on a server](doc:Slack-Provider) | server | yes |",
        "| [Slack for users](doc:Slack-Provider) | app | optional |",
        "| [Sign in with Slack](doc:Slack-Provider) | server | yes |",
      ])
  }

  @Test func `The matrix compares the providers by topic`() throws {
    let tables = try tables(["google", "github", "keycloak", "apple"])
    let (google, github) = ("<doc:Google-Provider>", "<doc:GitHub-Provider>")
    let (keycloak, apple) = ("<doc:Keycloak-Provider>", "<doc:SignInWithApple-Provider>")
    #expect(tables["Sign-in"]?[keycloak] == ["code, device, client credentials", "S256"])
    #expect(tables["Refresh"]?[keycloak] == ["yes", "setting"])
    #expect(tables["Refresh"]?[github] == ["yes", "yes"])
    #expect(tables["Sign-out"]?[keycloak] == ["yes", "refresh, access"])
    #expect(tables["Sign-out"]?[google] == ["no", "refresh"])
    #expect(tables["Tokens"]?[keycloak] == ["JWT", "JWT"])
    #expect(tables["Endpoints"]?[keycloak] == ["yes", "yes"])
    #expect(tables["Endpoints"]?[apple] == ["no", "no"])
    #expect(tables["Tokens"]?[github] == ["no", "opaque"])
    #expect(tables["Callbacks on phones"]?[google] == ["scheme", "–"])
    #expect(tables["Callbacks on phones"]?[apple] == ["`https`", "`https`"])
    #expect(tables["Callbacks on computers"]?[github] == ["scheme", "`http`", "`http`"])
  }

  @Test func `The matrix has a table of at most four columns for each topic, and a value in each cell`() throws {
    let tables = try tables(Catalog.builtIn.providerIDs)
    for topic in ProviderFact.Topic.allCases {
      let table = try #require(tables[topic.rawValue], "\(topic)")
      let facts = ProviderFact.all.filter { $0.topic == topic && $0.isCompared }
      #expect((1...3).contains(facts.count), "\(topic)")
      #expect(table["Client"] == facts.map(\.title))
      #expect(table.values.allSatisfy { $0.count == facts.count && !$0.contains("") }, "\(topic)")
    }
  }

  @Test(arguments: HostileText.texts) func `The matrix links hostile names and nothing else`(hostile: HostileText)
    throws
  {
    func outline(_ name: String) throws -> [Int]? {
      let yaml = acme + "variants: { other: { name: \(name.jsonQuoted), swift: { type: Other } } }\n"
      guard let descriptor = try? load(yaml) else { return nil }
      let page = try PageGenerator().index(of: [descriptor]).contents
      return page.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.replacing(#/\\./#, with: "").count { "|[]<".contains($0) }
      }
    }
    // A name that the reader rejects isn't dangerous.
    guard let hostile = try outline(hostile.text("mark")) else { return }
    #expect(try hostile == outline("plain"))
  }
}
