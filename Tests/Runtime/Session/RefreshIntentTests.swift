import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The intent of a refresh` {
  private static let response = #"{"access_token":"t","refresh_token":"r","id_token":"a.b.c","expires_in":60}"#

  @Test(
    arguments: [(.rotate, .refreshToken, true), (.none, .refreshToken, false), (.rotate, .accessToken, false)]
      as [(ProviderConfiguration.RefreshRules.Rotation, ProviderConfiguration.RefreshRules.Token, Bool)])
  func `A refresh is stored before its request only if the server may replace the refresh token`(
    rotation: ProviderConfiguration.RefreshRules.Rotation, token: ProviderConfiguration.RefreshRules.Token,
    isStored: Bool
  ) async throws {
    let rules = try configuration("").with { it in
      it.refresh?.rotation = rotation
      it.refresh?.exchangedToken = token
    }
    let script = ScriptedProvider.Script { $0.instead = { $0.path == "/token" ? .json(Self.response) : nil } }
    try await withScriptedProvider(rules, script: script) { provider in
      let store = FailingStore()
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      await store.fail(nil)
      try await client.refresh()
      let saves = await store.saves
      #expect((saves.first?.unconfirmedRefresh != nil) == isStored)
      // An ID token that isn't used doesn't cause another write.
      #expect(saves.count == (isStored ? 2 : 1))
    }
  }
}
