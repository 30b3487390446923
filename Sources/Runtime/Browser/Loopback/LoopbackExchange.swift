#if Loopback
  internal import AuthSockets

  /// One connection to the receiver: reads one request, writes one response, and ends.
  final class LoopbackExchange {
    private enum Phase {
      case reading, writing
      /// The request was rejected early. Closing a connection with unread bytes would reset it and lose the response.
      case draining
    }

    /// The time in which the browser must send its request and read the response.
    private static let patience = Duration.seconds(10)
    /// The time for which the rest of a rejected request is read.
    private static let drainingTime = Duration.seconds(1)

    private let socket: LoopbackSocket
    private let connection: LoopbackConnection?
    private(set) var deadline = Deadline(in: patience)
    private var phase = Phase.reading
    private var reader = LoopbackRequestReader()
    private var output: ArraySlice<UInt8> = []
    private var report: (@Sendable () -> Void)?
    private var wasRejected = false

    init(_ socket: LoopbackSocket) {
      self.socket = socket
      // A connection that was reset no longer has addresses.
      if let peer = socket.peer, let here = socket.here {
        connection = LoopbackConnection(peer: peer, here: here)
      } else {
        connection = nil
      }
    }

    var pollRequest: LoopbackSocket.PollRequest { .init(socket: socket, isForWriting: phase == .writing) }
    /// Whether the response has been started.
    var isResponding: Bool { phase != .reading }

    /// Reads or writes as much as possible without waiting.
    ///
    /// - Returns: Whether the exchange is over.
    func advance(_ respond: (LoopbackRequest) -> LoopbackResponse) -> Bool {
      do throws(LoopbackSocket.Failure) {
        switch phase {
        case .reading: return try read(respond)
        case .writing: return try write()
        case .draining: return try socket.take().isEmpty
        }
      } catch {
        return !error.isPassing
      }
    }

    /// Reports the end of the exchange, whether or not it succeeded.
    func end() {
      report?()
      report = nil
    }

    private func read(_ respond: (LoopbackRequest) -> LoopbackResponse) throws(LoopbackSocket.Failure) -> Bool {
      let bytes = try socket.take()
      guard !bytes.isEmpty else { return true }
      switch reader.read(bytes) {
      case .incomplete: return false
      case .rejected(let status):
        wasRejected = true
        return try write(LoopbackResponse(status: status))
      case .complete(var request):
        request.connection = connection
        return try write(respond(request))
      }
    }

    private func write(_ response: LoopbackResponse) throws(LoopbackSocket.Failure) -> Bool {
      (output, report, phase) = (response.bytes[...], response.report, .writing)
      return try write()
    }

    private func write() throws(LoopbackSocket.Failure) -> Bool {
      while !output.isEmpty { output = output.dropFirst(try socket.put(output)) }
      // The page is sent before the app resumes, because the app may exit.
      end()
      guard wasRejected else { return true }
      socket.endWriting()
      (phase, deadline) = (.draining, Deadline(in: Self.drainingTime))
      return false
    }
  }

  /// A response in its serialized form.
  struct LoopbackResponse {
    var bytes: [UInt8]
    var report: (@Sendable () -> Void)?

    init(_ response: LoopbackReply, _ pages: CallbackPages) {
      self.init(status: response.status, fields: response.fields(pages), body: response.page?.html(pages) ?? "")
      report = response.report
    }

    init(status: Int, fields: [(String, String)] = [], body: String = "") {
      // A response without content doesn't have a length (RFC 9110 §8.6).
      let length = status == 204 ? [] : [("Content-Length", "\(body.utf8.count)")]
      let lines = (fields + length + [("Connection", "close")]).map { "\($0): \($1)\r\n" }
      bytes = Array("HTTP/1.1 \(status) \(Self.reasons[status] ?? "")\r\n\(lines.joined())\r\n\(body)".utf8)
    }

    private static let reasons = [
      200: "OK", 204: "No Content", 303: "See Other", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
      405: "Method Not Allowed", 410: "Gone", 411: "Length Required", 413: "Content Too Large",
      415: "Unsupported Media Type", 421: "Misdirected Request", 431: "Request Header Fields Too Large",
      505: "HTTP Version Not Supported",
    ]
  }
#endif
