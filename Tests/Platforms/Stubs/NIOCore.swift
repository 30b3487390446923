// swift-format-ignore-file: AlwaysUseLowerCamelCase

// swift-nio's NIOCore, as far as the runtime uses it. Nothing works.
public import Darwin

public struct TimeAmount: Hashable, Sendable {
  public init(_ duration: Duration) {}
  public static func seconds(_ amount: Int64) -> TimeAmount { fatalError() }
}

// MARK: Event loops

public protocol EventLoopGroup: AnyObject, Sendable {}

public protocol EventLoop: EventLoopGroup {
  @discardableResult @preconcurrency func scheduleTask<T>(
    in delay: TimeAmount, _ task: @escaping @Sendable () throws -> T
  ) -> Scheduled<T>
}

extension EventLoop {
  public func makePromise<T>(
    of type: T.Type = T.self, file: StaticString = #fileID, line: UInt = #line
  ) -> EventLoopPromise<T> { fatalError() }
  @preconcurrency public func makeCompletedFuture<Success: Sendable>(
    withResultOf body: () throws -> Success
  ) -> EventLoopFuture<Success> { fatalError() }
}

public struct Scheduled<T>: Sendable {
  public func cancel() {}
}

public final class EventLoopFuture<Value>: @unchecked Sendable {
  @available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
  @preconcurrency public func get() async throws -> Value where Value: Sendable { fatalError() }
  @preconcurrency public func whenComplete(_ callback: @escaping @Sendable (Result<Value, any Error>) -> Void) {}
}

public struct EventLoopPromise<Value>: Sendable {
  public var futureResult: EventLoopFuture<Value> { fatalError() }
}

// MARK: Channels

public enum CloseMode: Sendable {
  case all
}

public protocol ChannelOutboundInvoker {
  func write(_ data: NIOAny, promise: EventLoopPromise<Void>?)
  func writeAndFlush(_ data: NIOAny, promise: EventLoopPromise<Void>?)
  func close(mode: CloseMode, promise: EventLoopPromise<Void>?)
  var eventLoop: any EventLoop { get }
}

extension ChannelOutboundInvoker {
  public func close(
    mode: CloseMode = .all, file: StaticString = #fileID, line: UInt = #line
  ) -> EventLoopFuture<Void> { fatalError() }
}

public protocol Channel: AnyObject, ChannelOutboundInvoker, Sendable {
  var closeFuture: EventLoopFuture<Void> { get }
  var pipeline: ChannelPipeline { get }
  var localAddress: SocketAddress? { get }
  var remoteAddress: SocketAddress? { get }
}

extension ChannelOutboundInvoker {
  @available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
  public func close(mode: CloseMode = .all, file: StaticString = #fileID, line: UInt = #line) async throws {}
}

extension Channel {
  public func close(mode: CloseMode = .all, promise: EventLoopPromise<Void>?) {}
  @preconcurrency public func write<T: Sendable>(_ data: T, promise: EventLoopPromise<Void>?) {}
  @available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
  @preconcurrency public func writeAndFlush<T: Sendable>(_ data: T) async throws {}
}

public final class ChannelPipeline: @unchecked Sendable {
  public enum Position {
    case last
  }

  public struct SynchronousOperations {
    public enum Position {
      case last
    }

    public func addHandler(
      _ handler: any ChannelHandler, name: String? = nil, position: SynchronousOperations.Position = .last
    ) throws {}
  }

  public var syncOperations: SynchronousOperations { SynchronousOperations() }
}

@available(*, unavailable)
extension ChannelPipeline.SynchronousOperations: Sendable {}

public protocol ChannelOption: Sendable, Equatable {
  associatedtype Value: Sendable
}

public enum ChannelOptions {
  public enum Types {
    public struct SocketOption: ChannelOption {
      public typealias Value = CInt
    }

    public struct BacklogOption: ChannelOption {
      public typealias Value = Int32
    }
  }
}

extension ChannelOption where Self == ChannelOptions.Types.SocketOption {
  public static func socketOption(_ name: NIOBSDSocket.Option) -> Self { .init() }
}

extension ChannelOption where Self == ChannelOptions.Types.BacklogOption {
  public static var backlog: ChannelOptions.Types.BacklogOption { .init() }
}

public enum NIOBSDSocket {
  public struct Option: Sendable {
    public static let so_reuseaddr = Option()
  }
}

public enum SocketAddress: Sendable {
  public struct IPv4Address: Sendable {
    public var address: sockaddr_in { fatalError() }
  }

  public struct IPv6Address: Sendable {
    public var address: sockaddr_in6 { fatalError() }
  }

  public struct UnixSocketAddress: Sendable {}

  case v4(IPv4Address)
  case v6(IPv6Address)
  case unixDomainSocket(UnixSocketAddress)

  public var port: Int? { nil }
}

// MARK: Handlers

public struct NIOAny {}

@available(*, unavailable)
extension NIOAny: Sendable {}

public protocol ChannelHandler: AnyObject {}

public protocol _ChannelInboundHandler: ChannelHandler {
  func channelRead(context: ChannelHandlerContext, data: NIOAny)
  func errorCaught(context: ChannelHandlerContext, error: any Error)
}

public protocol _EmittingChannelHandler {
  associatedtype OutboundOut = Never
}

extension _EmittingChannelHandler {
  public func wrapOutboundOut(_ value: OutboundOut) -> NIOAny { NIOAny() }
}

public protocol ChannelInboundHandler: _ChannelInboundHandler, _EmittingChannelHandler {
  associatedtype InboundIn
  associatedtype InboundOut = Never
}

extension _ChannelInboundHandler {
  public func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}

extension ChannelInboundHandler {
  public func unwrapInboundIn(_ value: NIOAny) -> InboundIn { fatalError() }
}

public final class ChannelHandlerContext: ChannelOutboundInvoker {
  public var channel: any Channel { fatalError() }
  public var remoteAddress: SocketAddress? { nil }
  public var localAddress: SocketAddress? { nil }
  public var eventLoop: any EventLoop { fatalError() }
  public func write(_ data: NIOAny, promise: EventLoopPromise<Void>?) {}
  public func writeAndFlush(_ data: NIOAny, promise: EventLoopPromise<Void>?) {}
  public func close(mode: CloseMode = .all, promise: EventLoopPromise<Void>?) {}
}

@available(*, unavailable)
extension ChannelHandlerContext: Sendable {}

// MARK: Bytes

public struct ByteBuffer: Hashable, Sendable {
  public init() {}
  public init(string: String) {}
  public init(bytes: some Sequence<UInt8>) {}
  public var readableBytes: Int { 0 }
  public var readableBytesView: ByteBufferView { ByteBufferView() }
  @discardableResult public mutating func writeBuffer(_ buffer: inout ByteBuffer) -> Int { 0 }
}

public struct ByteBufferView: RandomAccessCollection, Sendable {
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(index: Int) -> UInt8 { 0 }
}

extension String {
  public init(buffer: ByteBuffer) { self = "" }
}

public enum IOData: Equatable, Sendable {
  case byteBuffer(ByteBuffer)
}
