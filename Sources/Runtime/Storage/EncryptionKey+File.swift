import Foundation

#if !os(Windows)
  extension EncryptionKey {
    /// More than the length of a key file, which may have additional line breaks.
    private static let maximumBytes = 256

    /// Reads the key from a file that only its owner can read (mode 0600).
    ///
    /// The file contains 32 bytes in base64. If several processes create it at the same time, all of them get the same key.
    /// Back up the file together with the sessions, because they can't be read without it. For a key that your deployment
    /// provides in another way, such as a mounted secret of another user, use ``init(bytes:)``.
    ///
    /// ```swift
    /// let key = try EncryptionKey(file: folder.appending(path: "sessions.key"), createIfMissing: true)
    /// let store = EncryptedFileStore(folder: folder.appending(path: "sessions"), key: key)
    /// ```
    ///
    /// - Parameters:
    ///   - file: The path of the file. Its folder must belong to the user, and other users must not be able to write to it.
    ///   - createIfMissing: Whether a new key is written to a missing file. Missing folders are created too.
    /// - Throws: ``StoreFailure/unavailable(_:)`` if the file is missing and `createIfMissing` is `false`, if it is a link or
    ///   other users can read it, if other users can write to its folder, or if it doesn't contain a key.
    public init(file: URL, createIfMissing: Bool = false) throws(StoreFailure) {
      let (folder, name) = (PrivateFolder(path: file.deletingLastPathComponent().path), file.lastPathComponent)
      if createIfMissing { try folder.check() } else { try folder.checkExisting() }
      if let text = try Self.text(name, in: folder) {
        self = try Self.key(text, file)
        return
      }
      guard createIfMissing else {
        throw .unavailable("the key file \(file.path) is missing; to create it, pass createIfMissing: true")
      }
      let new = EncryptionKey()
      if try folder.create(name, with: Data(new.fileText.utf8)) {
        self = new
      } else {
        // Another process has created it.
        self = try Self.key(try Self.text(name, in: folder) ?? Data(), file)
      }
    }

    private static func text(_ name: String, in folder: PrivateFolder) throws(StoreFailure) -> Data? {
      do throws(StoreFailure) { return try folder.read(name, atMost: maximumBytes) } catch .corrupt {
        // The file is longer than any key.
        return Data()
      }
    }

    private static func key(_ text: Data, _ file: URL) throws(StoreFailure) -> EncryptionKey {
      guard let key = EncryptionKey(fileText: text) else {
        throw .unavailable("\(file.path) doesn't contain a key (32 bytes in base64); restore it, or use another file")
      }
      return key
    }
  }
#endif

extension EncryptionKey {
  /// The contents of a key file.
  package var fileText: String { reveal().base64EncodedString() + "\n" }

  /// - Returns: `nil` if the contents aren't 32 bytes in base64. Leading and trailing white space is ignored.
  package init?(fileText: Data) {
    let text = String(decoding: fileText, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard let bytes = Data(base64Encoded: text) else { return nil }
    self.init(bytes: bytes)
  }
}
