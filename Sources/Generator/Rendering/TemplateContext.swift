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
