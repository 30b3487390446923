import Foundation

@testable import AuthRuntime

/// The data protection of files, which Linux lacks.
enum ProtectedPaths {
  static let all = Guarded<[String: String]>([:])
}

// These declarations take precedence over Foundation's in this module.
extension FileManager {
  func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {
    guard fileExists(atPath: path) else { throw CocoaError(.fileNoSuchFile) }
    let protection = (attributes[.protectionKey] as? FileProtectionType)?.rawValue
    ProtectedPaths.all.withLock { $0[path] = protection }
  }

  func containerURL(forSecurityApplicationGroupIdentifier group: String) -> URL? {
    guard group == "group.com.example" else { return nil }
    return urls(for: .cachesDirectory, in: .userDomainMask).first?.appendingPathComponent(group)
  }
}
