#if Curl && os(Linux)
  internal import CLibCurl
  import Foundation
  import HTTPTypes

  /// A request that libcurl sends. It passes the response to its exchange.
  ///
  /// It's unchecked because of libcurl's handle and the variables. After `init`, only the loop's thread uses them, or the
  /// caller's if the loop can't start. By the time that any thread releases the last reference, the loop has removed the
  /// handle from libcurl's transfers.
  final class CurlTransfer: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer
    let exchange: ResponseExchange
    private let fields: UnsafeMutablePointer<curl_slist>?
    private let isRepeatable: Bool
    private var wasSent = false
    private var hasHead = false
    private var head = CurlHead()

    /// - Parameter authorities: The authorities to trust, in PEM. `nil` trusts those of the system.
    /// - Returns: `nil` if libcurl is too old, lacks an option, or is out of memory.
    init?(_ request: TransportRequest, to url: URL, trusting authorities: Data?, _ exchange: ResponseExchange) {
      guard CurlLoop.isReady, let handle = curl_easy_init() else { return nil }
      (self.handle, self.exchange, isRepeatable) = (handle, exchange, request.options.isRepeatable)
      fields = CurlOptions.fields(of: request.head)
      let options = CurlOptions(handle: handle)
      guard options.set(request, to: url, fields), setReceivers(options),
        options.setRules(isRepeatable: isRepeatable, trusting: authorities)
      else { return nil }
    }

    deinit {
      curl_easy_cleanup(handle)
      curl_slist_free_all(fields)
    }

    /// Ends the exchange with the result of the transfer.
    func complete(_ code: CURLcode) {
      exchange.complete(code == CURLE_OK ? nil : CurlError(code: code, wasSent: wasSent))
    }

    /// Continues a transfer that was paused because the exchange had no room.
    func resume() { curl_easy_pause(handle, CURLPAUSE_CONT) }

    private func setReceivers(_ options: CurlOptions) -> Bool {
      let context = Unmanaged.passUnretained(self).toOpaque()
      return [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_PREREQDATA].allSatisfy { options.set($0, context) }
        && curl_set_receiver(
          handle, CURLOPT_HEADERFUNCTION,
          { line, size, count, context in
            CurlTransfer.at(context).receive(line: UnsafeRawBufferPointer(start: line, count: size * count))
              ? size * count : 0
          }) == CURLE_OK
        && curl_set_receiver(
          handle, CURLOPT_WRITEFUNCTION,
          { bytes, size, count, context in
            CurlTransfer.at(context).receive(part: UnsafeRawBufferPointer(start: bytes, count: size * count))
          }) == CURLE_OK
        && curl_set_before_request(handle, { context, _, _, _, _ in CurlTransfer.at(context).send() }) == CURLE_OK
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
      guard let context else { preconditionFailure("libcurl passes the pointer that `setReceivers` sets") }
      return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// Decides whether libcurl sends the request now. It must not be sent a second time unless it's repeatable.
    func send() -> Int32 {
      guard isRepeatable || !wasSent, !exchange.isOver else { return CURL_PREREQFUNC_ABORT }
      wasSent = true
      return CURL_PREREQFUNC_OK
    }

    /// Receives a line of the head, or a trailer, which is ignored.
    ///
    /// - Returns: Whether to continue. Otherwise, the transfer ends with an error.
    private func receive(line: UnsafeRawBufferPointer) -> Bool {
      guard !hasHead else { return true }
      guard head.add(line) else { return false }
      guard head.isComplete else { return true }
      var code = 0
      guard curl_get_number(handle, CURLINFO_RESPONSE_CODE, &code) == CURLE_OK else { return false }
      let response = HTTPResponse(code: code, headerFields: head.fields)
      head = CurlHead()
      // No request asks to switch protocols, and libcurl would pass everything that follows as the body.
      if code == 101 { return false }
      // An interim response has its own head (RFC 9110 §15.2).
      if (100..<200).contains(code) { return true }
      hasHead = true
      return exchange.start(response)
    }

    /// Receives a part of the body. If the exchange has no room, libcurl passes the same part again later.
    func receive(part: UnsafeRawBufferPointer) -> Int {
      guard exchange.hasRoom() else { return Int(CURL_WRITEFUNC_PAUSE) }
      return exchange.receive(Data(part)) ? part.count : 0
    }
  }
#endif
