// The declarations of swift-nio's NIOPosix that AuthTesting uses, without implementations.
public import NIOCore

public final class MultiThreadedEventLoopGroup: EventLoopGroup {
  public static var singleton: MultiThreadedEventLoopGroup { fatalError() }
}

public final class ServerBootstrap {
  public convenience init(group: any EventLoopGroup) { fatalError() }
  public func serverChannelOption<Option: ChannelOption>(_ option: Option, value: Option.Value) -> Self { self }
  @preconcurrency public func childChannelInitializer(
    _ initializer: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
  ) -> Self { self }
  public func bind(host: String, port: Int) -> EventLoopFuture<any Channel> { fatalError() }
}

@available(*, unavailable)
extension ServerBootstrap: Sendable {}
