#if os(Linux)
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The folder in which the processes of one user find each other's locks and sockets.
  package struct RuntimeFolder: Sendable {
    /// `XDG_RUNTIME_DIR` (XDG Base Directory Specification 0.8), or `nil` if it isn't the absolute path of a folder.
    package let parent: String?
    /// The folder, which may be missing. Without ``parent``, it's in the temporary folder, where another user may have created
    /// it. No other folder replaces it then, because processes with different folders wouldn't find each other.
    package let path: String

    package init(in environment: [String: String]) {
      var isFolder: ObjCBool = false
      if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
        FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
      {
        (parent, path) = (folder, folder + "/swift-auth")
      } else {
        // Other users can write to the temporary folder, but they can't move our files.
        (parent, path) = (nil, FileManager.default.temporaryDirectory.path + "/swift-auth-\(geteuid())")
      }
    }

    /// Returns the reason why the folder can't be used, with the remedy.
    package func advice(for reason: String) -> String {
      parent == nil ? "\(reason); set XDG_RUNTIME_DIR to a folder that only this user can access" : reason
    }
  }
#endif
