/// An entry of a folder. A symbolic link is listed as a link, not as its target.
package enum FolderEntry: Sendable, Hashable {
  /// A regular file, with its size and its number in the file system.
  case file(size: Int, number: UInt64)
  case folder
  case link
  /// A device, a FIFO, or a socket.
  case other

  /// The description of the entry in a message, or `nil` for a regular file.
  package var obstacle: String? {
    switch self {
    case .file: nil
    case .folder: "a folder is in the way"
    case .link: "a symbolic link is in the way"
    case .other: "a device, FIFO, or socket is in the way"
    }
  }
}
