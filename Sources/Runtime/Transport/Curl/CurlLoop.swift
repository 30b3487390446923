#if Curl && os(Linux)
  internal import CLibCurl
  import Foundation

  /// Runs all libcurl transfers on one thread, which sleeps while nothing happens. The thread runs until the process
  /// exits.
  final class CurlLoop: Sendable {
    static let shared = CurlLoop()
    /// Whether libcurl is initialized. Nothing else may use libcurl before that.
    static let isReady = initialize()

    private enum Command: Sendable {
      case start(CurlTransfer)
      case resume(CurlTransfer)
      case stop(CurlTransfer)
    }

    /// Locked while the thread uses libcurl.
    private static let work = NSLock()

    private let commands = Guarded<[Command]>([])
    /// libcurl's transfers and connections. Only the thread uses it, except that any thread may wake it.
    private nonisolated(unsafe) let transfers: UnsafeMutableRawPointer?
    /// How long the thread sleeps, in milliseconds. It's short if libcurl couldn't get the file descriptors that it
    /// needs to wake the thread.
    private let pause: Int32

    private init() {
      let transfers = curl_multi_init()
      self.transfers = transfers
      pause = transfers.map { curl_multi_wakeup($0) == CURLM_OK } == true ? 3_600_000 : 50
      guard let transfers else { return }
      // Limits the idle connections that stay open, and all connections to one host. An open stream uses one of them.
      curl_limit(transfers, CURLMOPT_MAXCONNECTS, 8)
      curl_limit(transfers, CURLMOPT_MAX_HOST_CONNECTIONS, 64)
      Thread { [self] in run() }.start()
    }

    private static func initialize() -> Bool {
      guard curl_global_init(Int(CURL_GLOBAL_SSL | CURL_GLOBAL_WIN32)) == CURLE_OK else { return false }
      // When the process exits, TLS libraries release what the thread may be using. This handler runs before theirs, and
      // stops the thread.
      atexit { _ = CurlLoop.work.lock(before: Date(timeIntervalSinceNow: 1)) }
      return true
    }

    /// Starts a transfer.
    func start(_ transfer: CurlTransfer) { add(.start(transfer), for: transfer) }

    /// Continues a transfer that was paused because the exchange had no room.
    func resume(_ transfer: CurlTransfer) { add(.resume(transfer), for: transfer) }

    /// Ends a transfer, unless it has ended.
    func stop(_ transfer: CurlTransfer) { add(.stop(transfer), for: transfer) }

    private func add(_ command: Command, for transfer: CurlTransfer) {
      guard let transfers else { return transfer.complete(CURLE_OUT_OF_MEMORY) }
      commands.withLock { $0.append(command) }
      curl_multi_wakeup(transfers)
    }

    private func run() {
      Self.blockBrokenPipes()
      var running: [UnsafeMutableRawPointer: CurlTransfer] = [:]
      while true {
        Self.work.withLock { step(&running) }
        curl_multi_poll(transfers, nil, 0, pause, nil)
      }
    }

    private func step(_ running: inout [UnsafeMutableRawPointer: CurlTransfer]) {
      for command in takeCommands() { perform(command, &running) }
      var count: Int32 = 0
      curl_multi_perform(transfers, &count)
      while let message = curl_multi_info_read(transfers, &count)?.pointee {
        guard message.msg == CURLMSG_DONE, let handle = message.easy_handle else { continue }
        let code = message.data.result
        curl_multi_remove_handle(transfers, handle)
        running.removeValue(forKey: handle)?.complete(code)
      }
    }

    private func takeCommands() -> [Command] {
      commands.withLock { commands in
        defer { commands = [] }
        return commands
      }
    }

    private func perform(_ command: Command, _ running: inout [UnsafeMutableRawPointer: CurlTransfer]) {
      switch command {
      case .start(let transfer):
        // A canceled task sends nothing.
        guard !transfer.exchange.isOver else { return }
        guard curl_multi_add_handle(transfers, transfer.handle) == CURLM_OK else {
          return transfer.complete(CURLE_OUT_OF_MEMORY)
        }
        running[transfer.handle] = transfer
      case .resume(let transfer):
        if running[transfer.handle] != nil { transfer.resume() }
      case .stop(let transfer):
        running[transfer.handle] = nil
        curl_multi_remove_handle(transfers, transfer.handle)
      }
    }

    /// Blocks SIGPIPE. TLS libraries may write to a closed connection, and the signal would end the process.
    private static func blockBrokenPipes() {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
  }
#endif
