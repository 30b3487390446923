#if os(macOS)
  import AppKit

  /// The window that the user is working in.
  @MainActor enum KeyWindow {
    static var current: NSWindow? {
      let application = NSApplication.shared
      return application.keyWindow ?? application.mainWindow ?? application.windows.first { $0.isVisible }
    }
  }
#elseif os(iOS) || os(visionOS)
  import UIKit

  /// The window that the user is working in.
  @MainActor enum KeyWindow {
    static var current: UIWindow? {
      let scenes = application?.connectedScenes.compactMap { $0 as? UIWindowScene } ?? []
      let active = scenes.filter { $0.activationState == .foregroundActive }
      // A scene is inactive while an alert or the app switcher covers it.
      let inactive = scenes.filter { $0.activationState == .foregroundInactive }
      let visible = active + inactive
      return visible.lazy.compactMap(\.keyWindow).first ?? visible.lazy.flatMap(\.windows).first { !$0.isHidden }
    }

    /// `nil` in an app extension. The compiler rejects `UIApplication.shared` in code that extensions may use.
    private static var application: UIApplication? {
      let shared = NSSelectorFromString("sharedApplication")
      guard !isExtension, UIApplication.responds(to: shared) else { return nil }
      return UIApplication.perform(shared)?.takeUnretainedValue() as? UIApplication
    }

    private static var isExtension: Bool { Bundle.main.bundleURL.pathExtension == "appex" }
  }
#endif
