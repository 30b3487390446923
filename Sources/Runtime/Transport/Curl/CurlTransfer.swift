#if Curl && os(Linux)
  internal import CLibCurl
  import Foundation
  import HTTPTypes

  /// A request that libcurl sends. It passes the response to its exchange.
  ///
  /// It's unchecked because of libcurl's handle and the head, which only the loop's thread uses after `init`.
  final class CurlTransfer: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer
    let exchange: ResponseExchange
    private let fields: UnsafeMutablePointer<curl_slist>?
    private let isRepeatable: Bool
    private var wasSent = false
    private var hasHead = false
    private var head = CurlHead()

    /// - Parameter trustRoot: A PEM file with the authorities to trust, or `nil` for those of the system.
    /// - Returns: `nil` if libcurl lacks an option or memory. Nothing is sent without all options.
    init?(_ request: TransportRequest, to url: URL, trusting trustRoot: String?, _ exchange: ResponseExchange) {
      guard CurlLoop.isReady, let handle = curl_easy_init() else { return nil }
      (self.handle, self.exchange, isRepeatable) = (handle, exchange, request.options.isRepeatable)
      fields = Self.list(of: request)
      guard setMessage(request, to: url), setRules(trusting: trustRoot), setReceivers() else { return nil }
    }

    deinit {
      curl_easy_cleanup(handle)
      curl_slist_free_all(fields)
    }

    /// Ends the exchange with the result of the transfer.
    func complete(_ code: CURLcode) {
      exchange.complete(code == CURLE_OK ? nil : CurlError(code: code))
    }

    // MARK: Options

    private func set(_ option: CURLoption, _ value: Int) -> Bool { curl_set_number(handle, option, value) == CURLE_OK }

    private func set(_ option: CURLoption, _ text: String?) -> Bool {
      guard let text else { return curl_set_pointer(handle, option, nil) == CURLE_OK }
      return text.withCString { curl_set_pointer(handle, option, $0) == CURLE_OK }
    }

    private func setMessage(_ request: TransportRequest, to url: URL) -> Bool {
      let method = request.head.method
      let hasBody = request.body != nil || [.post, .put, .patch].contains(method)
      guard set(CURLOPT_URL, url.absoluteString), set(CURLOPT_PATH_AS_IS, 1),
        method == .head ? set(CURLOPT_NOBODY, 1) : set(CURLOPT_HTTPGET, 1),
        !hasBody || setBody(request.body ?? Data())
      else { return false }
      return set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        && curl_set_pointer(handle, CURLOPT_HTTPHEADER, fields) == CURLE_OK
    }

    private func setBody(_ body: Data) -> Bool {
      guard set(CURLOPT_POST, 1), curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)) == CURLE_OK
      else { return false }
      // Without a pointer, libcurl would read the body from standard input.
      guard !body.isEmpty else { return set(CURLOPT_COPYPOSTFIELDS, "") }
      return body.withUnsafeBytes { curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) == CURLE_OK }
    }

    /// The rules of every ``HTTPTransport``. Redirects, cookies, and passwords from files are off by default.
    private func setRules(trusting trustRoot: String?) -> Bool {
      let rules: [(CURLoption, Int)] = [
        // Signals belong to the app. The loop's thread blocks the one that a closed connection sends.
        (CURLOPT_NOSIGNAL, 1),
        (CURLOPT_SSLVERSION, numericCast(CURL_SSLVERSION_TLSv1_2)),
        (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
        (CURLOPT_CONNECTTIMEOUT_MS, 10_000),
      ]
      // Variables such as `http_proxy` would send requests for a loopback address to a proxy.
      guard rules.allSatisfy(set), set(CURLOPT_PROXY, ""), curl_set_quick_exit(handle) == CURLE_OK else { return false }
      guard let trustRoot else { return true }
      return set(CURLOPT_CAINFO, trustRoot) && set(CURLOPT_CAPATH, nil)
    }

    private func setReceivers() -> Bool {
      let context = Unmanaged.passUnretained(self).toOpaque()
      return [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_PREREQDATA]
        .allSatisfy { curl_set_pointer(handle, $0, context) == CURLE_OK }
        && curl_set_receiver(
          handle, CURLOPT_HEADERFUNCTION,
          { line, size, count, context in
            CurlTransfer.at(context).receive(line: UnsafeRawBufferPointer(start: line, count: size * count))
              ? size * count : 0
          }) == CURLE_OK
        && curl_set_receiver(
          handle, CURLOPT_WRITEFUNCTION,
          { bytes, size, count, context in
            let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return CurlTransfer.at(context).exchange.receive(Data(part)) ? size * count : 0
          }) == CURLE_OK
        && curl_set_prereq(handle, { context, _, _, _, _ in CurlTransfer.at(context).send() }) == CURLE_OK
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
      guard let context else { preconditionFailure("libcurl passes the pointer that `setReceivers` sets") }
      return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    // MARK: Events

    /// Decides whether libcurl sends the request now. It would send it a second time if the server closes a connection that is used
    /// again, even though the server may have processed the request. For a refresh token, that would look like theft.
    private func send() -> Int32 {
      guard isRepeatable || !wasSent, !exchange.isOver else { return CURL_PREREQFUNC_ABORT }
      wasSent = true
      return CURL_PREREQFUNC_OK
    }

    /// Receives a line of the head, or a trailer, which is ignored.
    private func receive(line: UnsafeRawBufferPointer) -> Bool {
      guard !hasHead else { return true }
      guard head.add(line) else { return exchange.start(nil) }
      guard head.isComplete else { return true }
      var code = 0
      guard curl_get_number(handle, CURLINFO_RESPONSE_CODE, &code) == CURLE_OK else { return exchange.start(nil) }
      let response = HTTPResponse(code: code, headerFields: head.fields)
      head = CurlHead()
      // Interim responses have a head of their own (RFC 9110 §15.2).
      if (100..<200).contains(code), code != 101 { return true }
      hasHead = true
      return exchange.start(response)
    }

    /// The header fields as libcurl expects them. It would add the ones in the first row by itself.
    private static func list(of request: TransportRequest) -> UnsafeMutablePointer<curl_slist>? {
      let own = ["Accept", "Content-Type", "Expect"].filter { name in
        !request.head.headerFields.contains { $0.name.canonicalName == name.lowercased() }
      }
      let lines =
        own.map { "\($0):" }
        + request.head.headerFields.map { $0.value.isEmpty ? "\($0.name.rawName);" : "\($0.name.rawName): \($0.value)" }
      return lines.reduce(nil) { curl_slist_append($0, $1) }
    }
  }

  /// The head of a response, line by line.
  struct CurlHead {
    /// The largest head in bytes.
    private static let limit = 1 << 17

    private(set) var fields = HTTPFields()
    private(set) var isComplete = false
    private var count = 0

    /// - Returns: Whether the head is within the limit.
    mutating func add(_ line: UnsafeRawBufferPointer) -> Bool {
      count += line.count
      let end = line.lastIndex { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }.map { $0 + 1 } ?? 0
      isComplete = end == 0
      // The status line has no colon before the first space, and a name without one isn't a field.
      if let colon = line[..<end].firstIndex(of: UInt8(ascii: ":")),
        let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
      {
        let value = String(decoding: line[(colon + 1)..<end], as: UTF8.self)
        fields.append(HTTPField(name: name, value: value.trimmingCharacters(in: .whitespaces)))
      }
      return count <= Self.limit
    }
  }
#endif
