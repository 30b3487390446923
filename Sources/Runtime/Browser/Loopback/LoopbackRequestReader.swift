#if Loopback
  import AuthConfiguration

  /// Reads one HTTP/1.1 request in parts (RFC 9112), as browsers send it: without a transfer coding.
  struct LoopbackRequestReader {
    enum Progress {
      case incomplete
      case complete(LoopbackRequest)
      /// The request is invalid or too large. The value is the status of the response.
      case rejected(Int)
    }

    /// A callback's query may contain tokens of several kilobytes.
    static let maximumHeadLength = 1 << 16
    /// A sign-in doesn't use longer forms.
    static let maximumBodyLength = 1 << 17

    private static let lineEnd = Array("\r\n".utf8)
    private static let headEnd = Array("\r\n\r\n".utf8)

    private var bytes: [UInt8] = []
    private var hasSkipped = false
    /// The request, and the length of its body, once its head is complete.
    private var head: (request: LoopbackRequest, length: Int)?

    /// - Parameter more: The bytes that have arrived since the last call.
    mutating func read(_ more: [UInt8]) -> Progress {
      bytes += more
      if head == nil {
        skipEmptyLine()
        // The end of the head may have started in the earlier bytes.
        let start = max(0, bytes.count - more.count - Self.headEnd.count + 1)
        if let status = readHead(searchingFrom: start) { return .rejected(status) }
      }
      guard let head else { return .incomplete }
      guard bytes.count >= head.length else { return .incomplete }
      var request = head.request
      request.body = String(decoding: bytes[..<head.length], as: UTF8.self)
      return .complete(request)
    }

    /// Some clients send an empty line before a request (RFC 9112 §2.2).
    private mutating func skipEmptyLine() {
      guard !hasSkipped, bytes.starts(with: Self.lineEnd) else { return }
      bytes.removeFirst(Self.lineEnd.count)
      hasSkipped = true
    }

    /// - Returns: The status with which the request is rejected, if it is.
    private mutating func readHead(searchingFrom start: Int) -> Int? {
      // Data of another protocol, such as TLS, may never contain the end of a head.
      guard let first = bytes.first, first.isHeaderToken || first == HeaderText.carriageReturn else {
        return bytes.isEmpty ? nil : 400
      }
      guard let end = bytes[start...].firstRange(of: Self.headEnd)?.lowerBound, end <= Self.maximumHeadLength else {
        return bytes.count > Self.maximumHeadLength ? 431 : nil
      }
      let lines = bytes[..<end]
      bytes.removeFirst(end + Self.headEnd.count)
      switch HeaderText.parse(lines) {
      case .success(let head):
        guard head.length <= Self.maximumBodyLength else { return 413 }
        self.head = head
        return nil
      case .failure(let rejection): return rejection.status
      }
    }
  }

  /// The lines of a head.
  private enum HeaderText {
    struct Rejection: Error {
      let status: Int

      init(_ status: Int) { self.status = status }
    }

    private static let maximumLines = 200
    static let carriageReturn = UInt8(ascii: "\r")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let space = UInt8(ascii: " ")
    private static let tab = UInt8(ascii: "\t")

    static func parse(_ head: ArraySlice<UInt8>) -> Result<(request: LoopbackRequest, length: Int), Rejection> {
      do throws(Rejection) {
        let lines = try lines(of: head)
        guard lines.count <= maximumLines else { throw Rejection(431) }
        var request = try start(lines[0])
        for line in lines.dropFirst() {
          let (name, value) = try field(line)
          request.headers[name] = request.headers[name].map { "\($0), \(value)" } ?? value
        }
        return .success((request, try length(of: request)))
      } catch {
        return .failure(error)
      }
    }

    /// Splits the head into lines. A line ends with both characters, and neither may occur alone (RFC 9112 §2.2).
    private static func lines(of head: ArraySlice<UInt8>) throws(Rejection) -> [ArraySlice<UInt8>] {
      let parts = head.split(separator: lineFeed, omittingEmptySubsequences: false)
      var lines: [ArraySlice<UInt8>] = []
      for (index, part) in parts.enumerated() {
        let isLast = index == parts.count - 1
        guard isLast || part.last == carriageReturn else { throw Rejection(400) }
        let line = isLast ? part : part.dropLast()
        guard !line.contains(carriageReturn) else { throw Rejection(400) }
        lines.append(line)
      }
      return lines
    }

    /// Parses the request line (RFC 9112 §3).
    private static func start(_ line: ArraySlice<UInt8>) throws(Rejection) -> LoopbackRequest {
      let words = line.split(separator: space, omittingEmptySubsequences: false)
      guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(\.isHeaderToken), !words[1].isEmpty,
        words[1].allSatisfy({ $0 > space && $0 != 0x7F })
      else { throw Rejection(400) }
      guard ["HTTP/1.1", "HTTP/1.0"].contains(text(words[2])) else { throw Rejection(505) }
      return LoopbackRequest(method: text(words[0]), target: text(words[1]), headers: [:])
    }

    /// Parses a field line. A line that continues the previous one is invalid (RFC 9112 §5).
    private static func field(_ line: ArraySlice<UInt8>) throws(Rejection) -> (name: String, value: String) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(\.isHeaderToken)
      else { throw Rejection(400) }
      let isBlank: (UInt8) -> Bool = { $0 == space || $0 == tab }
      var value = line[line.index(after: colon)...].drop(while: isBlank)
      while let last = value.last, isBlank(last) { value.removeLast() }
      guard value.allSatisfy({ $0 >= space && $0 != 0x7F || $0 == tab }) else { throw Rejection(400) }
      // All values that the receiver reads are ASCII. Comparing others could take seconds (`String.hasShortMarkRuns`).
      let plain = value.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }
      return (text(line[..<colon]).lowercased(), String(decoding: plain, as: UTF8.self))
    }

    /// Returns the body's length (RFC 9112 §6.3). Browsers don't use a transfer coding for a form.
    private static func length(of request: LoopbackRequest) throws(Rejection) -> Int {
      guard request.headers["transfer-encoding"] == nil else { throw Rejection(411) }
      guard let length = request.headers["content-length"] else { return 0 }
      guard !length.isEmpty, length.utf8.allSatisfy(\.isASCIIDigit) else { throw Rejection(400) }
      guard let number = Int(length) else { throw Rejection(413) }
      return number
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
  }
#endif
