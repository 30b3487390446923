import AuthDescriptor
import Foundation

/// A descriptor that the command line names.
enum DescriptorFile {
  /// - Throws: ``ReportedFailure`` with a descriptor's first mistake.
  static func load(_ reference: String, loader: DescriptorLoader = .init()) throws(ReportedFailure) -> LoadedDescriptor
  {
    do throws(DiagnosticsError) {
      return try loader.load(reference)
    } catch {
      throw ReportedFailure(error)
    }
  }
}
