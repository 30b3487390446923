// The declarations of Apple's BackgroundTasks framework that the documentation uses, without implementations.
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
