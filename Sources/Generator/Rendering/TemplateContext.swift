/// A key of the model, for the authors of templates.
package struct TemplateKey: Sendable, Equatable {
  var name: String
  /// `text`, `flag`, `list of text`, `list`, `map`
  var type: String
  var doc: String
  var parts: [TemplateKey]
}

extension TemplateModel {
  /// All keys with what they hold, in the order of the table.
  package static var keys: [TemplateKey] {
    fields.map { field in
      TemplateKey(name: field.name, type: field.shape.typeName, doc: field.doc, parts: field.parts())
    }
  }
}

extension TemplateShape {
  fileprivate var typeName: String {
    switch self {
    case .text: "text"
    case .flag: "flag"
    case .list(.text): "list of text"
    case .list: "list"
    case .map: "map"
    }
  }
}

/// The model key by key, in Markdown.
public enum TemplateContext {
  /// A table of everything that a client's template may name.
  public static let markdown = markdown(of: FileModel.keys)

  package static func markdown(
    of keys: [TemplateKey], title: String = "What templates may name",
    texts: String = "Swift already: literals, identifiers, lines of comments"
  ) -> String {
    let head = """
      # \(title)

      Texts are \(texts). A `flag` is for `if`, a `list` for `for` and for
      `if`. The path of a part begins with the list's name and `[]`: within `for scope in scopes`, `scopes[].name` is
      `scope.name`.

      | Key | Type | Meaning |
      | --- | --- | --- |

      """
    return head + rows(keys, prefix: "").joined()
  }

  private static func rows(_ keys: [TemplateKey], prefix: String) -> [String] {
    keys.flatMap { key in
      let path = prefix + key.name
      let meaning = key.doc.replacing("|", with: "\\|")
      return ["| `\(path)` | \(key.type) | \(meaning) |\n"]
        + rows(key.parts, prefix: path + (key.type == "list" ? "[]." : "."))
    }
  }
}
