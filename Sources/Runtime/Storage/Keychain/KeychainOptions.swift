#if canImport(Security)
  import Foundation

  /// How ``KeychainStore`` keeps its items.
  public struct KeychainOptions: Sendable, Hashable {
    /// When an item may be read (Apple: `kSecAttrAccessible`). On macOS only the data-protection keychain heeds it.
    public enum Accessibility: Sendable, Hashable, CaseIterable {
      /// Once the device was unlocked after it started, so that the app can refresh in the background. No backup brings the
      /// item to another device.
      case afterFirstUnlockThisDeviceOnly
      /// The same, and a backup may bring it to another device. A refresh token that two devices use may be taken for stolen.
      case afterFirstUnlock
      /// While the device is unlocked.
      case whenUnlockedThisDeviceOnly
      /// The same, and a backup may bring it to another device.
      case whenUnlocked
      /// While a device that has a passcode is unlocked. Taking the passcode away deletes the item.
      case whenPasscodeSetThisDeviceOnly
    }

    /// The place of the lock files, by which only one of the processes that share an item refreshes at a time.
    ///
    /// On iOS, tvOS, watchOS and visionOS, the store sets the data protection of lock files, and of the folders that it makes
    /// for them, to `completeUntilFirstUserAuthentication`. A refresh in the background can then take the lock while the
    /// device is locked.
    public enum LockPlace: Sendable, Hashable {
      /// The caches folder: for one app, or the tools of one user on macOS. Outside macOS it can't be combined with an
      /// ``KeychainOptions/accessGroup``, because each app has its own caches folder. So has each sandboxed app on macOS.
      case caches
      /// The folder of an app group (`FileManager.containerURL(forSecurityApplicationGroupIdentifier:)`), for an app and its
      /// extensions. iOS ends an app that is suspended while it holds a file there locked (`0xdead10cc`). Outside macOS the
      /// locks are therefore files that say until when they count, ``KeychainOptions/longestHold`` at most. A process that
      /// has ended doesn't hold its lock any longer.
      case appGroup(String)
      /// A folder that belongs to this user, with the same kind of locks as in an app group. Its data protection stays as it
      /// is: to refresh while the device is locked, use a folder whose files can be created then.
      case folder(URL)
      /// Only this process uses the item.
      case none
    }

    /// A question to the user before an item is read (Apple: `SecAccessControl`). Writing may ask, too. Not available on
    /// watchOS and tvOS.
    ///
    /// To ask for a face, the app's Info.plist needs `NSFaceIDUsageDescription`. Without that key, iOS ends an app that asks
    /// for Face ID.
    ///
    /// One refresh asks once, whatever ``reuse`` is. The store uses the same `LAContext` from the first read after it takes
    /// the lock of a credential until it releases that lock.
    public struct Gate: Sendable, Hashable {
      /// The proof that the user has to give.
      public enum Proof: Sendable, Hashable, CaseIterable {
        /// A finger, a face or the device's passcode.
        case userPresence
        /// A finger or a face.
        case biometry
        /// A finger or a face that was enrolled when the item was saved. If the user enrolls or removes one, the system makes
        /// the item unreadable for good, and reading it fails with ``StoreFailure/denied(_:)`` or finds nothing. Signing out
        /// removes it without a question, and a new sign-in replaces it.
        case biometryCurrentSet
        /// The device's passcode.
        case passcode
      }

      public var proof: Proof
      /// Says why, in the user's language: "Sign in to Example".
      public var prompt: String
      /// How long a proof, or unlocking the device, counts for further reads. Unlocking counts for five minutes at most.
      /// `.zero` asks at every read, except that a refresh asks once.
      public var reuse: Duration

      public init(_ proof: Proof = .userPresence, prompt: String, reuse: Duration = .seconds(60)) {
        (self.proof, self.prompt, self.reuse) = (proof, prompt, reuse)
      }
    }

    public var accessibility = Accessibility.afterFirstUnlockThisDeviceOnly
    /// An access group from the app's entitlement `keychain-access-groups` or its app groups, for several apps of one team;
    /// `nil` for the app's own. On macOS it needs the data-protection keychain. Outside macOS it needs ``locks`` other than
    /// ``LockPlace/caches``: use ``LockPlace/appGroup(_:)``.
    public var accessGroup: String?
    /// macOS only: use the keychain that the other platforms have (`kSecUseDataProtectionKeychain`) rather than the one in a
    /// file. Off, for it needs an app that is signed with an application identifier; tools and tests would only get
    /// `errSecMissingEntitlement`.
    public var usesDataProtectionKeychain = false
    /// Asks the user before an item is read. On macOS it needs the data-protection keychain.
    public var gate: Gate?
    public var locks = LockPlace.caches
    /// How long a process may take for one request, or for writing, before another one takes it for dead. In an app group, an
    /// hour at most.
    public var longestHold = FileLock.longestHold

    public init() {}
  }

  extension KeychainOptions {
    /// - Throws: ``StoreFailure/unavailable(_:)`` if the platform can't give an item the protection that the options ask for,
    ///   or if the locks wouldn't exclude the other apps of the access group.
    func check() throws(StoreFailure) {
      #if os(macOS)
        guard usesDataProtectionKeychain || gate == nil && accessGroup == nil else {
          throw .unavailable("a gate and an access group need usesDataProtectionKeychain on macOS, in a signed app")
        }
      #elseif os(tvOS) || os(watchOS)
        guard gate == nil else { throw .unavailable("this platform cannot ask the user") }
      #endif
      #if !os(macOS)
        guard accessGroup == nil || locks != .caches else {
          throw .unavailable(
            "locks in .caches don't exclude the other apps of the access group: set locks to .appGroup, with an app group "
              + "that all of them have")
        }
      #endif
    }

    /// Whether the keychain is the one that knows accessibility.
    var isDataProtected: Bool {
      #if os(macOS)
        usesDataProtectionKeychain
      #else
        true
      #endif
    }
  }
#endif
