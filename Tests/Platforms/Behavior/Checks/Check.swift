import Foundation
import Security

@testable import AuthRuntime

/// A keychain that the checks use.
struct Setting: Sendable {
  let name: String
  let platform: FakeKeychain.Platform
  let options: KeychainOptions
  /// Whether it's macOS's file-based keychain.
  let isFile: Bool

  func store(_ change: (inout KeychainOptions) -> Void = { _ in }) -> KeychainStore {
    store(now: { .now }, change)
  }

  func store(
    now: @escaping @Sendable () -> ContinuousClock.Instant, _ change: (inout KeychainOptions) -> Void
  ) -> KeychainStore {
    var options = options
    change(&options)
    return KeychainStore(service: "com.example.app.auth", options: options, now: now)
  }

  /// The platform that this program was compiled for.
  private static var platform: FakeKeychain.Platform {
    #if PLATFORM_macOS
      .macOS
    #elseif PLATFORM_iOS
      .iOS
    #elseif PLATFORM_tvOS
      .tvOS
    #elseif PLATFORM_watchOS
      .watchOS
    #elseif PLATFORM_visionOS
      .visionOS
    #else
      #error("the platform is missing")
    #endif
  }

  static var all: [Setting] {
    var protected = KeychainOptions()
    #if PLATFORM_macOS
      let file = Setting(name: "macOS file", platform: platform, options: protected, isFile: true)
      protected.usesDataProtectionKeychain = true
      return [file, Setting(name: "macOS data protection", platform: platform, options: protected, isFile: false)]
    #else
      protected.accessibility = .afterFirstUnlockThisDeviceOnly
      return [Setting(name: platform.rawValue, platform: platform, options: protected, isFile: false)]
    #endif
  }
}

/// Runs checks and counts their failures.
final class Checks: Sendable {
  /// The time limit of a check. If a check exceeds it, it fails and the program ends.
  private static let longest = DispatchTimeInterval.seconds(30)

  private let counts = Guarded((passed: 0, failed: 0))
  private let started = Guarded(0)

  var failed: Int { counts.withLock { $0.failed } }
  var passed: Int { counts.withLock { $0.passed } }

  /// Runs a check with an empty keychain and empty folders. Fails if the store passes a parameter that Apple doesn't accept.
  func run(_ name: String, _ setting: Setting, _ body: () async throws -> Void) async {
    FakeKeychain.current = FakeKeychain(setting.platform)
    for folder in [FileManager.SearchPathDirectory.cachesDirectory, .applicationSupportDirectory] {
      for url in FileManager.default.urls(for: folder, in: .userDomainMask) {
        try? FileManager.default.removeItem(at: url)
      }
    }
    ProtectedPaths.all.withLock { $0 = [:] }
    let number = started.withLock { started in
      started += 1
      return started
    }
    defer { started.withLock { $0 += 1 } }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.longest) { [started] in
      guard started.withLock({ $0 }) == number else { return }
      print("FAILED \(setting.name): \(name): it doesn't end")
      exit(1)
    }
    do {
      try await body()
      try expect(FakeKeychain.current.misuses, [])
      counts.withLock { $0.passed += 1 }
      print("ok \(setting.name): \(name)")
    } catch {
      counts.withLock { $0.failed += 1 }
      let misuse = FakeKeychain.current.misuses.first.map { "; not accepted by Apple: \($0)" } ?? ""
      print("FAILED \(setting.name): \(name): \(error)\(misuse)")
    }
  }
}

extension FakeKeychain {
  static var itemCount: Int { current.items.count }

  /// Adds an item, as another process does.
  static func put(_ key: CredentialKey, _ data: Data, _ setting: Setting, service: String = "com.example.app.auth") {
    change {
      let group = setting.isFile ? nil : $0.accessGroups[0]
      $0.items.append(Item(service: service, account: key.label, group: group, data: data))
    }
  }
}
