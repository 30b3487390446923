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

extension ReportedFailure {
  /// A descriptor's first mistake, and how many more there are.
  init(_ error: DiagnosticsError) {
    let errors = error.diagnostics.filter { $0.severity == .error }
    let others = errors.count > 1 ? " (and \(errors.count - 1) more; authgen validate lists them)" : ""
    // A note may stand in a second line.
    let first = errors.first?.description.components(separatedBy: "\n")[0] ?? "unknown"
    self.init(line: "invalidDescriptor: \(first)\(others)")
  }
}

extension Assignment {
  /// `name=value` by name.
  ///
  /// - Throws: ``ReportedFailure`` when a name is given twice.
  static func table(_ list: [Assignment], _ option: String) throws(ReportedFailure) -> [String: String] {
    var table: [String: String] = [:]
    for item in list where table.updateValue(item.value, forKey: item.name) != nil {
      throw ReportedFailure(line: "\(option) names \(item.name) twice")
    }
    return table
  }
}
