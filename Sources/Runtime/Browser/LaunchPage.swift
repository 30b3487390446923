#if Loopback
  import Foundation

  /// A one-time address on `127.0.0.1` that leads a browser to a URL that nobody else may see.
  struct LaunchPage: Sendable {
    /// The address for the browser's command line.
    let address: URL
    private let receiver: LoopbackReceiver
    private let events: AsyncStream<LaunchRouter.Event>
    private let opened = Guarded(false)

    /// Whether a browser has opened the address.
    var isOpened: Bool { opened.withLock { $0 } }

    /// Listens on a free port.
    ///
    /// - Throws: ``BrowserFailure/noBrowser(_:)`` if no port can be bound.
    static func start(
      leadingTo destination: URL, pages: CallbackPages,
      owner: @escaping @Sendable (LoopbackPeer?) -> PeerOwner = PeerOwner.init(of:)
    ) async throws(BrowserFailure) -> LaunchPage {
      let receiver: LoopbackReceiver
      do { receiver = try await LoopbackReceiver.bind(0...0, orAny: false) } catch {
        throw .noBrowser("no loopback port can be bound")
      }
      let path = "/" + RandomText.make()
      guard let address = URL(string: receiver.url(path: path, host: "127.0.0.1")) else {
        await receiver.close()
        throw .noBrowser("no loopback address")
      }
      let (events, continuation) = AsyncStream.makeStream(
        of: LaunchRouter.Event.self, bufferingPolicy: .bufferingNewest(8))
      let page = LaunchPage(address: address, receiver: receiver, events: events)
      let router = LaunchRouter(
        authority: "127.0.0.1:\(receiver.port)", path: path, destination: destination, owner: owner
      ) { [opened = page.opened] event in
        if event == .opened { opened.withLock { $0 = true } }
        continuation.yield(event)
      }
      receiver.listen(router, pages: pages)
      return page
    }

    private init(address: URL, receiver: LoopbackReceiver, events: AsyncStream<LaunchRouter.Event>) {
      (self.address, self.receiver, self.events) = (address, receiver, events)
    }

    /// Waits until the address is misused, or the task is cancelled.
    func watch() async throws(BrowserFailure) {
      for await event in events {
        if case .misused(let failure) = event { throw failure }
      }
    }

    /// Waits until a browser has opened the address.
    func waitUntilOpened() async {
      for await event in events where event == .opened { return }
    }

    func close() async {
      await receiver.close()
    }
  }
#endif
