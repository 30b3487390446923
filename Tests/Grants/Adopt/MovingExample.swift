import AuthRuntime
import Foundation
import ReferenceClients
import TestSupport

// The code in the article "Moving". On Linux, the functions that read the keychain don't exist.

/// The test's substitute for the keychain.
enum OldItem {
  @TaskLocal static var credential: ImportedCredential?
  @TaskLocal static var removals = Locked(0)
}

#if !canImport(Security)
  func oldCredential() throws -> ImportedCredential? { OldItem.credential }
#endif

func removeOldItem() {
  OldItem.removals.withLock { $0 += 1 }
}

// adopt begins
func adoptOldSession(in client: AuthClient<Auth0>) async {
  do {
    guard let old = try oldCredential() else { return }
    let user = try await client.adopt(old)
    removeOldItem()
    print("welcome back,", user.name ?? user.id)
  } catch let error as Auth0.Failure {
    // The user is still signed in with the old library. The next start tries again.
    print(error, error.recovery)
  } catch {
    print("the old item can't be read:", error)
  }
}
// adopt ends

// auth0 begins
#if canImport(Security)
  import AuthRuntime
  import Foundation
  import Security

  func oldCredential() throws -> ImportedCredential? {
    let query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: Bundle.main.bundleIdentifier ?? "",
      kSecAttrAccount: "credentials", kSecReturnData: true,
    ]
    var item: CFTypeRef?
    guard SecItemCopyMatching(query as CFDictionary, &item) == errSecSuccess, let data = item as? Data else {
      return nil
    }
    return try ImportedCredential(auth0Credentials: data)
  }
#endif
// auth0 ends

// appauth begins
func oldCredential(in archive: Data) throws -> ImportedCredential {
  try ImportedCredential(appAuthState: archive)
}
// appauth ends

// msal begins
func oldCredentials(in cache: Data) throws -> [String: ImportedCredential] {
  try ImportedCredential.msalAccounts(in: [cache], clientID: "b6c69a37-df96-4db0-9088-2ab96e1d8215")
}
// msal ends

// keychain begins
#if canImport(Security)
  import AuthRuntime
  import Foundation
  import Security

  func oldCredentials(clientID: String, accessGroup: String) throws -> [String: ImportedCredential] {
    let items = [2002, 2003].flatMap { type -> [Data] in
      let query: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrAccessGroup: accessGroup, kSecAttrType: type,
        kSecMatchLimit: kSecMatchLimitAll, kSecReturnData: true,
      ]
      var found: CFTypeRef?
      guard SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess else { return [] }
      return found as? [Data] ?? []
    }
    return try ImportedCredential.msalAccounts(in: items, clientID: clientID)
  }
#endif
// keychain ends
