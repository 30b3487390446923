// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names of Apple's Security framework that the keychain code uses, with Apple's values. On Linux, CoreFoundation
// isn't available to Swift, so the types are Swift types.
@_exported import Foundation

public typealias CFTypeRef = Any
public typealias CFString = String
public typealias CFDictionary = [String: Any]
public final class CFAllocator {}
public final class CFError {}

// SDK: SecBase.h
public typealias OSStatus = Int32
public let errSecSuccess: OSStatus = 0
public let errSecParam: OSStatus = -50
public let errSecUserCanceled: OSStatus = -128
public let errSecNotAvailable: OSStatus = -25291
public let errSecAuthFailed: OSStatus = -25293
public let errSecDuplicateItem: OSStatus = -25299
public let errSecItemNotFound: OSStatus = -25300
public let errSecInteractionNotAllowed: OSStatus = -25308
public let errSecMissingEntitlement: OSStatus = -34018

public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
  status == errSecParam ? "One or more parameters passed to a function were not valid." : nil
}

// SDK: SecItemConstants.c
public let kSecClass = "class"
public let kSecClassGenericPassword = "genp"
public let kSecAttrService = "svce"
public let kSecAttrAccount = "acct"
public let kSecAttrAccessGroup = "agrp"
public let kSecAttrAccessible = "pdmn"
public let kSecAttrAccessibleWhenUnlocked = "ak"
public let kSecAttrAccessibleAfterFirstUnlock = "ck"
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly = "aku"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = "cku"
public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly = "akpu"
public let kSecAttrAccessControl = "accc"
public let kSecValueData = "v_Data"
public let kSecReturnData = "r_Data"
public let kSecReturnAttributes = "r_Attributes"
public let kSecMatchLimit = "m_Limit"
public let kSecMatchLimitOne = "m_LimitOne"
public let kSecMatchLimitAll = "m_LimitAll"
public let kSecUseAuthenticationContext = "u_AuthCtx"
public let kSecUseDataProtectionKeychain = "u_DataProtection"

// SDK: SecAccessControl.h
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let userPresence = Self(rawValue: 1 << 0)
  public static let biometryAny = Self(rawValue: 1 << 1)
  public static let biometryCurrentSet = Self(rawValue: 1 << 3)
  public static let devicePasscode = Self(rawValue: 1 << 4)
}

public final class SecAccessControl: Sendable {
  let accessible: String
  let flags: SecAccessControlCreateFlags

  init(_ accessible: String, _ flags: SecAccessControlCreateFlags) {
    (self.accessible, self.flags) = (accessible, flags)
  }
}

public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  guard let accessible = protection as? String, FakeKeychain.accessibilities.contains(accessible) else { return nil }
  return SecAccessControl(accessible, flags)
}

/// The part of `LAContext` that the keychain uses.
public protocol AuthenticationContext: AnyObject {
  var localizedReason: String { get }
  /// Whether the user has authenticated for this context.
  var isProven: Bool { get set }
  var isInvalid: Bool { get }
  /// Returns when the context is invalidated.
  func waitForEnd()
}
