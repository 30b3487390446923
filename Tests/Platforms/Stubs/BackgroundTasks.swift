// Apple's BackgroundTasks framework, as far as the documentation uses it. Nothing works.
@_exported import Foundation

@available(iOS 13.0, tvOS 13.0, *)
open class BGTaskRequest: NSObject {
  open var earliestBeginDate: Date?
}

@available(iOS 13.0, tvOS 13.0, *)
open class BGAppRefreshTaskRequest: BGTaskRequest {
  public init(identifier: String) {}
}

@available(iOS 13.0, tvOS 13.0, *)
open class BGTaskScheduler: NSObject {
  open class var shared: BGTaskScheduler { BGTaskScheduler() }
  open func submit(_ taskRequest: BGTaskRequest) throws {}
}
