#if Loopback
  /// A web server on a loopback address for one callback (RFC 8252 §7.3, §8.3).
  ///
  /// It binds its port before the browser opens, so the port is known and no other program can take it.
  struct LoopbackReceiver: Sendable {
    private static let ipv4: [UInt8] = [127, 0, 0, 1]
    private static let ipv6 = [UInt8](repeating: 0, count: 15) + [1]

    let control: LoopbackControl
    let port: Int

    /// Binds the first free port.
    ///
    /// - Parameters:
    ///   - ports: The ports to try.
    ///   - orAny: Whether any other port may be used if these are taken.
    ///   - host: The host of the callback URL. A browser may resolve `localhost` to `127.0.0.1` or `::1`, so the receiver binds
    ///     both. If another program uses the port on one of them, the port is taken, because that program could receive the
    ///     callback.
    /// - Throws: ``BrowserFailure/portsTaken(_:)``.
    static func bind(
      _ ports: ClosedRange<Int>, orAny: Bool, host: String = Redirect.loopbackHost
    ) async throws(BrowserFailure) -> LoopbackReceiver {
      let addresses = host == "localhost" ? localhostAddresses : [ipv4]
      // Port 0 means any free port, which is allowed if the provider doesn't compare ports (RFC 8252 §7.3). It may be taken on
      // the other address.
      for port in Array(ports) + (orAny ? Array(repeating: 0, count: 10) : []) {
        if let receiver = LoopbackReceiver(at: addresses, port) { return receiver }
      }
      throw .portsTaken(ports)
    }

    /// The addresses of `localhost`: `::1` is included only if the machine has it.
    private static var localhostAddresses: [[UInt8]] {
      do throws(LoopbackSocket.Failure) {
        _ = try LoopbackSocket.listening(at: .init(address: ipv6, port: 0))
        return [ipv4, ipv6]
      } catch {
        // After another error, such as too many open files, another program may still use the port on `::1`.
        return error.isAbsence ? [ipv4] : [ipv4, ipv6]
      }
    }

    /// Binds one port on all addresses, or on none if one of them fails.
    private init?(at addresses: [[UInt8]], _ port: Int) {
      var port = port
      var listeners: [LoopbackSocket] = []
      for address in addresses {
        guard let socket = try? LoopbackSocket.listening(at: .init(address: address, port: port)),
          let here = socket.here
        else { return nil }
        port = here.port
        listeners.append(socket)
      }
      guard let wakeUpSocket = try? LoopbackSocket.wakeUpSocket() else { return nil }
      self.port = port
      control = LoopbackControl(listeners, wakeUpSocket: wakeUpSocket)
      LoopbackLoop.start(control)
    }

    func url(path: String, host: String) -> String {
      Redirect.loopbackURL(host: host, port: port, path: path)
    }

    /// Starts to respond to callbacks at the path. Until then, every request gets a 404 response.
    func listen<Value>(
      at path: String, host: String, for wait: CallbackWait<Value>, success: CallbackPage,
      pages: CallbackPages = CallbackPages()
    ) {
      var router = CallbackRouter(
        authority: "\(host):\(port)", path: path, mode: wait.mode, errorName: wait.errorName
      ) { query in
        let outcome = wait.check(query)
        let page = CallbackPage(outcome, success: success)
        guard case .rejected = outcome else { return (page, { wait.report(outcome) }) }
        // The sign-in keeps waiting, so the rejection is recorded before the browser can show the page.
        wait.report(outcome)
        return (page, {})
      }
      router.noteWrongMode = { wait.report(.rejected(.misplaced(wait.mode))) }
      listen(pages: pages) { [router] in router.response($0) }
    }

    /// Starts to respond to requests. Until then, every request gets a 404 response.
    func listen(pages: CallbackPages, respond: @escaping @Sendable (LoopbackRequest) -> LoopbackReply) {
      control.set(respond, pages)
    }

    /// Stops listening. Connections that have started their response continue to its end.
    func close() async { await control.stop() }

    /// Stops listening later, without waiting for it.
    func close(after delay: Duration) { control.stop(after: delay) }
  }

  extension CallbackPage {
    init<Value>(_ outcome: CallbackOutcome<Value>, success: CallbackPage) {
      switch outcome {
      // Like the exchange of the code, the verification of a signed response may still fail.
      case .ends(.success), .pending: self = success
      case .ends(.failure): self = .failed
      case .rejected: self = .rejected
      }
    }
  }
#endif
