import AuthDescriptor

/// Finds the template that rendered a line. This is only needed if a rendered file isn't valid Swift. The file is rendered
/// again, with markers at the beginning and the end of every template.
struct TemplateTrace {
  let templates: TemplateSet

  // Markers from the private use area, which templates don't use.
  private static let begin: Unicode.Scalar = "\u{E0F0}"
  private static let nameEnd: Unicode.Scalar = "\u{E0F1}"
  private static let end: Unicode.Scalar = "\u{E0F2}"

  /// The name, as diagnostics show it, of the template in which a line of `model`'s file begins.
  func template(ofLine line: Int, _ model: some TemplateModel) -> String {
    let name = marked(model).flatMap { Self.template(ofLine: line, in: $0) } ?? TemplateSet.client
    return templates.displayName(of: name)
  }

  private func marked(_ model: some TemplateModel) -> String? {
    let marked = templates.files.map { name, text in
      (name, "\(Self.begin)\(name)\(Self.nameEnd)\(text)\(Self.end)")
    }
    let set = TemplateSet(files: Dictionary(uniqueKeysWithValues: marked))
    return try? TemplateRenderer(templates: set).render(TemplateSet.client, model)
  }

  /// Scans to the line. Its template is the innermost one that is open where the line's own text begins.
  private static func template(ofLine wanted: Int, in text: String) -> String? {
    var open: [String] = []
    var name: String?
    var line = 1
    for scalar in text.unicodeScalars {
      switch scalar {
      case begin: name = ""
      case nameEnd:
        open.append(name ?? "")
        name = nil
      case end: open = open.dropLast()
      case _ where name != nil: name?.unicodeScalars.append(scalar)
      case _ where line == wanted: return open.last
      case "\n": line += 1
      default: break
      }
    }
    return open.last
  }
}
