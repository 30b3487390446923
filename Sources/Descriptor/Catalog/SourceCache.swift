import Foundation

/// The files that others extend, each read and checked once however many descriptors extend it.
///
/// Belongs to one loader. What is wrong with a file is kept with it: everyone who extends it is told.
final class SourceCache: @unchecked Sendable {
  // Unchecked, for `sources` is only touched while `lock` is held.
  private let lock = NSLock()
  private var sources: [String: DescriptorSources.Source] = [:]

  /// The file of that name, read by `read` if it is not here yet. Two tasks may both read it; both get the same.
  func source(
    _ name: String, read: () throws(DiagnosticsError) -> DescriptorSources.Source
  ) throws(DiagnosticsError) -> DescriptorSources.Source {
    if let known = lock.withLock({ sources[name] }) { return known }
    let source = try read()
    lock.withLock { sources[name] = source }
    return source
  }
}
