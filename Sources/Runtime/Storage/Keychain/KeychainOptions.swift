#if canImport(Security)
  import Foundation

  /// The options for the items of a ``KeychainStore``.
  public struct KeychainOptions: Sendable, Hashable {
    /// When an item can be read (Apple: `kSecAttrAccessible`). On macOS, only the data-protection keychain supports this.
    public enum Accessibility: Sendable, Hashable, CaseIterable {
      /// After the device has been unlocked once since it started, so the app can refresh in the background. Backups don't
      /// transfer the item to another device.
      case afterFirstUnlockThisDeviceOnly
      /// The same, but a backup may transfer the item to another device. A server may treat a refresh token that two devices
      /// use as stolen.
      case afterFirstUnlock
      /// While the device is unlocked.
      case whenUnlockedThisDeviceOnly
      /// The same, but a backup may transfer the item to another device.
      case whenUnlocked
      /// While the device is unlocked, if it has a passcode. Removing the passcode deletes the item.
      case whenPasscodeSetThisDeviceOnly
    }

    /// The location of the lock files, which ensure that only one of the processes that share an item refreshes at a time.
    ///
    /// On iOS, tvOS, watchOS, and visionOS, the store sets the data protection of lock files, and of the folders that it
    /// creates for them, to `completeUntilFirstUserAuthentication`. A refresh in the background can then take the lock while
    /// the device is locked.
    public enum LockLocation: Sendable, Hashable {
      /// The caches folder: for one app, or for the tools of one user on macOS. On other platforms, and for sandboxed apps on
      /// macOS, each app has its own caches folder. It therefore can't be combined with an ``KeychainOptions/accessGroup``
      /// outside macOS.
      case caches
      /// The folder of an app group (`FileManager.containerURL(forSecurityApplicationGroupIdentifier:)`), for an app and its
      /// extensions. iOS terminates an app that is suspended while it holds a locked file there (`0xdead10cc`). Outside macOS,
      /// the locks are therefore files that contain their expiration time, which is at most ``KeychainOptions/longestHold``
      /// away. If a process ends, its lock ends too.
      case appGroup(String)
      /// A folder that belongs to this user, with the same kind of locks as in an app group. The store doesn't change its data
      /// protection. To refresh while the device is locked, use a folder in which files can be created then.
      case folder(URL)
      /// Only this process uses the item.
      case none
    }

    /// A prompt to the user before an item is read (Apple: `SecAccessControl`). Writing may prompt too. Not available on
    /// watchOS and tvOS.
    ///
    /// To use Face ID, the app's Info.plist needs `NSFaceIDUsageDescription`. Without that key, iOS terminates an app that uses
    /// Face ID.
    ///
    /// A refresh prompts once, regardless of ``reuse``. The store uses the same `LAContext` from the first read after it locks
    /// a credential until it releases that lock.
    public struct Gate: Sendable, Hashable {
      /// The proof that the user must provide.
      public enum Proof: Sendable, Hashable, CaseIterable {
        /// A fingerprint, a face, or the device's passcode.
        case userPresence
        /// A fingerprint or a face.
        case biometry
        /// A fingerprint or a face that was enrolled when the item was saved. If the user enrolls or removes one, the system makes
        /// the item permanently unreadable, and reading it fails with ``StoreFailure/denied(_:)`` or finds nothing. Signing out
        /// removes the item without a prompt, and a new sign-in replaces it.
        case biometryCurrentSet
        /// The device's passcode.
        case passcode
      }

      public var proof: Proof
      /// The reason for the prompt, in the user's language: "Sign in to Example".
      public var prompt: String
      /// How long a proof, or unlocking the device, is valid for further reads. Unlocking is valid for at most five minutes.
      /// With `.zero`, each read prompts, except that a refresh prompts once.
      public var reuse: Duration

      public init(_ proof: Proof = .userPresence, prompt: String, reuse: Duration = .seconds(60)) {
        (self.proof, self.prompt, self.reuse) = (proof, prompt, reuse)
      }
    }

    public var accessibility = Accessibility.afterFirstUnlockThisDeviceOnly
    /// An access group from the app's entitlement `keychain-access-groups` or its app groups, for several apps of one team,
    /// or `nil` for the app's own group. On macOS, it requires the data-protection keychain. On other platforms, ``locks`` must
    /// not be ``LockLocation/caches``: use ``LockLocation/appGroup(_:)``.
    public var accessGroup: String?
    /// macOS only: whether to use the keychain of the other platforms (`kSecUseDataProtectionKeychain`) instead of the
    /// file-based one. It is `false` by default because it requires an app that is signed with an application identifier. Tools
    /// and tests would only get `errSecMissingEntitlement`.
    public var usesDataProtectionKeychain = false
    /// Prompts the user before an item is read. On macOS, it requires the data-protection keychain.
    public var gate: Gate?
    public var locks = LockLocation.caches
    /// The longest time that a process may hold a lock, for one request or for writing, before another process takes it over.
    /// In an app group, it is at most an hour.
    public var longestHold = FileLock.longestHold

    public init() {}
  }

  extension KeychainOptions {
    /// - Throws: ``StoreFailure/unavailable(_:)`` if the platform doesn't support the protection that the options request, or
    ///   if the locks wouldn't exclude the other apps of the access group.
    func check() throws(StoreFailure) {
      #if os(macOS)
        guard usesDataProtectionKeychain || gate == nil && accessGroup == nil else {
          throw .unavailable("on macOS, a gate or an access group requires usesDataProtectionKeychain, in a signed app")
        }
      #elseif os(tvOS) || os(watchOS)
        guard gate == nil else { throw .unavailable("this platform doesn't support gates") }
      #endif
      #if !os(macOS)
        guard accessGroup == nil || locks != .caches else {
          throw .unavailable(
            "locks in .caches don't exclude the other apps of the access group; set locks to .appGroup, with an app group "
              + "that all of them have")
        }
      #endif
    }

    /// Whether the keychain supports accessibility.
    var isDataProtected: Bool {
      #if os(macOS)
        usesDataProtectionKeychain
      #else
        true
      #endif
    }
  }
#endif
