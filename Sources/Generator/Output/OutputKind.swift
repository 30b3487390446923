/// What a folder of generated files holds, and so which of them are authgen's.
public enum OutputKind: Sendable, Hashable {
  /// Swift files beside an app's code. One is authgen's if the folder's list and its own first line say so.
  case clients
  /// Tutorials, in a folder for each provider. Readers copy their files, so nothing in them tells: the folder's list alone says
  /// which are authgen's.
  case tutorials

  /// A name that the folder's list may have: what the list says is not trusted to stay inside.
  func allows(_ name: String) -> Bool {
    let parts = name.pathComponents
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && !part.hasPrefix(".") && !part.contains { "\\:".contains($0) }
    }
    switch self {
    case .clients: return isPlain && parts.count == 1 && name.hasSuffix(".swift")
    case .tutorials: return isPlain && parts.count <= 2 && Self.endings.contains { name.hasSuffix($0) }
    }
  }

  private static let endings = [".swift", ".tutorial", ".txt", ".yaml", ".svg", ".md"]
}
