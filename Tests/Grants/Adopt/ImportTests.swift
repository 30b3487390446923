import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `What other libraries kept` {
  @Test func `Auth0.swift's item is read`() throws {
    let old = try ImportedCredential(
      auth0Credentials: Archives.data(ArchivedAuth0Credentials(refreshToken: "refresh-1")))
    #expect(old.refreshToken == Secret("refresh-1"))
    #expect(old.accessToken == Secret("access-1"))
    #expect(old.idToken == Secret("header.payload.signature"))
    #expect(old.scopes == ["openid", "profile", "offline_access"])
    #expect(old.expiresAt == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(old.clientID == nil)
    let bare = try ImportedCredential(
      auth0Credentials: Archives.data(ArchivedAuth0Credentials(refreshToken: nil, scope: nil)))
    #expect(bare.refreshToken == nil)
    #expect(bare.scopes.isEmpty)
  }

  @Test func `AppAuth's state is read, with the client that the tokens belong to`() throws {
    let old = try ImportedCredential(
      appAuthState: Archives.data(ArchivedAuthState(response: ArchivedTokenResponse(), refreshToken: "refresh-1")))
    #expect(old.refreshToken == Secret("refresh-1"), "that of the state is the latest")
    #expect(old.accessToken == Secret("access-2"))
    #expect(old.idToken == Secret("token.of.response"))
    #expect(old.scopes == ["openid", "offline_access"])
    #expect(old.expiresAt == Date(timeIntervalSince1970: 1_700_000_600))
    #expect(old.clientID == "app-1")
    #expect(old.clientSecret == Secret("secret-1"))
    let refreshed = try ImportedCredential(
      appAuthState: Archives.data(
        ArchivedAuthState(response: ArchivedTokenResponse(hasIDToken: false), refreshToken: nil)))
    #expect(refreshed.refreshToken == Secret("refresh-2"))
    #expect(refreshed.idToken == Secret("token.of.page"))
    let early = try ImportedCredential(
      appAuthState: Archives.data(ArchivedAuthState(response: nil, refreshToken: nil)))
    #expect(early.refreshToken == nil)
    #expect(early.accessToken == nil)
    #expect(early.clientID == "app-1")
  }

  @Test func `The cache of MSAL for Python has one credential for each account`() throws {
    let accounts = try ImportedCredential.msalAccounts(in: [Data(MSALCache.python.utf8)], clientID: "app")
    #expect(accounts.keys.sorted() == ["ada.home", "grace.home"])
    let ada = try #require(accounts["ada.home"])
    #expect(ada.refreshToken == Secret("rt-ada"))
    #expect(ada.idToken?.claimsOfJWT["tid"] == "home", "the user's own tenant")
    #expect(ada.scopes == ["User.Read"])
    #expect(ada.clientID == "app")
    let other = try ImportedCredential.msalAccounts(in: [Data(MSALCache.python.utf8)], clientID: "other-app")
    #expect(other["ada.home"]?.refreshToken == Secret("rt-other"))
    #expect(try ImportedCredential.msalAccounts(in: [Data(MSALCache.python.utf8)], clientID: "none").isEmpty)
  }

  @Test func `The keychain items of MSAL for Apple's platforms are put together`() throws {
    for items in [MSALCache.keychain, MSALCache.keychain.reversed()] {
      let accounts = try ImportedCredential.msalAccounts(in: items.map { Data($0.utf8) }, clientID: "app")
      #expect(accounts.keys.sorted() == ["ada.home"])
      #expect(accounts["ada.home"]?.refreshToken == Secret("rt-ada"))
      #expect(accounts["ada.home"]?.idToken == Secret("id-home"))
    }
    #expect(try ImportedCredential.msalAccounts(in: [], clientID: "app").isEmpty)
  }

  @Test(arguments: [["guest", "partner"], ["home", "home"]])
  func `Among ID tokens of equal precedence, the last one is kept`(realms: [String]) throws {
    let idTokens = realms.enumerated().map { index, realm in
      #"{"client_id":"app","credential_type":"IdToken","realm":"\#(realm)","home_account_id":"ada.home","#
        + #""secret":"id-\#(index + 1)"}"#
    }
    let items = [MSALCache.keychain[0]] + idTokens
    let accounts = try ImportedCredential.msalAccounts(in: items.map { Data($0.utf8) }, clientID: "app")
    #expect(accounts["ada.home"]?.idToken == Secret("id-2"))
  }

  @Test func `MSAL caches of 4 MiB are read, and larger ones are rejected`() throws {
    let cache = Data(MSALCache.python.utf8)
    let longest = cache + Data(repeating: UInt8(ascii: " "), count: (1 << 22) - cache.count)
    #expect(try ImportedCredential.msalAccounts(in: [longest], clientID: "app").count == 2)
    #expect(throws: AdoptionFailure.unreadable("an MSAL cache of at most 4 MiB")) {
      try ImportedCredential.msalAccounts(in: [longest, Data("{}".utf8)], clientID: "app")
    }
  }

  @Test(arguments: ["", "{", "[]", #"{"other":1}"#, "bplist00"])
  func `Data that isn't from the library is a typed failure`(text: String) {
    let data = Data(text.utf8)
    #expect(throws: AdoptionFailure.unreadable("an MSAL cache")) {
      try ImportedCredential.msalAccounts(in: [data], clientID: "app")
    }
    #expect(throws: AdoptionFailure.unreadable("an archive of Auth0.swift's Credentials")) {
      try ImportedCredential(auth0Credentials: data)
    }
    #expect(throws: AdoptionFailure.unreadable("an archive of AppAuth's OIDAuthState")) {
      try ImportedCredential(appAuthState: data)
    }
  }

  @Test func `The archive of another class is rejected`() {
    #expect(throws: AdoptionFailure.self) {
      try ImportedCredential(appAuthState: Archives.data(ArchivedAuth0Credentials(refreshToken: "a")))
    }
    #expect(throws: AdoptionFailure.self) {
      try ImportedCredential(
        auth0Credentials: Archives.data(ArchivedAuthState(response: nil, refreshToken: nil)))
    }
  }

  @Test func `The archive of another archiver is rejected`() throws {
    var data = Archives.data(ArchivedAuth0Credentials(refreshToken: "refresh-1"))
    let name = try #require(data.range(of: Data("NSKeyedArchiver".utf8)))
    data.replaceSubrange(name, with: Data("NSOtherArchiver".utf8))
    #expect(throws: AdoptionFailure.unreadable("an archive of Auth0.swift's Credentials")) {
      try ImportedCredential(auth0Credentials: data)
    }
  }

  @Test func `A damaged archive is read or rejected, and nothing traps`() {
    let data = Archives.data(ArchivedAuthState(response: ArchivedTokenResponse(), refreshToken: "refresh-1"))
    for length in 0..<data.count { _ = try? ImportedCredential(appAuthState: data.prefix(length)) }
    for place in data.indices {
      for value in [0x00, 0x0F, 0x7F, 0x80, 0xD1, 0xFF] as [UInt8] {
        var damaged = data
        damaged[place] = value
        _ = try? ImportedCredential(appAuthState: damaged)
      }
    }
    // An archive whose objects refer to themselves.
    var cyclic = data
    for place in cyclic.indices where cyclic[place] == 0x80 && place + 1 < cyclic.endIndex { cyclic[place + 1] = 1 }
    _ = try? ImportedCredential(appAuthState: cyclic)
  }

  @Test func `A session from each library's data starts with one call`() async throws {
    try await Move.run { move async throws in
      let token = try #require(move.old.refreshToken).reveal()
      let old = try ImportedCredential(
        auth0Credentials: Archives.data(ArchivedAuth0Credentials(refreshToken: token)))
      // This server didn't issue the archive's ID token.
      let client = move.client()
      #expect(await adoptionFailure { () throws(StepFailure) in try await client.adopt(old) } != nil)
      #expect(move.refreshes == 0)
      let user = try await client.adopt(refreshToken: try #require(old.refreshToken))
      #expect(user.subject == "user-1")
    }
  }
}
