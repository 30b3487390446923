// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  let (status, found) = FakeKeychain.change { $0.copy(query) }
  if let found { result?.pointee = found }
  return status
}

public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  FakeKeychain.current.beforeAdding?()
  defer { FakeKeychain.current.afterAdding?() }
  return FakeKeychain.change { $0.add(attributes) }
}

public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  FakeKeychain.change { $0.update(query, attributesToUpdate) }
}

public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  FakeKeychain.change { $0.delete(query) }
}

extension FakeKeychain {
  fileprivate mutating func copy(_ query: [String: Any]) -> (OSStatus, Any?) {
    let search = [kSecReturnData, kSecReturnAttributes, kSecMatchLimit]
    if let status = begin("SecItemCopyMatching", query, Self.primary + search) { return (status, nil) }
    var matches = matches(query)
    guard !matches.isEmpty else { return (errSecItemNotFound, nil) }
    if !isFile(query), device == .beforeFirstUnlock { return (errSecInteractionNotAllowed, nil) }
    let isAll = query[kSecMatchLimit] as? String == kSecMatchLimitAll
    if !isAll { matches = [matches[0]] }
    let wantsData = query[kSecReturnData] as? Bool == true
    let wantsAttributes = query[kSecReturnAttributes] as? Bool == true
    // Apple: a call can't return the data of several passwords.
    if isAll && wantsData { return (misused("kSecMatchLimitAll with kSecReturnData"), nil) }
    if wantsData, let status = open(matches, query) { return (status, nil) }
    let found = matches.map { index -> Any in
      let item = items[index]
      guard wantsAttributes else { return item.data }
      var attributes: [String: Any] = [kSecAttrService: item.service, kSecAttrAccount: item.account]
      attributes[kSecAttrAccessGroup] = item.group
      if wantsData { attributes[kSecValueData] = item.data }
      return attributes
    }
    return (errSecSuccess, !wantsData && !wantsAttributes ? nil : isAll ? found : found[0])
  }

  fileprivate mutating func add(_ attributes: [String: Any]) -> OSStatus {
    if let status = begin("SecItemAdd", attributes, Self.primary + Self.value) { return status }
    guard let service = attributes[kSecAttrService] as? String, let account = attributes[kSecAttrAccount] as? String,
      let data = attributes[kSecValueData] as? Data
    else { return misused("an item without service, account or data") }
    let group = isFile(attributes) ? nil : attributes[kSecAttrAccessGroup] as? String ?? accessGroups[0]
    var item = Item(service: service, account: account, group: group, data: data)
    item.set(attributes, enrollment)
    if let status = unavailability(item) { return status }
    guard matches(identity(item)).isEmpty else { return errSecDuplicateItem }
    items.append(item)
    return errSecSuccess
  }

  fileprivate mutating func update(_ query: [String: Any], _ changes: [String: Any]) -> OSStatus {
    if let status = begin("SecItemUpdate", query, Self.primary) { return status }
    if let status = check(changes, Self.value, isFile: isFile(query)) { return status }
    let found = matches(query)
    guard !found.isEmpty else { return errSecItemNotFound }
    if let status = open(found, query) { return status }
    for index in found {
      var item = items[index]
      item.set(changes, enrollment)
      if let status = unavailability(item) { return status }
      items[index] = item
    }
    return errSecSuccess
  }

  /// Apple: on macOS, a file-based keychain deletes one match, unless the query has another `kSecMatchLimit`.
  fileprivate mutating func delete(_ query: [String: Any]) -> OSStatus {
    if let status = begin("SecItemDelete", query, Self.primary) { return status }
    let found = matches(query)
    guard !found.isEmpty else { return errSecItemNotFound }
    guard !keepsDeletedItems else { return errSecSuccess }
    for index in isFile(query) ? [found[0]] : found.reversed() { items.remove(at: index) }
    return errSecSuccess
  }
}

extension FakeKeychain {
  fileprivate static let primary = [
    kSecClass, kSecAttrService, kSecAttrAccount, kSecAttrAccessGroup, kSecUseAuthenticationContext,
    kSecUseDataProtectionKeychain,
  ]
  fileprivate static let value = [kSecValueData, kSecAttrAccessible, kSecAttrAccessControl]

  /// Checks the parameters, and whether the app can use the keychain.
  fileprivate mutating func begin(_ call: String, _ query: [String: Any], _ keys: [String]) -> OSStatus? {
    calls.append(call)
    if let failure { return failure }
    guard query[kSecClass] as? String == kSecClassGenericPassword else { return misused("a call without a class") }
    let isFile = isFile(query)
    if let status = check(query, keys, isFile: isFile) { return status }
    if isFile { return isFileLocked ? errSecInteractionNotAllowed : nil }
    let group = query[kSecAttrAccessGroup] as? String
    guard !accessGroups.isEmpty, group.map(accessGroups.contains) ?? true else { return errSecMissingEntitlement }
    return nil
  }

  fileprivate mutating func check(_ query: [String: Any], _ keys: [String], isFile: Bool) -> OSStatus? {
    for (key, value) in query {
      guard keys.contains(key) else { return misused("the key \(key)") }
      guard Self.hasType(value, key) else { return misused("the type of \(key)") }
    }
    if query[kSecAttrAccessible] != nil, query[kSecAttrAccessControl] != nil {
      return misused("kSecAttrAccessible with kSecAttrAccessControl")
    }
    let inDataProtection = [
      kSecAttrAccessGroup, kSecAttrAccessible, kSecAttrAccessControl, kSecUseAuthenticationContext,
    ]
    if isFile, let key = inDataProtection.first(where: { query[$0] != nil }) {
      return misused("\(key) for the keychain in a file")
    }
    if !platform.canAsk, query[kSecUseAuthenticationContext] != nil { return misused("an LAContext on \(platform)") }
    return nil
  }

  private static func hasType(_ value: Any, _ key: String) -> Bool {
    switch key {
    case kSecValueData: value is Data
    case kSecReturnData, kSecReturnAttributes, kSecUseDataProtectionKeychain: value is Bool
    case kSecAttrAccessible: (value as? String).map(accessibilities.contains) ?? false
    case kSecAttrAccessControl: value is SecAccessControl
    case kSecMatchLimit: [kSecMatchLimitOne, kSecMatchLimitAll].contains(value as? String)
    case kSecUseAuthenticationContext: value is any AuthenticationContext
    default: value is String
    }
  }

  fileprivate mutating func misused(_ parameter: String) -> OSStatus {
    misuses.append("\(calls.last ?? ""): \(parameter)")
    return errSecParam
  }

  fileprivate func isFile(_ query: [String: Any]) -> Bool {
    platform == .macOS && query[kSecUseDataProtectionKeychain] as? Bool != true
  }

  fileprivate func identity(_ item: Item) -> [String: Any] {
    var query: [String: Any] = [kSecAttrService: item.service, kSecAttrAccount: item.account]
    query[kSecAttrAccessGroup] = item.group
    if !item.isInFile { query[kSecUseDataProtectionKeychain] = true }
    return query
  }

  /// The indices of the items that a query finds in one keychain, in the groups that the app can use.
  fileprivate func matches(_ query: [String: Any]) -> [Int] {
    let (isFile, group) = (isFile(query), query[kSecAttrAccessGroup] as? String)
    return items.indices.filter { index in
      let item = items[index]
      guard item.isInFile == isFile, isFile || accessGroups.contains(item.group ?? "") else { return false }
      return (group == nil || group == item.group)
        && (query[kSecAttrService] as? String).map { $0 == item.service } ?? true
        && (query[kSecAttrAccount] as? String).map { $0 == item.account } ?? true
    }
  }

  /// Reads or changes the data of items. The device's lock may prevent that, and the user may have to authenticate.
  fileprivate mutating func open(_ indices: [Int], _ query: [String: Any]) -> OSStatus? {
    let context = query[kSecUseAuthenticationContext] as? any AuthenticationContext
    for index in indices {
      if let status = unavailability(items[index]) { return status }
      // The system shows no prompt if authentication can't succeed.
      if items[index].isLost(enrollment) { return lostItemStatus }
      guard items[index].flags != nil, context?.isProven != true || context?.isInvalid == true else { continue }
      guard context?.isInvalid != true else { return errSecAuthFailed }
      questions.append(context?.localizedReason ?? "")
      switch response {
      case .proof: context?.isProven = true
      case .cancel: return errSecUserCanceled
      case .failure: return errSecAuthFailed
      case .nothing:
        context?.waitForEnd()
        return errSecUserCanceled
      }
    }
    return nil
  }

  private func unavailability(_ item: Item) -> OSStatus? {
    guard let accessible = item.accessible ?? item.control?.accessible else { return nil }
    if accessible == kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, !hasPasscode { return errSecNotAvailable }
    let isOpenWhileLocked = [
      kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
    ].contains(accessible)
    switch device {
    case .unlocked: return nil
    case .locked: return isOpenWhileLocked ? nil : errSecInteractionNotAllowed
    case .beforeFirstUnlock: return errSecInteractionNotAllowed
    }
  }
}

extension FakeKeychain.Item {
  /// Whether the item has become unreadable.
  fileprivate func isLost(_ current: Int) -> Bool { flags == .biometryCurrentSet && enrollment != current }

  fileprivate mutating func set(_ attributes: [String: Any], _ enrollment: Int) {
    if let data = attributes[kSecValueData] as? Data { self.data = data }
    if let accessible = attributes[kSecAttrAccessible] as? String { (self.accessible, control) = (accessible, nil) }
    if let control = attributes[kSecAttrAccessControl] as? SecAccessControl {
      (accessible, self.control, self.enrollment) = (nil, control, enrollment)
    }
  }
}
