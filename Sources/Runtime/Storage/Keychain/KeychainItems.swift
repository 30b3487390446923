#if canImport(Security)
  import Foundation
  import Security

  /// The keychain items of one service (Apple: Keychain Services, `kSecClassGenericPassword`). All calls block, and may ask the
  /// user.
  struct KeychainItems: Sendable {
    /// The number of deletions after which ``remove(_:)`` gives up.
    static let maximumDeletions = 1000

    let service: String
    let options: KeychainOptions

    /// - Returns: The data of the item, or `nil` if it doesn't exist.
    func read(_ account: String, _ proof: UserAuthentication?) throws(StoreFailure) -> Data? {
      var query = try self.query(account, proof)
      query[kSecReturnData as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      var found: CFTypeRef?
      switch SecItemCopyMatching(query as CFDictionary, &found) {
      case errSecSuccess:
        guard let data = found as? Data else { throw .corrupt }
        return data
      case errSecItemNotFound: return nil
      case let status: throw KeychainStatus.failure(status)
      }
    }

    /// Updates an item, or adds it. If it were deleted first and the app ended before adding it, the only valid refresh token
    /// would be lost. An item that has become unreadable is deleted first.
    func write(_ data: Data, _ account: String, _ proof: UserAuthentication?) throws(StoreFailure) {
      let query = try self.query(account, proof)
      let attributes = try self.attributes(data)
      // Another process may add or remove the item between the update and the addition.
      for attempt in 1...3 {
        switch SecItemUpdate(query as CFDictionary, attributes as CFDictionary) {
        case errSecSuccess: return
        case errSecItemNotFound: break
        case errSecAuthFailed where options.mayLoseItems: break
        case let status: throw KeychainStatus.failure(status)
        }
        let item = query.merging(attributes) { $1 }
        switch SecItemAdd(item as CFDictionary, nil) {
        case errSecSuccess: return
        case errSecDuplicateItem:
          // An item that has become unreadable can't be updated, or isn't found at all.
          if attempt > 1, options.mayLoseItems { try remove(account) }
        case let status: throw KeychainStatus.failure(status)
        }
      }
      throw .unavailable("another process keeps writing the same keychain item")
    }

    /// Removes an item, or all items of the service, until the keychain finds no more. In a file-based keychain on macOS,
    /// `SecItemDelete` removes only one match at a time.
    ///
    /// - Throws: ``StoreFailure/unavailable(_:)`` if the keychain still finds an item after ``maximumDeletions`` deletions.
    func remove(_ account: String?) throws(StoreFailure) {
      let query = try self.query(account, nil)
      for _ in 0..<Self.maximumDeletions {
        switch SecItemDelete(query as CFDictionary) {
        case errSecSuccess: continue
        case errSecItemNotFound: return
        case let status: throw KeychainStatus.failure(status)
        }
      }
      throw .unavailable("the keychain still has the item after \(Self.maximumDeletions) deletions")
    }

    /// Whether an item exists. This doesn't read it, so the keychain doesn't ask the user.
    func hasItem(_ account: String?) throws(StoreFailure) -> Bool {
      var query = try self.query(account, nil)
      query[kSecReturnAttributes as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      switch SecItemCopyMatching(query as CFDictionary, nil) {
      case errSecSuccess: return true
      case errSecItemNotFound: return false
      case let status: throw KeychainStatus.failure(status)
      }
    }

    /// Returns the query for the items. It doesn't request items that iCloud synchronizes, so they are never found.
    private func query(_ account: String?, _ proof: UserAuthentication?) throws(StoreFailure) -> [String: Any] {
      try options.check()
      var query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: service,
      ]
      if let account { query[kSecAttrAccount as String] = account }
      if let group = options.accessGroup { query[kSecAttrAccessGroup as String] = group }
      #if os(macOS)
        if options.usesDataProtectionKeychain { query[kSecUseDataProtectionKeychain as String] = true }
      #endif
      #if os(iOS) || os(macOS) || os(visionOS)
        if let proof { query[kSecUseAuthenticationContext as String] = proof.context }
      #endif
      return query
    }

    /// Returns an item's attributes. They are written each time, so that the item follows the options.
    private func attributes(_ data: Data) throws(StoreFailure) -> [String: Any] {
      var attributes: [String: Any] = [kSecValueData as String: data]
      guard options.isDataProtected else { return attributes }
      let accessible = options.accessibility.attribute
      guard let gate = options.gate else {
        attributes[kSecAttrAccessible as String] = accessible
        return attributes
      }
      guard let control = SecAccessControlCreateWithFlags(nil, accessible, gate.proof.flags, nil) else {
        throw .unavailable("the keychain doesn't support this gate")
      }
      attributes[kSecAttrAccessControl as String] = control
      return attributes
    }
  }

  extension KeychainOptions {
    /// Whether an item becomes unreadable when the user enrolls a finger or a face.
    fileprivate var mayLoseItems: Bool { gate?.proof == .biometryCurrentSet }
  }

  extension KeychainOptions.Accessibility {
    fileprivate var attribute: CFString {
      switch self {
      case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
      case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
      case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
      case .whenPasscodeSetThisDeviceOnly: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
      }
    }
  }

  extension KeychainOptions.Gate.Proof {
    fileprivate var flags: SecAccessControlCreateFlags {
      switch self {
      case .userPresence: .userPresence
      case .biometry: .biometryAny
      case .biometryCurrentSet: .biometryCurrentSet
      case .passcode: .devicePasscode
      }
    }
  }
#endif
