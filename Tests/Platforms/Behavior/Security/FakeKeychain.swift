import Foundation

/// The keychains of one device, in memory: the behavior that Apple documents, with its result codes.
///
/// A parameter that Apple's function wouldn't accept, or would ignore, is an error here: the call returns `errSecParam`, and
/// ``misuses`` names the parameter.
public struct FakeKeychain {
  public enum Platform: String, Sendable {
    case macOS, iOS, tvOS, watchOS, visionOS

    /// Whether the platform has `LAContext`.
    public var canAsk: Bool { self != .tvOS && self != .watchOS }
  }
  public enum DeviceState: Sendable { case beforeFirstUnlock, locked, unlocked }
  /// The user's answer. `nothing` leaves the question open until the app invalidates its context.
  public enum Answer: Sendable { case proof, cancel, failure, nothing }

  public struct Item: Sendable {
    public var service: String
    public var account: String
    /// The access group; `nil` in the keychain in a file, which has none.
    public var group: String?
    public var data: Data
    public var accessible: String?
    public var control: SecAccessControl?
    /// The fingers and faces that were enrolled when the item was written.
    public var enrollment = 0
    public var flags: SecAccessControlCreateFlags? { control?.flags }
    /// Whether the item is in the keychain in a file.
    public var isInFile: Bool { group == nil }

    public init(service: String, account: String, group: String?, data: Data) {
      (self.service, self.account, self.group, self.data) = (service, account, group, data)
    }
  }

  public var platform: Platform
  /// The access groups of the app. The first one is for items that don't name another. Empty for an unsigned program.
  public var accessGroups = ["TEAM.com.example.app"]
  public var device = DeviceState.unlocked
  public var hasPasscode = true
  /// Whether the keychain in a file is locked, and the process can't ask for its password, as over SSH.
  public var isFileLocked = false
  /// The user's answer to each question.
  public var answer = Answer.proof
  public var items: [Item] = []
  /// The reason of each question to the user.
  public var questions: [String] = [] { didSet { if questions.count > oldValue.count { onQuestion?() } } }
  /// Called for each prompt, before the user responds.
  public var onQuestion: (@Sendable () -> Void)?
  /// The fingers and faces that are enrolled now. An item with `.biometryCurrentSet` from another enrollment can't be read any
  /// more.
  public var enrollment = 0
  /// The result for such an item. With `errSecItemNotFound`, the item can't be found or added, but it can be deleted.
  public var lostItemStatus = errSecAuthFailed
  /// The parameters that Apple doesn't accept.
  public var misuses: [String] = []
  /// The calls, as the names of the functions.
  public var calls: [String] = []
  /// Another process: runs before and after each `SecItemAdd`.
  public var beforeAdding: (@Sendable () -> Void)?
  public var afterAdding: (@Sendable () -> Void)?
  /// The result of every call, instead of its own.
  public var failure: OSStatus?
  /// Deletions say that they succeeded, and delete nothing.
  public var keepsDeletedItems = false

  public init(_ platform: Platform) { self.platform = platform }

  static let accessibilities: Set = [
    kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
    kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
  ]

  // Only used while the lock is held.
  nonisolated(unsafe) private static var device = FakeKeychain(.macOS)
  private static let lock = NSRecursiveLock()

  /// The device of this program.
  public static var current: FakeKeychain {
    get { lock.withLock { device } }
    set { lock.withLock { device = newValue } }
  }

  public static func change<Value>(_ body: (inout FakeKeychain) -> Value) -> Value { lock.withLock { body(&device) } }
}
