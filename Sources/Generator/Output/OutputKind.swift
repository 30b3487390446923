/// The kind of files in an output folder. It determines which of them are authgen's.
public enum OutputKind: Sendable, Hashable {
  /// Swift files next to an app's code. A file is authgen's if the folder's list and the file's first line say so.
  case clients
  /// Tutorials, in a folder for each provider. Readers copy these files, so they carry no mark. A file is authgen's if
  /// its contents have the digest in the folder's list.
  case tutorials

  /// Whether the folder's list may contain a name. The list isn't trusted to name only files in the folder.
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
