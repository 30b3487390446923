/// The keys of the model, in Markdown.
public enum TemplateContext {
  /// A table of all keys that a client's template can use.
  public static let markdown = markdown(of: FileModel.keys)

  package static func markdown(
    of keys: [TemplateKey], title: String = "Keys for templates",
    texts: String = "already Swift: literals, identifiers, and comment lines"
  ) -> String {
    let head = """
      # \(title)

      A text is \(texts). Use a `flag` in `if`, and a `list` in `for` and
      `if`. The path of a nested key begins with the list's name and `[]`: inside `for scope in scopes`, `scopes[].name` is
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
