import ArgumentParser

/// `name=value` on the command line.
struct Assignment: ExpressibleByArgument {
  let name: String
  let value: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
    name = String(argument[..<equals])
    value = String(argument[argument.index(after: equals)...])
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
