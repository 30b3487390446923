import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthGenerator

/// Configurations are written from lists of properties and of words' names; reflection sees whether these are complete.
@Suite struct `What is listed of a configuration` {
  typealias Configuration = ProviderConfiguration

  static let groups: [any StatedGroup] = [
    Configuration(id: "", name: ""), Configuration.ServerMetadata(), Configuration.DiscoveryRules(),
    Configuration.PKCERules(), Configuration.ClientRules(), Configuration.BasicRules(), Configuration.CallbackKinds(),
    Configuration.CallbackKind(), Configuration.AuthorizationRules(), Configuration.ScopeRules(),
    Configuration.CallbackRules(), Configuration.TokenRules(), Configuration.ResponseRules(),
    Configuration.ErrorRule(), Configuration.RefreshRules(), Configuration.RevocationRules(),
    Configuration.LogoutRules(), Configuration.Lifetimes(), Configuration.UserInfoRules(),
    Configuration.UserInfoRequest(), Configuration.ResourceRules(), Configuration.IDTokenRules(),
    Configuration.AccessTokenRules(), Configuration.DeviceRules(), Configuration.ConsoleRules(),
  ]

  static let items: [any StatedItem] = [
    Configuration.Variable.standard, Configuration.Setting.standard, Configuration.SecretJWT.standard,
    Configuration.AuthorizationRules.Parameter.standard, Configuration.ScopeRules.Group.standard,
    Configuration.CallbackRules.Field.standard, Configuration.CallbackRules.Signature.standard,
    Configuration.SecondExchange.standard, Configuration.ExpiryRule.standard, Configuration.ResponseField.standard,
    Configuration.TokenSet.standard, Configuration.KnownError.standard, Configuration.FurtherCall.standard,
  ]

  static let words: [any SwiftWord.Type] = [
    SignatureAlgorithm.self, Configuration.ResponseType.self, Configuration.ResponseMode.self,
    Configuration.RequestEncoding.self, Configuration.Method.self, Configuration.ClientAuthenticationMethod.self,
    Configuration.PKCERules.Method.self, Configuration.PKCERules.Encoding.self, Configuration.PKCERules.Support.self,
    Configuration.AuthorizationRules.StateRule.self, Configuration.CallbackRules.Field.Kind.self,
    Configuration.CallbackRules.Signature.Algorithm.self, Configuration.CallbackKind.Port.self,
    Configuration.ClientRules.Exchange.self, Configuration.DiscoveryRules.Mode.self,
    Configuration.RefreshRules.Rotation.self, Configuration.RefreshRules.Token.self,
    Configuration.RevocationRules.Style.self, Configuration.RevocationRules.Token.self,
    Configuration.LogoutRules.Style.self, Configuration.LogoutRules.IDTokenHint.self,
    Configuration.ResponseRules.Format.self, Configuration.ResponseRules.TokenType.self,
    Configuration.ExpiryRule.Format.self, Configuration.IDTokenRules.Nonce.self,
    Configuration.IDTokenRules.OtherAudiences.self, Configuration.AccessTokenRules.Format.self,
    Configuration.Variable.Kind.self, Configuration.RecoveryKind.self,
    Configuration.UserInfoRules.Format.self, Configuration.AuthorizationRules.Parameter.Request.self,
  ]

  @Test(arguments: groups) func `are all properties of a group`(group: any StatedGroup) {
    func listed<Group: StatedGroup>(_ group: Group) -> [String] { Group.properties.map(\.name) }
    #expect(listed(group) == Mirror(reflecting: group).children.map(\.label))
  }

  @Test(arguments: items) func `are all properties of an item`(item: any StatedItem) {
    func listed<Item: StatedItem>(_ item: Item) -> [String] { Item.properties.map(\.name) }
    #expect(listed(item) == Mirror(reflecting: item).children.map(\.label))
  }

  @Test(arguments: words) func `are the names of all cases`(words: any SwiftWord.Type) {
    func listed<Word: SwiftWord>(_ words: Word.Type) -> [(String, String)] {
      words.allCases.map { ($0.expression.line, ".\($0)") }
    }
    for (listed, real) in listed(words) { #expect(listed == real) }
  }

  /// A type that is new and not in this file would not be compared.
  @Test func `is compared for every type`() throws {
    let folder = Repository.file("Sources/Configuration/Rules").path
    let sources = try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
      try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }
    func count(_ declaration: String) -> Int { sources.map { $0.ranges(of: declaration).count }.reduce(0, +) }
    // The configuration itself is declared elsewhere.
    #expect(count(": RuleGroup {") + 1 == Self.groups.count)
    #expect(count(": RuleItem {") == Self.items.count)
    #expect(count(": String, Sendable, Hashable, CaseIterable {") == Self.words.count)
  }
}
