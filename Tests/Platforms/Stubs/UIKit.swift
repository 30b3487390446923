// The declarations of Apple's UIKit that the runtime uses, without implementations.
@_exported import Foundation

// Also marked as unavailable in app extensions: UIApplication.shared, which is therefore missing here.
@MainActor open class UIApplication: NSObject {
  @available(iOS 13.0, tvOS 13.0, *)
  open var connectedScenes: Set<UIScene> { [] }
}

@available(iOS 13.0, tvOS 13.0, *)
@MainActor open class UIScene: NSObject {
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive = 0
    case foregroundInactive = 1
    case background = 2
  }

  open var activationState: UIScene.ActivationState { .unattached }
}

@available(iOS 13.0, tvOS 13.0, *)
@MainActor open class UIWindowScene: UIScene {
  open var windows: [UIWindow] { [] }
  @available(iOS 15.0, tvOS 15.0, *)
  open var keyWindow: UIWindow? { nil }
}

@MainActor open class UIWindow: NSObject {
  open var isHidden = false
}

@MainActor open class UIResponder: NSObject {}

@available(iOS 13.0, tvOS 13.0, *)
@MainActor open class UIOpenURLContext: NSObject {
  open var url: URL { fatalError() }
}

@available(iOS 13.0, tvOS 13.0, *)
@MainActor public protocol UISceneDelegate: NSObjectProtocol {
  // In Apple's SDK, these requirements are optional.
  func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>)
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
}

@available(iOS 13.0, tvOS 13.0, *)
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {}
