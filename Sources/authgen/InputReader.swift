import AuthDescriptor
import Foundation

/// Reads files for a run, and remembers their digests.
final class InputReader: @unchecked Sendable {
  // Unchecked, because `known` is only accessed while `lock` is held.
  private let lock = NSLock()
  private var known: [String: String] = [:]

  /// The digest of each file that was read, by path. If a file was read several times, it's that of the first time. If it
  /// changed in between, the next run finds a different one.
  var digests: [String: String] { lock.withLock { known } }

  @Sendable func read(_ path: String) -> Data? {
    let contents = DescriptorLoader.contents(ofFile: path)
    let digest = contents.digest
    lock.withLock { known[path] = known[path] ?? digest }
    return contents
  }
}
