// The parts of AppKit that `SystemBrowser` uses, with a workspace that the checks control.
@_exported import Foundation

public final class NSWorkspace: @unchecked Sendable {
  // Unchecked: `lock` guards the property.
  public static let shared = NSWorkspace()

  private let lock = NSLock()
  private var opener: @Sendable (URL) -> Bool = { _ in false }

  /// Sets the function that opens a page.
  public func open(with opener: @escaping @Sendable (URL) -> Bool) { lock.withLock { self.opener = opener } }

  @discardableResult public func open(_ url: URL) -> Bool { lock.withLock { opener }(url) }
}
