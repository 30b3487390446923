import ArgumentParser

/// An argument of the form `name=value`.
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
  /// The values by name.
  ///
  /// - Throws: ``ReportedFailure`` if a name occurs twice.
  static func table(_ list: [Assignment], _ option: String) throws(ReportedFailure) -> [String: String] {
    var table: [String: String] = [:]
    for item in list where table.updateValue(item.value, forKey: item.name) != nil {
      throw ReportedFailure(line: "\(option) has \(item.name) twice")
    }
    return table
  }
}
