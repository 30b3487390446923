import Foundation

/// A cache of extended files, so that a file isn't read and checked again for each descriptor that extends it.
///
/// Each loader has its own cache. The findings about a file are cached too, and reported for every descriptor that
/// extends it. A file that can't be read isn't cached.
final class SourceCache: @unchecked Sendable {
  // Unchecked, because `sources` is only accessed while `lock` is held.
  private let lock = NSLock()
  private var sources: [String: DescriptorSources.Source] = [:]

  /// Returns a file by name. If it isn't cached yet, `read` reads it. Two threads may read a file at the same time. Both
  /// get the result that is cached first.
  func source(
    _ name: String, read: () throws(DiagnosticsError) -> DescriptorSources.Source
  ) throws(DiagnosticsError) -> DescriptorSources.Source {
    if let known = lock.withLock({ sources[name] }) { return known }
    let source = try read()
    return lock.withLock {
      let cached = sources[name] ?? source
      sources[name] = cached
      return cached
    }
  }
}
