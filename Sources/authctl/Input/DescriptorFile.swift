import AuthDescriptor
import Foundation

/// A descriptor named on the command line.
enum DescriptorFile {
  /// - Throws: ``ReportedFailure`` with the descriptor's first error.
  static func load(_ reference: String, loader: DescriptorLoader = .init()) throws(ReportedFailure) -> LoadedDescriptor
  {
    do throws(DiagnosticsError) {
      return try loader.load(reference)
    } catch {
      throw ReportedFailure(error)
    }
  }
}
