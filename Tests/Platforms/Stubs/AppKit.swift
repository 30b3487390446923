// AppKit, as far as the sources use it. Nothing works.
import Foundation

open class NSWorkspace: NSObject {
  nonisolated(unsafe) public static let shared = NSWorkspace()
  @discardableResult open func open(_ url: URL) -> Bool { false }
}
