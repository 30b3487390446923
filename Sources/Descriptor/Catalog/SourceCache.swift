import Foundation

/// A cache of extended files. Each file is read and checked once, regardless of how many descriptors extend it.
///
/// Each loader has its own cache. The findings about a file are cached too, and reported for every descriptor that
/// extends it.
final class SourceCache: @unchecked Sendable {
  // Unchecked, because `sources` is only accessed while `lock` is held.
  private let lock = NSLock()
  private var sources: [String: DescriptorSources.Source] = [:]

  /// Returns a file by name. If it isn't cached yet, `read` reads it. If two tasks read it at the same time, both get
  /// the same result.
  func source(
    _ name: String, read: () throws(DiagnosticsError) -> DescriptorSources.Source
  ) throws(DiagnosticsError) -> DescriptorSources.Source {
    if let known = lock.withLock({ sources[name] }) { return known }
    let source = try read()
    lock.withLock { sources[name] = source }
    return source
  }
}
