import Foundation

/// The app's accounts, and the users who belong to them. A real app has a table for them.
///
/// Each user has a symbolic link whose target is the name of the account. A link is created completely or not at all, so several
/// servers of one machine can share the folder.
struct Accounts: Sendable {
  private let folder: URL

  init(in folder: URL) throws {
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Returns the account of a user. A new user gets the other account, or a new one.
  func account(of provider: String, _ user: String, linkingTo other: String?) throws -> String {
    let name = Data("\(provider) \(user)".utf8).base64EncodedString().replacing("/", with: "_")
    let link = folder.appending(path: name).path
    // Fails if the user already has an account.
    try? FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other ?? UUID().uuidString)
    return try FileManager.default.destinationOfSymbolicLink(atPath: link)
  }
}
