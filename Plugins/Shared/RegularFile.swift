import Foundation

/// A regular file, or a link to one. Opening a FIFO would block the plugin until something writes to it.
enum RegularFile {
  /// - Returns: `nil` if the file is missing, unreadable, or of another kind.
  static func beginning(of file: URL, atMost count: Int) -> Data? {
    let target = file.resolvingSymlinksInPath()
    guard (try? target.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true,
      let handle = try? FileHandle(forReadingFrom: target)
    else { return nil }
    defer { try? handle.close() }
    return try? handle.read(upToCount: count)
  }
}
