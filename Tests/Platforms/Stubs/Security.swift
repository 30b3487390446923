// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Apple's Security framework, as far as the runtime uses it: names and types as Swift sees those of the SDK. Nothing works.
@_exported import Foundation

// SDK: MacTypes.h, CoreFoundation. The real CFString, CFDictionary and CFBoolean are classes of their own that `as` bridges;
// what Linux bridges is the class of Foundation.
public typealias OSStatus = Int32
public typealias CFTypeRef = AnyObject
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public final class CFAllocator {}
public final class CFError {}

// SDK: SecBase.h. macOS 10.6, iOS 2.0; errSecMissingEntitlement macOS 10.9, iOS 8.0
public var errSecSuccess: OSStatus { 0 }
public var errSecUserCanceled: OSStatus { -128 }
public var errSecNotAvailable: OSStatus { -25291 }
public var errSecAuthFailed: OSStatus { -25293 }
public var errSecDuplicateItem: OSStatus { -25299 }
public var errSecItemNotFound: OSStatus { -25300 }
public var errSecInteractionNotAllowed: OSStatus { -25308 }
public var errSecMissingEntitlement: OSStatus { -34018 }
// SDK: macOS 10.3, iOS 11.3
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? { nil }

// SDK: SecItem.h. macOS 10.6, iOS 2.0
nonisolated(unsafe) public let kSecClass: CFString = "class"
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"
nonisolated(unsafe) public let kSecAttrService: CFString = "svce"
nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"
nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"
nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"
nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"
nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"
// SDK: macOS 10.9, iOS 3.0
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"
// SDK: macOS 10.9, iOS 4.0
nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
// SDK: macOS 10.10, iOS 8.0
nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"
nonisolated(unsafe) public let kSecAttrAccessControl: CFString = "accc"
// SDK: macOS 10.11, iOS 9.0; not on tvOS and watchOS in older SDKs
nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
#if PLATFORM_macOS
  // SDK: macOS 10.15, iOS 13.0. Here for macOS alone, where it means something.
  nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"
#endif

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
  // SDK: macOS 10.13.4, iOS 11.3
  public static let biometryAny = Self(rawValue: 1 << 1)
  // SDK: macOS 10.11, iOS 9.0
  public static let devicePasscode = Self(rawValue: 1 << 4)
}
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? { nil }
