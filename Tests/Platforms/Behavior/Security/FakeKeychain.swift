import Foundation

/// The keychains of one device, in memory, with the behavior and the result codes that Apple documents.
///
/// If Apple's function wouldn't accept a parameter, or would ignore it, the call returns `errSecParam`, and ``misuses``
/// names the parameter.
public struct FakeKeychain {
  public enum Platform: String, Sendable {
    case macOS, iOS, tvOS, watchOS, visionOS

    /// Whether the platform has `LAContext`.
    public var canAsk: Bool { self != .tvOS && self != .watchOS }
  }
  public enum DeviceState: Sendable { case beforeFirstUnlock, locked, unlocked }
  /// The user's response. `nothing` leaves the prompt open until the app invalidates its context.
  public enum Response: Sendable { case proof, cancel, failure, nothing }

  public struct Item: Sendable {
    public var service: String
    public var account: String
    /// The access group. It's `nil` in the file-based keychain, which doesn't support groups.
    public var group: String?
    public var data: Data
    public var accessible: String?
    public var control: SecAccessControl?
    /// The enrolled fingers and faces at the time when the item was written.
    public var enrollment = 0
    public var flags: SecAccessControlCreateFlags? { control?.flags }
    /// Whether the item is in the file-based keychain.
    public var isInFile: Bool { group == nil }

    public init(service: String, account: String, group: String?, data: Data) {
      (self.service, self.account, self.group, self.data) = (service, account, group, data)
    }
  }

  public var platform: Platform
  /// The access groups of the app. The first one is for items that don't name another. It's empty for an unsigned
  /// program.
  public var accessGroups = ["TEAM.com.example.app"]
  public var device = DeviceState.unlocked
  public var hasPasscode = true
  /// Whether the file-based keychain is locked and the process can't prompt for its password, as over SSH.
  public var isFileLocked = false
  /// The user's response to each prompt.
  public var response = Response.proof
  public var items: [Item] = []
  /// The reason that each prompt shows.
  public var questions: [String] = [] { didSet { if questions.count > oldValue.count { onQuestion?() } } }
  /// Called for each prompt, before the user responds.
  public var onQuestion: (@Sendable () -> Void)?
  /// The fingers and faces that are enrolled now. An item with `.biometryCurrentSet` from another enrollment
  /// can't be read anymore.
  public var enrollment = 0
  /// The result for such an item. With `errSecItemNotFound`, the item can't be found or added, but it can be deleted.
  public var lostItemStatus = errSecAuthFailed
  /// The parameters that Apple doesn't accept.
  public var misuses: [String] = []
  /// The names of the called functions.
  public var calls: [String] = []
  /// Actions of another process that run before and after each `SecItemAdd`.
  public var beforeAdding: (@Sendable () -> Void)?
  public var afterAdding: (@Sendable () -> Void)?
  /// The result of every call, instead of the simulated one.
  public var failure: OSStatus?
  /// Whether deletions report success without deleting anything.
  public var keepsDeletedItems = false

  public init(_ platform: Platform) { self.platform = platform }

  static let accessibilities: Set = [
    kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
    kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
  ]

  // Only accessed while the lock is held.
  nonisolated(unsafe) private static var device = FakeKeychain(.macOS)
  private static let lock = NSRecursiveLock()

  /// The device of this program.
  public static var current: FakeKeychain {
    get { lock.withLock { device } }
    set { lock.withLock { device = newValue } }
  }

  public static func change<Value>(_ body: (inout FakeKeychain) -> Value) -> Value { lock.withLock { body(&device) } }
}
