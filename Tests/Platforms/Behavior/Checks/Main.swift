import Foundation
import Security

/// Tests the keychain code with a keychain in memory, and the locks of the other stores.
@main struct Main {
  static func main() async {
    let checks = Checks()
    for setting in Setting.all {
      await checks.checkItems(setting)
      await checks.checkOptions(setting)
      await checks.checkEarlierInstallation(setting)
      await checks.checkLocks(setting)
      #if PLATFORM_macOS || PLATFORM_iOS || PLATFORM_visionOS
        if !setting.isFile { await checks.checkGate(setting) }
      #endif
    }
    print("\(checks.passed) checks passed, \(checks.failed) failed")
    exit(checks.failed == 0 ? 0 : 1)
  }
}
