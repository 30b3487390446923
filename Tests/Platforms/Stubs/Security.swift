// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The declarations of Apple's Security framework that the runtime uses, as Swift imports them, without implementations.
@_exported import Foundation

// SDK: MacTypes.h
public typealias OSStatus = Int32

// SDK: SecBase.h. macOS 10.6, iOS 2.0; errSecMissingEntitlement macOS 10.9, iOS 8.0
public var errSecSuccess: OSStatus { 0 }
public var errSecUserCanceled: OSStatus { -128 }
public var errSecNotAvailable: OSStatus { -25291 }
public var errSecAuthFailed: OSStatus { -25293 }
public var errSecDuplicateItem: OSStatus { -25299 }
public var errSecItemNotFound: OSStatus { -25300 }
public var errSecInteractionNotAllowed: OSStatus { -25308 }
public var errSecMissingEntitlement: OSStatus { -34018 }
@available(macOS 10.3, iOS 11.3, watchOS 4.3, tvOS 11.3, *)
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? { nil }

// SDK: SecItem.h. macOS 10.6, iOS 2.0
nonisolated(unsafe) public let kSecClass = CFString()
nonisolated(unsafe) public let kSecClassGenericPassword = CFString()
nonisolated(unsafe) public let kSecAttrService = CFString()
nonisolated(unsafe) public let kSecAttrAccount = CFString()
nonisolated(unsafe) public let kSecValueData = CFString()
nonisolated(unsafe) public let kSecReturnData = CFString()
nonisolated(unsafe) public let kSecReturnAttributes = CFString()
nonisolated(unsafe) public let kSecMatchLimit = CFString()
nonisolated(unsafe) public let kSecMatchLimitOne = CFString()
// SDK: macOS 10.9, iOS 3.0
nonisolated(unsafe) public let kSecAttrAccessGroup = CFString()
// SDK: macOS 10.9, iOS 4.0
nonisolated(unsafe) public let kSecAttrAccessible = CFString()
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked = CFString()
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock = CFString()
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly = CFString()
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = CFString()
// SDK: macOS 10.10, iOS 8.0
nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly = CFString()
nonisolated(unsafe) public let kSecAttrAccessControl = CFString()
@available(macOS 10.11, iOS 9.0, watchOS 2.0, tvOS 9.0, *)
nonisolated(unsafe) public let kSecUseAuthenticationContext = CFString()
@available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
nonisolated(unsafe) public let kSecUseDataProtectionKeychain = CFString()

// SDK: macOS 10.6, iOS 2.0
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { 0 }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }

// SDK: SecAccessControl.h. macOS 10.10, iOS 8.0
public final class SecAccessControl {}
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let userPresence = Self(rawValue: 1 << 0)
  @available(macOS 10.13.4, iOS 11.3, watchOS 4.3, tvOS 11.3, *)
  public static let biometryAny = Self(rawValue: 1 << 1)
  @available(macOS 10.13.4, iOS 11.3, watchOS 4.3, tvOS 11.3, *)
  public static let biometryCurrentSet = Self(rawValue: 1 << 3)
  @available(macOS 10.11, iOS 9.0, watchOS 2.0, tvOS 9.0, *)
  public static let devicePasscode = Self(rawValue: 1 << 4)
  @available(macOS 10.12.1, iOS 9.0, watchOS 2.0, tvOS 9.0, *)
  public static let privateKeyUsage = Self(rawValue: 1 << 30)
}
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? { nil }
