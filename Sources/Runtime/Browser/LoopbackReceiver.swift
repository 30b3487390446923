#if Loopback
  import Foundation
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOHTTP1
  import NIOPosix

  /// A web server on a loopback address for one callback (RFC 8252 §7.3, §8.3).
  ///
  /// It is bound before the browser opens, so that its port is known and taken.
  struct LoopbackReceiver: Sendable {
    /// A connection must have sent its request and taken its answer by then.
    private static let requestDeadline = TimeAmount.seconds(10)
    /// More open connections than this end the oldest: refusing new ones would lock out the real callback.
    private static let maximumConnections = 64

    /// One for each address.
    private let channels: [any Channel]
    private let handler: RouterBox
    let port: Int

    /// Binds the first free port.
    ///
    /// - Parameters:
    ///   - ports: The ports to try.
    ///   - orAny: Whether any other port will do, if these are taken.
    ///   - host: The host of the callback's URL. A browser may resolve `localhost` to `127.0.0.1` or `::1`, so the receiver
    ///     binds both. A port that another program uses on one of the two counts as taken: that program would get the callback.
    /// - Throws: ``BrowserFailure/portsTaken(_:)``.
    static func bind(
      _ ports: ClosedRange<Int>, orAny: Bool, host: String = "127.0.0.1"
    ) async throws(BrowserFailure) -> LoopbackReceiver {
      let box = RouterBox()
      let connections = NIOLockedValueBox<[any Channel]>([])
      let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.backlog, value: 128)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { child in
          child.eventLoop.makeCompletedFuture {
            try child.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
            try child.pipeline.syncOperations.addHandler(LoopbackHandler(box: box))
            let deadline = child.eventLoop.scheduleTask(in: requestDeadline) { child.close(promise: nil) }
            connections.withLockedValue { $0.append(child) }
            child.closeFuture.whenComplete { _ in
              deadline.cancel()
              connections.withLockedValue { $0.removeAll { $0 === child } }
            }
            let oldest = connections.withLockedValue { $0.count > maximumConnections ? $0.first : nil }
            oldest?.close(promise: nil)
          }
        }
      let addresses = host == "localhost" ? await localhostAddresses() : ["127.0.0.1"]
      // 0 is any free port, for a provider that compares none (RFC 8252 §7.3). It may be taken on the other address.
      for port in Array(ports) + (orAny ? Array(repeating: 0, count: 10) : []) {
        if let channels = await channels(of: bootstrap, addresses, port) {
          let bound = channels.first?.localAddress?.port ?? port
          return LoopbackReceiver(channels: channels, handler: box, port: bound)
        }
      }
      throw .portsTaken(ports)
    }

    /// The addresses of `localhost`: `::1` only where the machine has it.
    private static func localhostAddresses() async -> [String] {
      let probe = try? await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .bind(host: "::1", port: 0).get()
      try? await probe?.close().get()
      return probe == nil ? ["127.0.0.1"] : ["127.0.0.1", "::1"]
    }

    /// Binds one port on all of the addresses, or on none.
    private static func channels(
      of bootstrap: ServerBootstrap, _ addresses: [String], _ port: Int
    ) async -> [any Channel]? {
      var bound: [any Channel] = []
      for address in addresses {
        guard
          let channel = try? await bootstrap.bind(host: address, port: bound.first?.localAddress?.port ?? port).get()
        else {
          for channel in bound { try? await channel.close().get() }
          return nil
        }
        bound.append(channel)
      }
      return bound
    }

    private init(channels: [any Channel], handler: RouterBox, port: Int) {
      self.channels = channels
      self.handler = handler
      self.port = port
    }

    func url(path: String, host: String) -> String {
      "http://\(host):\(port)\(path)"
    }

    /// Answers callbacks at the path from now on; before, every request is answered by 404.
    func listen<Value>(
      at path: String, host: String, for wait: CallbackWait<Value>, success: CallbackPage,
      pages: CallbackPages = CallbackPages()
    ) {
      var router = CallbackRouter(
        authority: "\(host):\(port)", path: path, mode: wait.mode, errorName: wait.errorName
      ) { query in
        let verdict = wait.judge(query)
        let page = CallbackPage(verdict, success: success)
        guard case .refused = verdict else { return (page, { wait.report(verdict) }) }
        // Nobody goes on because of it, so it is noted before anybody can see its page.
        wait.report(verdict)
        return (page, {})
      }
      router.noteMisplaced = { wait.report(.refused(.misplaced(wait.mode))) }
      listen(pages: pages) { [router] in router.answer($0) }
    }

    /// Starts to respond to requests. Until then every request gets a 404 response.
    func listen(pages: CallbackPages, respond: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer) {
      handler.set(respond, pages)
    }

    /// Stops listening. Connections whose answer is on its way finish by themselves.
    func close() async {
      for channel in channels { try? await channel.close().get() }
    }

    /// Stops listening later, without waiting for it.
    func close(after delay: Duration) {
      for channel in channels {
        channel.eventLoop.scheduleTask(in: TimeAmount(delay)) { channel.close(promise: nil) }
      }
    }
  }

  extension LoopbackConnection {
    fileprivate init?(_ context: ChannelHandlerContext) {
      guard let peer = End(context.remoteAddress), let here = End(context.localAddress) else { return nil }
      self.init(peer: peer, here: here)
    }
  }

  extension LoopbackConnection.End {
    fileprivate init?(_ address: SocketAddress?) {
      switch address {
      case .v4(let address):
        self.init(
          address: withUnsafeBytes(of: address.address.sin_addr) { Array($0) },
          port: Int(UInt16(bigEndian: address.address.sin_port)))
      case .v6(let address):
        self.init(
          address: withUnsafeBytes(of: address.address.sin6_addr) { Array($0) },
          port: Int(UInt16(bigEndian: address.address.sin6_port)))
      default: return nil
      }
    }
  }

  extension CallbackPage {
    init<Value>(_ verdict: CallbackVerdict<Value>, success: CallbackPage) {
      switch verdict {
      case .ends(.success): self = success
      case .ends(.failure): self = .failed
      case .refused: self = .refused
      }
    }
  }

  /// The router of a receiver, set once its port is known.
  private final class RouterBox: Sendable {
    private let content = NIOLockedValueBox<
      (respond: @Sendable (LoopbackRequest) -> LoopbackAnswer, pages: CallbackPages)?
    >(nil)

    var pages: CallbackPages { content.withLockedValue { $0?.pages } ?? CallbackPages() }

    func set(_ respond: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer, _ pages: CallbackPages) {
      content.withLockedValue { $0 = (respond, pages) }
    }

    func answer(_ request: LoopbackRequest) -> LoopbackAnswer {
      content.withLockedValue { $0?.respond }?(request) ?? LoopbackAnswer(404)
    }
  }

  /// Reads one request, writes one answer, closes.
  private final class LoopbackHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// Longer answers are no sign-in's.
    private static let maximumBody = 1 << 17

    private let box: RouterBox
    private var head: HTTPRequestHead?
    private var body = ByteBuffer()

    init(box: RouterBox) {
      self.box = box
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head): self.head = head
      case .body(var part):
        body.writeBuffer(&part)
        if body.readableBytes > Self.maximumBody { context.close(promise: nil) }
      case .end: if let head { respond(to: head, in: context) }
      }
    }

    private func respond(to head: HTTPRequestHead, in context: ChannelHandlerContext) {
      let headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
      let answer = box.answer(
        LoopbackRequest(
          method: head.method.rawValue, target: head.uri, headers: headers, body: String(buffer: body),
          connection: LoopbackConnection(context)))
      let pages = box.pages
      let body = ByteBuffer(string: answer.page?.html(pages) ?? "")
      var fields = HTTPHeaders(answer.fields(pages))
      fields.add(name: "Content-Length", value: String(body.readableBytes))
      fields.add(name: "Connection", value: "close")
      let responseHead = HTTPResponseHead(version: .http1_1, status: .init(statusCode: answer.status), headers: fields)
      context.write(wrapOutboundOut(.head(responseHead)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
      let channel = context.channel
      let flushed = context.eventLoop.makePromise(of: Void.self)
      // The page is on its way before the app resumes, because the app may exit.
      flushed.futureResult.whenComplete { _ in
        answer.report?()
        channel.close(promise: nil)
      }
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: flushed)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
#endif
