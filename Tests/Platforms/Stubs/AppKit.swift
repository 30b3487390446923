// The declarations of Apple's AppKit that the runtime uses, without implementations.
@_exported import Foundation

@MainActor open class NSWindow: NSObject {
  open var isVisible: Bool { false }
}

@MainActor open class NSApplication: NSObject {
  open class var shared: NSApplication { fatalError() }
  open var keyWindow: NSWindow? { nil }
  open var mainWindow: NSWindow? { nil }
  open var windows: [NSWindow] { [] }
}

open class NSWorkspace: NSObject {
  nonisolated(unsafe) public static let shared = NSWorkspace()
  @discardableResult open func open(_ url: URL) -> Bool { false }
}
