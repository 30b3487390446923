#if Loopback && !os(Windows)
  import Dispatch
  import Foundation
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOHTTP1
  import NIOPosix

  /// A request that a scripted server received.
  public struct RecordedRequest: Sendable, Hashable {
    /// The method, such as `POST`.
    public var method: String
    /// The path, without the query.
    public var path: String
    /// The query of the request line, without the question mark.
    public var query: String
    /// The headers by lowercase name.
    public var headers: [String: String]
    /// The body's bytes.
    public var body: Data

    /// The body as a string.
    public var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// A response of a scripted server.
  public struct ScriptedResponse: Sendable {
    /// The status code.
    public var status: Int
    /// The headers.
    public var headers: [String: String]
    /// The body's bytes.
    public var body: Data
    /// The end of the response. It may be cut after half of the body.
    var ending = Completion.complete

    /// The delay before the response is sent.
    var delay = Duration.zero

    enum Completion: Sendable {
      case complete
      /// The connection is closed.
      case truncated
      /// The connection stays open.
      case stalled
      /// The connection is closed before anything is sent.
      case lost
    }

    /// Creates a response with a string as its body.
    public init(_ status: Int, headers: [String: String] = [:], body: String = "") {
      self.status = status
      self.headers = headers
      self.body = Data(body.utf8)
    }

    /// A JSON response with its media type.
    public static func json(_ body: String, status: Int = 200) -> ScriptedResponse {
      ScriptedResponse(status, headers: ["Content-Type": "application/json"], body: body)
    }

    /// An HTML page.
    public static func html(_ body: String, status: Int = 200) -> ScriptedResponse {
      ScriptedResponse(status, headers: ["Content-Type": "text/html"], body: body)
    }

    /// A redirect.
    public static func redirect(to location: String) -> ScriptedResponse {
      ScriptedResponse(302, headers: ["Location": location])
    }

    /// This response, cut off in the middle of its body.
    public var truncated: ScriptedResponse {
      var response = self
      response.ending = .truncated
      return response
    }

    /// This response, after a delay.
    public func delayed(by delay: Duration) -> ScriptedResponse {
      var response = self
      response.delay = delay
      return response
    }

    /// No response. The connection is closed.
    public var lost: ScriptedResponse {
      var response = self
      response.ending = .lost
      return response
    }

    /// This response without its second half, which never arrives.
    public var stalled: ScriptedResponse {
      var response = self
      response.ending = .stalled
      return response
    }
  }

  /// A real HTTP server on `127.0.0.1`. A test writes its responses, and the server logs its requests.
  public final class ScriptedServer: Sendable {
    /// Returns the response to a request.
    public typealias Responder = @Sendable (RecordedRequest) async -> ScriptedResponse

    private let channel: any Channel
    private let log: RequestLog
    private let open: NIOLockedValueBox<[ObjectIdentifier: any Channel]>
    /// The server's URL, `http://127.0.0.1:PORT`, on a free port.
    public let url: String

    /// All received requests, in order.
    public var requests: [RecordedRequest] { log.requests }

    /// The number of open connections.
    public var openConnections: Int { open.withLockedValue { $0.count } }

    /// Waits until the server has received matching requests, or until the task is canceled. Earlier requests count
    /// too.
    ///
    /// - Parameters:
    ///   - count: The number of requests.
    ///   - matches: Whether a request counts.
    public func waitForRequests(
      _ count: Int = 1, where matches: @escaping @Sendable (RecordedRequest) -> Bool
    ) async {
      await log.wait(for: count, matches)
    }

    /// Waits until all connections are closed.
    public func waitForClosedConnections() async {
      while let channel = open.withLockedValue({ $0.values.first }) { try? await channel.closeFuture.get() }
    }

    /// Starts a server on a free port.
    ///
    /// - Throws: SwiftNIO's `IOError` if the server can't listen on `127.0.0.1`.
    public static func start(responding: @escaping Responder) async throws -> ScriptedServer {
      let log = RequestLog()
      let open = NIOLockedValueBox<[ObjectIdentifier: any Channel]>([:])
      let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { child in
          let id = ObjectIdentifier(child)
          open.withLockedValue { $0[id] = child }
          child.closeFuture.whenComplete { _ in open.withLockedValue { $0[id] = nil } }
          return child.eventLoop.makeCompletedFuture {
            try child.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
            try child.pipeline.syncOperations.addHandler(ScriptedHandler(log: log, responding: responding))
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      return ScriptedServer(channel: channel, log: log, open: open)
    }

    private init(
      channel: any Channel, log: RequestLog, open: NIOLockedValueBox<[ObjectIdentifier: any Channel]>
    ) {
      (self.channel, self.log, self.open) = (channel, log, open)
      self.url = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)"
    }

    /// Stops listening, and closes the open connections.
    public func stop() async {
      try? await channel.close().get()
      for child in open.withLockedValue({ Array($0.values) }) { try? await child.close().get() }
    }
  }

  /// Reads one request, writes the test's response, and closes the connection.
  private final class ScriptedHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let log: RequestLog
    private let responding: ScriptedServer.Responder
    private var head: HTTPRequestHead?
    private var body = ByteBuffer()

    init(log: RequestLog, responding: @escaping ScriptedServer.Responder) {
      self.log = log
      self.responding = responding
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head): self.head = head
      case .body(var part): body.writeBuffer(&part)
      case .end:
        guard let head else { return }
        let request = recorded(head)
        log.append(request)
        Self.response(request, on: context.channel, responding)
      }
    }

    private func recorded(_ head: HTTPRequestHead) -> RecordedRequest {
      let halves = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      return RecordedRequest(
        method: head.method.rawValue, path: String(halves[0]), query: halves.count == 2 ? String(halves[1]) : "",
        headers: Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" },
        body: Data(body.readableBytesView))
    }

    private static func response(
      _ request: RecordedRequest, on channel: any Channel, _ responding: @escaping ScriptedServer.Responder
    ) {
      apart {
        let response = await responding(request)
        if response.delay > .zero { try? await Task.sleep(for: response.delay) }
        if response.ending != .lost { try? await write(response, to: channel) }
        if response.ending != .stalled { try? await channel.close() }
      }
    }

    /// Runs the work on separate threads, so that a client doesn't wait for hundreds of tests that wait for a thread.
    private static func apart(_ work: @escaping @Sendable () async -> Void) {
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        Task(executorPreference: HandlerExecutor.shared, operation: work)
      } else {
        Task(operation: work)
      }
    }

    private static func write(_ response: ScriptedResponse, to channel: any Channel) async throws {
      var headers = HTTPHeaders(response.headers.map { ($0.key, $0.value) })
      headers.replaceOrAdd(name: "Content-Length", value: String(response.body.count))
      headers.replaceOrAdd(name: "Connection", value: "close")
      let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: response.status), headers: headers)
      let body = response.ending == .complete ? response.body : response.body.prefix(response.body.count / 2)
      channel.write(HTTPServerResponsePart.head(head), promise: nil)
      try await channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: body))))
      if response.ending == .complete { try await channel.writeAndFlush(HTTPServerResponsePart.end(nil)) }
    }
  }

  /// Threads that are only used for responses.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private final class HandlerExecutor: TaskExecutor {
    static let shared = HandlerExecutor()
    private let queue = DispatchQueue(label: "auth.testing.responses", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
#endif
