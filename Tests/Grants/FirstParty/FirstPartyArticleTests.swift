import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthDescriptor
@testable import AuthGenerator
@testable import AuthRuntime

@Suite struct `The article on sign-ins without a browser` {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.file(path), encoding: .utf8)
  }

  private func example(_ name: String) throws -> String {
    let lines = try text("Tests/Grants/FirstParty/FirstPartyExample.swift").components(separatedBy: "\n")
    let begin = try #require(lines.firstIndex { $0.hasSuffix("  // \(name) begins") })
    let end = try #require(lines.firstIndex { $0.hasSuffix("  // \(name) ends") })
    return lines[(begin + 1)..<end].map { String($0.dropFirst(2)) }.joined(separator: "\n")
  }

  private func blocks(_ language: String) throws -> [String] {
    try text("Documentation.docc/SignInWithoutABrowser.md").components(separatedBy: "```\(language)\n")
      .dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
  }

  @Test func `The code in the article on sign-ins without a browser is compiled`() throws {
    #expect(try blocks("swift") == ["begin", "choices", "retry", "step-up", "server", "test"].map(example))
  }

  @Test func `The descriptor in the article on sign-ins without a browser causes no findings`() throws {
    let yaml = try #require(try blocks("yaml").first)
    let loader = DescriptorLoader(readFile: { $0 == "shop.yaml" ? Data(yaml.utf8) : nil })
    #expect(try loader.load(path: "shop.yaml").warnings.map(\.description) == [])
  }

  @Test func `The code in the article on sign-ins without a browser runs`() async throws {
    let demands: [ScriptedSteps.Demand] = [.init(), .init("pin_required", members: ["hint": "(4 digits)"])]
    let script = ScriptedProvider.Script {
      $0.firstParty.values = ["otp": "471100", "pin": "1234"]
      $0.firstParty.demands = demands
    }
    try await ScriptedProvider.run(as: Shop.self, script: script) { provider in
      let shop = provider.client(Shop.self)
      let asked = Locked<[String]>([])
      var step = try await shop.begin(.otp(email: "ada@example.com"))
      let codes = Locked(["000000", "471100"])
      step = try await firstPartyRetryExample(step) { codes.withLock { $0.removeFirst() } }
      step = try await firstPartyChoiceExample(step) { question in
        asked.withLock { $0.append(question) }
        return "1234"
      }
      #expect(step.user?.name == "Ada Lovelace" || step.user?.subject == "user-1")
      #expect(asked.value == ["Your PIN (4 digits)"])
      await provider.rewrite { $0.firstParty.demands = nil }
      let user = try await firstPartyExample(shop: shop, address: "ada@example.com") { "471100" }
      #expect(user?.subject == "user-1")
      #expect(try await firstPartyTestExample(provider: provider, shop: shop)?.subject == "user-1")

      let backend = BackendExchange<Shop>(
        configuration: provider.configuration, variables: [:], clientID: "server", environment: AuthEnvironment())
      let credential = try await firstPartyServerExample(backend: backend, address: "ada@example.com") { "471100" }
      #expect(credential?.claims?.subject == "user-1")

      await provider.rewrite { script in
        script.instead = { request in
          let challenge = #"Bearer error="insufficient_user_authentication", acr_values="phr""#
          return request.path == "/payments" ? ScriptedResponse(401, headers: ["WWW-Authenticate": challenge]) : nil
        }
      }
      let api = (provider.configuration.server.issuer?.text ?? "") + "/payments"
      let demanded = try #require(try await firstPartyStepUpExample(shop: shop, api: api, address: "ada@example.com"))
      #expect(try await demanded.answer("471100").user?.subject == "user-1")
      #expect(try await shop.credential()?.claims?["acr"] == "phr")
    }
  }

  @Test func `The committed client is what the descriptor of the shop generates`() throws {
    let data = try Data(contentsOf: Repository.file("Tests/Grants/FirstParty/shop.yaml"))
    let loader = DescriptorLoader(readFile: { $0 == "shop.yaml" ? data : nil })
    let generated = try Generator().file(for: loader.load(path: "shop.yaml")).contents
    #expect(generated == (try text("Tests/Grants/FirstParty/Generated/Shop.swift")))
  }

  @Test func `The generated method has typed parameters`() async throws {
    try await ScriptedProvider.run(as: Shop.self) { provider in
      _ = try await provider.client(Shop.self).begin(.otp(email: "ada@example.com"), theme: .dark)
      let sent = try #require(provider.requests.first { $0.path == "/authorize-challenge" })
      #expect(sent.text.contains("theme=dark") && sent.text.contains("login_hint=ada%40example.com"))
    }
  }
}
