// What Apple's Foundation has and Linux' has not. Compiled with the runtime, for a module cannot add to another's imports.
import Foundation

extension FileManager {
  // SDK: NSFileManager.h. macOS 10.8, iOS 7.0
  func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}
